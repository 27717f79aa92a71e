// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Which locks belong to one client: concluded from their owner ids or, where these do not identify a client,
// from a common rhythm, since one timer renews all locks of a client at once. Pure; any thread.

#include "core/formats/format.h"
#include "core/values/lock.h"

#include <functional>

namespace lockscope
{

struct RenewalGroup {
    QByteArray client{};           // from the owner ids; empty: concluded from the rhythm
    std::vector<LockName> locks{}; // in the given order, at least two
    friend bool operator==(const RenewalGroup &, const RenewalGroup &) = default;
};

// The client that an owner id names; empty if it names none.
using ClientTold = std::function<QByteArray(const Lock &)>;

// A common rhythm means: the same period within 5 %, the last renewal within 50 ms, at least three renewals.
std::vector<RenewalGroup> renewalGroups(const std::vector<LockPtr> &locks, const ClientTold &clientTold);

QByteArray clientTold(const Registry &registry, const Lock &lock);
// The key under which one client's locks are grouped: the client that the owner id names, else the whole id.
// An id that identifies no client ("1", "locked", a process id) groups nothing: each lock is on its own.
QByteArray clientKey(const Registry &registry, const Lock &lock);

} // namespace lockscope
