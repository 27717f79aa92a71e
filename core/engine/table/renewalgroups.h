// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Which locks belong to one client: told by their owner ids, or, where these tell nothing, by a common beat,
// for one timer renews all locks of a client at once. Pure; any thread.

#include "core/formats/format.h"
#include "core/values/lock.h"

#include <functional>

namespace lockscope
{

struct RenewalGroup {
    QByteArray client{};           // of the owner ids; empty: they tell nothing, the locks beat together
    std::vector<LockName> locks{}; // in the order given, at least two
    friend bool operator==(const RenewalGroup &, const RenewalGroup &) = default;
};

// What an owner id tells of its client; empty: nothing.
using ClientTold = std::function<QByteArray(const Lock &)>;

// Those of a common beat: the same period within 5 %, the last renewal within 50 ms, of at least three.
std::vector<RenewalGroup> renewalGroups(const std::vector<LockPtr> &locks, const ClientTold &clientTold);

QByteArray clientTold(const Registry &registry, const Lock &lock);
// By what the locks of one client are found: what its owner id tells, else the whole id. Where that names
// nobody ("1", "locked", a process number), a lock stands for itself.
QByteArray clientKey(const Registry &registry, const Lock &lock);

} // namespace lockscope
