// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Reads known keys, pipelined in pages: type and TTL, size, then the value if it is small enough for a lock.
// Used for following, reads after an act, and exact look-ups. Stateless coroutines on the session's thread.

#include "core/engine/reading/missingkeys.h"
#include "core/formats/format.h"
#include "core/redis/session.h"

#include <QPointer>

namespace lockscope
{

// One read per key, in order; a missing key has type None. A key that the server refuses to show (NOPERM,
// MOVED) has type Other and size RefusedSize; if it was the only key, the result is the Failure. What fails
// for every key (LOADING, no permission for the command, connection) is a Failure. Type None and size
// RefusedSize: missing on a node that takes over its slot. If the type is known from the last read, the value
// is asked in the same round trip. Pages of at most 500 keys. Values too large for a lock are not fetched;
// their reads have only the size (keyprobe.h).
QCoro::Task<Outcome<std::vector<KeyReading>>> readKeys(QPointer<Session> session, std::vector<LockName> keys,
                                                       std::vector<ValueType> knownTypes = {});

struct LockQuestion {
    LockName key{};
    ValueType knownType = ValueType::None; // from the last read
    bool allCompanions = false;            // otherwise only the essential ones
    QByteArray listened{};                 // a wake-up channel of the lock that has subscribers
};

std::vector<LockQuestion> wholeLock(LockName key);

// The same for locks. Companion keys named by the formats are read in a second round trip, if any, and are
// part of the result. registry must outlive the call. One result per question, in order. A companion that
// could not be read has type Other and size RefusedSize; then companionsRead is false. missing: of many
// companions, those that do not exist are found out first. Null: each is read.
QCoro::Task<Outcome<std::vector<KeyReading>>> readLocks(QPointer<Session> session, const Registry &registry,
                                                        std::vector<LockQuestion> questions,
                                                        std::shared_ptr<MissingKeys> missing = {});

// The second of these round trips: the same locks, already read, with their companion keys.
QCoro::Task<Outcome<std::vector<KeyReading>>>
readCompanions(QPointer<Session> session, const Registry &registry, std::vector<LockQuestion> questions,
               std::vector<KeyReading> locks, std::shared_ptr<MissingKeys> missing = {});

} // namespace lockscope
