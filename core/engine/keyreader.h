// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Reads known keys, pipelined in pages: TYPE and PTTL, size, then the value if it is small enough for a lock.
// Used to follow, to re-read after an act, and for exact lookups. Pure of state; coroutines on the session's
// thread.

#include "core/formats/format.h"
#include "core/redis/session.h"

#include <QPointer>

namespace lockscope
{

// One reading a key, in order; a missing key has type None. For keys whose type is known from the last
// reading the value is asked in the same trip. Pages of at most 500 keys.
QCoro::Task<Outcome<std::vector<KeyReading>>> readKeys(QPointer<Session> session, std::vector<LockName> keys,
                                                       std::vector<ValueType> knownTypes = {});

} // namespace lockscope
