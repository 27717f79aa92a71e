// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The keys of an act as they are before it, to be put back by hand. Two trips on the reading session of the
// server that answers for the lock: what they weigh, then DUMP and PTTL. Engine thread. Never fails: what
// could not be read says why.

#include "core/deployment/route.h"
#include "core/engine/acts/actjournal.h"

#include <qcorotask.h>

namespace lockscope
{

// A heavier key is no lock, and is not kept.
inline constexpr qint64 MaxKeptBytes = 64 * 1024;

QCoro::Task<std::vector<KeyBackup>> backUpKeys(Route *route, LockName key, std::vector<QByteArray> keys);

} // namespace lockscope
