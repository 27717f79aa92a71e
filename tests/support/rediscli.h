// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The program redis-cli as a second, independent client: sets situations up and looks at the outcome without
// any code of ours in between. Blocks; any thread. Fails when the program, the connection or the command
// fails; an error reply is a ServerError with the server's words.

#include "core/base/outcome.h"
#include "core/values/connection/connection.h"

#include <QByteArrayList>

namespace lockscope::test
{

using CliCommand = QByteArrayList;

// One command; arguments are bytes. The reply as redis-cli prints it into a pipe: one line an element.
Outcome<QByteArray> redisCli(const ConnectionSpec &server, const CliCommand &command);

// Many commands over one connection; the output of all of them.
Outcome<QByteArray> redisCliAll(const ConnectionSpec &server, const QList<CliCommand> &commands);

} // namespace lockscope::test
