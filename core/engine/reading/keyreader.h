// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Reads known keys, pipelined in pages: type and TTL, size, then the value if it is small enough for a lock.
// Used to follow, to re-read after an act, and for exact lookups. Pure of state; coroutines on the session's
// thread.

#include "core/formats/format.h"
#include "core/redis/session.h"

#include <QPointer>

namespace lockscope
{

// One reading a key, in order; a missing key has type None. A key the server will not show (NOPERM for it,
// MOVED) has type Other and size RefusedSize, unless it was the only one asked for: then it is the Failure.
// What fails for every key (LOADING, no right to the command, connection) is a Failure. For keys whose type
// is known from the last reading the value is asked in the same trip. Pages of at most 500 keys. Values too
// large for a lock are not fetched: their reading has the size only (keyprobe.h).
QCoro::Task<Outcome<std::vector<KeyReading>>> readKeys(QPointer<Session> session, std::vector<LockName> keys,
                                                       std::vector<ValueType> knownTypes = {});

// A lock to be read with the keys that belong to it.
struct LockQuestion {
    LockName key{};
    ValueType knownType = ValueType::None; // of the last reading
    bool allCompanions = false;            // else the essential ones only
    QByteArray listened{};                 // a wake-up channel of it that has subscribers
};

// One lock with all its companions.
std::vector<LockQuestion> wholeLock(LockName key);

// The same for locks: the companions that the registry's families name are read in a second trip, where there
// are any, and come within the readings. registry must outlive the call. One reading a question, in order.
QCoro::Task<Outcome<std::vector<KeyReading>>> readLocks(QPointer<Session> session, const Registry &registry,
                                                        std::vector<LockQuestion> questions);

} // namespace lockscope
