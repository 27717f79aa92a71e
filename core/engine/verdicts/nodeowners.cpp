// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/verdicts/nodeowners.h"

#include <algorithm>
#include <numeric>

namespace lockscope
{

namespace
{

using namespace std::chrono_literals;

constexpr int UuidSize = 36;
// A client asks one node after the other, and then sets one expiry on all at once.
constexpr milliseconds TakenTogether = 500ms;
constexpr milliseconds ExpireTogether = 100ms;
// So long a client may take to renew its lock on all of its nodes.
constexpr milliseconds RenewTogether = 2s;

// A client that is met twice under one id does not have another on each node.
bool haveAnIdPerNode(const std::vector<NodeOwner> &owners)
{
    QSet<QByteArray> uuids;
    for (const NodeOwner &owner : owners) {
        if (!owner.holds)
            continue;
        const QByteArray uuid = owner.id.bytes.left(UuidSize);
        if (!isRedissonId(owner.id) || uuids.contains(uuid))
            return false;
        uuids.insert(uuid);
    }
    return uuids.size() > 1;
}

// One node was renewed, and the other has not been read since, or may not have been reached yet.
bool mayStillBeRenewed(const NodeOwner &a, const NodeOwner &b)
{
    const NodeOwner &later = *a.expiresAt > *b.expiresAt ? a : b;
    const NodeOwner &other = &later == &a ? b : a;
    return later.lease && other.readAt && *other.readAt < *later.expiresAt - *later.lease + RenewTogether;
}

// A watchdog renews on each node in its own time, so the expiries of one client may be apart by its period: a
// third of the lease. A client that died after its attempt is not renewed and falls behind.
bool wereTakenTogether(const NodeOwner &a, const NodeOwner &b)
{
    if (!a.host.isEmpty() && !b.host.isEmpty() && a.host != b.host)
        return false;
    if (a.expiresAt.has_value() != b.expiresAt.has_value())
        return false;
    const milliseconds apart =
        a.expiresAt ? std::chrono::abs(millisecondsBetween(*a.expiresAt, *b.expiresAt)) : 0ms;
    if (a.expiresAt && apart <= ExpireTogether)
        return true;
    const bool areSeen = a.takenAt && b.takenAt &&
                         std::chrono::abs(millisecondsBetween(*a.takenAt, *b.takenAt)) <= TakenTogether;
    const bool wereOne = a.wasOneOfThem && b.wasOneOfThem;
    if (wereOne && a.expiresAt && mayStillBeRenewed(a, b))
        return true;
    const milliseconds lease = std::max(a.lease.value_or(0ms), b.lease.value_or(0ms));
    return (areSeen || wereOne) && apart <= std::max(lease / 2, ExpireTogether);
}

SameClient compared(const NodeOwner &a, const NodeOwner &b, bool anIdPerNode)
{
    if (a.id == b.id) // clients that race for the lock write a common word at the same time, too
        return a.isCommonWord ? SameClient::Unsure : SameClient::Yes;
    if (!anIdPerNode || !mayBeOneClient(a.id, b.id))
        return SameClient::No;
    return wereTakenTogether(a, b) ? SameClient::Yes : SameClient::Unsure;
}

} // namespace

bool isRedissonId(const OwnerId &owner)
{
    const QByteArray &id = owner.bytes;
    return id.size() > UuidSize + 1 && id[UuidSize] == ':' && id[8] == '-' && id[13] == '-';
}

bool mayBeOneClient(const OwnerId &a, const OwnerId &b)
{
    return isRedissonId(a) && isRedissonId(b) && a.bytes.mid(UuidSize) == b.bytes.mid(UuidSize);
}

// What is taken together with one node of a camp belongs to it: the last node of many may be asked long after
// the first.
std::vector<int> campsOf(const std::vector<NodeOwner> &owners)
{
    const bool anIdPerNode = haveAnIdPerNode(owners);
    std::vector<int> camps(owners.size());
    std::iota(camps.begin(), camps.end(), 0);
    for (size_t i = 0; i < owners.size(); ++i) {
        if (!owners[i].holds) {
            camps[i] = -1;
            continue;
        }
        for (size_t j = 0; j < i; ++j) {
            if (camps[j] >= 0 && compared(owners[i], owners[j], anIdPerNode) == SameClient::Yes)
                std::replace(camps.begin(), camps.end(), camps[i], camps[j]);
        }
    }
    return camps;
}

SameClient isSameClient(const std::vector<NodeOwner> &owners, size_t node, size_t other)
{
    return compared(owners[node], owners[other], haveAnIdPerNode(owners));
}

std::vector<OwnerId> namesOnNodes(const OwnerId &meant, const std::vector<NodeOwner> &found)
{
    std::vector<OwnerId> names(found.size(), meant);
    const auto one = std::find_if(found.begin(), found.end(),
                                  [&meant](const NodeOwner &owner) { return owner.id == meant; });
    if (one == found.end())
        return names;
    const std::vector<int> camps = campsOf(found);
    const int camp = camps[size_t(one - found.begin())];
    for (size_t i = 0; i < found.size(); ++i) {
        if (camp >= 0 && camps[i] == camp)
            names[i] = found[i].id;
    }
    return names;
}

QSet<OwnerId> agreeingOwners(const Lock &lock)
{
    QSet<OwnerId> owners;
    for (const Copy &copy : lock.extras ? lock.extras->copies : std::vector<Copy>()) {
        if (copy.state == CopyState::Held)
            owners.insert(copy.owner);
    }
    return owners;
}

bool isOneClientAssumed(const Lock &lock)
{
    return agreeingOwners(lock).size() > 1;
}

QSet<OwnerId> namedOwners(const Lock &lock)
{
    QSet<OwnerId> owners;
    for (const Copy &copy : lock.extras ? lock.extras->copies : std::vector<Copy>()) {
        if (namesOwner(copy.state))
            owners.insert(copy.owner);
    }
    return owners;
}

} // namespace lockscope
