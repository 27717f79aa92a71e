// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Values; any thread.

#include "core/formats/format.h"
#include "core/values/copy.h"
#include "core/values/events.h"

#include <QStringList>

#include <memory>
#include <vector>

namespace lockscope
{

// One lock with what only a closer look shows. Fields of the cli's `show`.
struct LockDetail {
    LockPtr lock{}; // null: no lock there; then typeFound tells what is
    ValueType typeFound = ValueType::None;
    qint64 size = 0;
    QByteArray rawString{};                                     // capped
    std::vector<std::pair<QByteArray, QByteArray>> rawFields{}; // capped
    bool rawTruncated = false;
    std::vector<LockName> companions{};   // those that exist
    std::vector<LockKind> alternatives{}; // what else it may be
    std::vector<LockName>
        sameOwner{}; // other locks of the same owner: members of a MultiLock look so; capped
    // Other locks of the same client, whoever of it owns them: by what the owner ids tell, else by a common
    // beat (renewalgroups.h); capped.
    std::vector<LockName> sameClient{};
    bool sameClientByBeat = false;
    std::vector<Member> rawMembers{}; // list, set, sorted set; capped
    QStringList explanation{};        // why it is taken for this kind
    QString verdictText{};
    QStringList evidence{};
    QString advice{};
    // As it was read, for a rule to be tried on (ruletrial.h).
    std::shared_ptr<const KeyReading> reading{};
    std::vector<LockEvent> events{}; // what was seen of it so far, oldest first, capped
    // On its master and each replica, or on each node of a RedLock group; empty where there is but one.
    std::vector<Copy> copies{};
};

} // namespace lockscope
