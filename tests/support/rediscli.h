// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Runs redis-cli as an independent client, to set up and inspect situations without our own code. Blocks; any
// thread. Fails if the program, the connection or the command fails; an error reply is a ServerError with the
// server's message.

#include "core/base/outcome.h"
#include "core/values/connection/connection.h"

#include <QByteArrayList>

namespace lockscope::test
{

using CliCommand = QByteArrayList;

// One command; arguments are bytes. Returns the reply as redis-cli prints it to a pipe: one line per element.
Outcome<QByteArray> redisCli(const ConnectionSpec &server, const CliCommand &command);

// Several commands over one connection; returns their combined output.
Outcome<QByteArray> redisCliAll(const ConnectionSpec &server, const QList<CliCommand> &commands);

} // namespace lockscope::test
