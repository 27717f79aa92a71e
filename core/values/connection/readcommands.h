// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The redis-cli lines that show a lock to somebody without this window: they only read. Ready for a shell; a
// password is never among them. Pure.

#include "core/values/connection/connection.h"
#include "core/values/connection/rediscli.h"
#include "core/values/lock.h"

namespace lockscope
{

// One argument of redis-cli that stands for exactly these bytes, for a POSIX shell.
QString shellQuotedBytes(const QByteArray &bytes);
QStringList readCommands(const Lock &lock, const ConnectionSpec &spec);

} // namespace lockscope
