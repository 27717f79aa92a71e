// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Values; any thread.

#include "core/formats/format.h"
#include "core/values/act.h"
#include "core/values/copy.h"
#include "core/values/events.h"

#include <QStringList>

#include <memory>
#include <vector>

namespace lockscope
{

// A lock with details that need extra reads. The fields of the cli's `show`.
struct LockDetail {
    LockPtr lock{}; // null: not a lock; then see typeFound
    ValueType typeFound = ValueType::None;
    qint64 size = 0;
    QByteArray rawString{};                                     // truncated
    std::vector<std::pair<QByteArray, QByteArray>> rawFields{}; // truncated
    bool rawTruncated = false;
    std::vector<LockName> companions{};   // only those that exist
    std::vector<LockKind> alternatives{}; // other kinds that it may be
    std::vector<LockName>
        sameOwner{}; // other locks of the same owner, e.g. members of a MultiLock; truncated
    // Other locks of the same client, under any owner id: by the client in the id, else by a common rhythm
    // (renewalgroups.h); truncated.
    std::vector<LockName> sameClient{};
    bool sameClientByBeat = false;
    // Further ones, held from the connection of the holder: probably its client, unless a proxy shares it.
    std::vector<OtherLock> sameConnection{};
    std::vector<Member> rawMembers{};      // list, set, sorted set; capped
    QStringList explanation{};             // why it is taken for this kind
    std::vector<LibraryClaim> libraries{}; // of which something but the shape says that they have it
    QString unseenWaiters{};               // none are counted: why; empty: those that there are, are
    QStringList deadlock{};                // its steps, if it is in one that is certain
    QString verdictText{};
    QStringList evidence{};
    QString advice{};
    // The read itself, to test rules on it (ruletrial.h).
    std::shared_ptr<const KeyReading> reading{};
    std::vector<LockEvent> events{}; // seen so far, oldest first, truncated
    // Of a force-release of all its holders; nullopt: there is nothing to release.
    std::optional<ReleaseEffect> effect{};
    std::vector<HolderNotice> notices{}; // what the holder notices of it
    // On the master and each replica, or on each node of a RedLock group; empty if there is only one.
    std::vector<Copy> copies{};
};

} // namespace lockscope
