// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What LockTable knows of a node beside its locks. Value, no clock of its own.

#include "core/engine/table/scriptevidence.h"
#include "core/values/lock.h"
#include "core/values/status.h"

#include <QHash>

#include <optional>

namespace lockscope
{

using ClientsByOwner = QHash<OwnerId, ClientInfo>;

struct NodeView {
    bool complete = false;               // a pass has met everything since the last gap
    std::optional<Instant> failedOver{}; // then, and no complete pass since
    Instant gapAt{};
    milliseconds roundTrip{0};
    milliseconds clockAhead{0};
    std::optional<Instant> heardSince = Instant::min(); // LockTable::setHeard()
    ScriptEvidence evidence{};
    std::optional<Instant> replicatedAt{};    // a replica had all then; nothing: it has no replica
    std::optional<Instant> replicatedUntil{}; // the same, while they are further behind than is usual
    ClientsByOwner clients{};
    bool clientsSpread = true; // all locks were given them

    void noteGap(Instant at);
    void notePass(Instant passBegan);
    void noteFailover(Instant at); // it is the new master
    void setClock(milliseconds ahead);
    void setHeard(std::optional<Instant> since);
    void setReplication(const std::vector<Replication> &replicas, Instant toldAt, milliseconds usualLag);
    // Of the owners of this lock only.
    void setClients(const Lock &lock, const ClientsByOwner &told);
    // Until when all that happened is known of a lock that was read then; nothing: until now.
    std::optional<Instant> heardUntil(Instant readAt) const;
    // Whether a failover lies between that reading and now.
    bool isUnseenChange(Instant readAt) const { return failedOver && readAt < *failedOver; }
};

// Whether the lock has just what these say of its holders.
bool isNamedBy(const ClientsByOwner &clients, const Lock &lock);
std::shared_ptr<const HolderClients> clientsAmong(const ClientsByOwner &clients, const Lock &lock);

} // namespace lockscope
