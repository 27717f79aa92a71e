// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Saves the keys of an act, so that they can be restored by hand. Two round trips on the reading session of
// the lock's server: MEMORY USAGE, then DUMP and PTTL. Engine thread. Never fails; see KeyBackup::why.

#include "core/deployment/route.h"
#include "core/engine/acts/actjournal.h"
#include "core/formats/format.h"

#include <qcorotask.h>

namespace lockscope
{

// A larger key is not a lock and is not kept.
inline constexpr qint64 MaxKeptBytes = 64 * 1024;

// The keys sent, and those that the script derives from the lock, unless it uses one string only.
std::vector<QByteArray> keysOf(const Format &format, const ActPlan &plan, const Lock *lock);

QCoro::Task<std::vector<KeyBackup>> backUpKeys(Route *route, LockName key, std::vector<QByteArray> keys);

} // namespace lockscope
