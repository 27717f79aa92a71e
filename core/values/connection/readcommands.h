// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// redis-cli lines that only read a lock, without a password. Ready for a POSIX shell. Pure.

#include "core/values/connection/connection.h"
#include "core/values/connection/rediscli.h"
#include "core/values/lock.h"

namespace lockscope
{

// One shell argument with exactly these bytes.
QString shellQuotedBytes(const QByteArray &bytes);
QStringList readCommands(const Lock &lock, const ConnectionSpec &spec);

} // namespace lockscope
