// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// redis-cli lines for a POSIX shell that connect to one server. They never contain a password: redis-cli asks
// for it, or takes it from REDISCLI_AUTH. Pure, any thread.

#include "core/values/connection/connection.h"

#include <QStringList>

namespace lockscope
{

QString shellQuoted(const QString &word);
QString redisCli(const ConnectionSpec &spec); // "redis-cli -h … -p …"
// Adds the server to lines with a plain "redis-cli", which would act on any server on the local default port.
QStringList pointedAt(const ConnectionSpec &spec, const QStringList &lines);

} // namespace lockscope
