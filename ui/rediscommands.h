// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The redis-cli lines that show a lock to somebody without this window: they only read. Ready for a shell; a
// password is never among them. Pure.

#include "core/values/connection.h"
#include "core/values/lock.h"

namespace lockscope
{

QString shellQuoted(const QString &word);
// One argument of redis-cli that stands for exactly these bytes, for a POSIX shell.
QString shellQuotedBytes(const QByteArray &bytes);
QString redisCli(const ConnectionSpec &spec); // "redis-cli -h … -p …"
QStringList readCommands(const Lock &lock, const ConnectionSpec &spec);

} // namespace lockscope
