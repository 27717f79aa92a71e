// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// redis-cli lines that show a lock without Lockscope and only read. Ready for a POSIX shell; never contain a
// password. Pure.

#include "core/values/connection/connection.h"
#include "core/values/connection/rediscli.h"
#include "core/values/lock.h"

namespace lockscope
{

// One shell argument with exactly these bytes.
QString shellQuotedBytes(const QByteArray &bytes);
QStringList readCommands(const Lock &lock, const ConnectionSpec &spec);

} // namespace lockscope
