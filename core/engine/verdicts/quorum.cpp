// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/verdicts/quorum.h"

#include <algorithm>
#include <map>

namespace lockscope
{

namespace
{

constexpr int UuidSize = 36;

bool heldOn(const MemberSight &member)
{
    return member.reachable && member.lock && member.lock->held();
}

// The part of an id that is the same on all nodes.
QByteArray identity(const OwnerId &owner, bool byThread)
{
    return byThread ? owner.bytes.mid(UuidSize) : owner.bytes;
}

bool namesByThread(const std::vector<OwnerId> &found)
{
    QSet<QByteArray> uuids;
    for (const OwnerId &owner : found) {
        if (owner.isEmpty())
            continue;
        const QByteArray uuid = owner.bytes.left(UuidSize);
        if (!isRedissonId(owner) || uuids.contains(uuid))
            return false;
        uuids.insert(uuid);
    }
    return uuids.size() > 1;
}

std::vector<OwnerId> ownersOf(const std::vector<MemberSight> &members)
{
    std::vector<OwnerId> owners;
    for (const MemberSight &member : members)
        owners.push_back(heldOn(member) ? member.lock->owner() : OwnerId{});
    return owners;
}

// A MultiLock may pause between its members, but not for long. Members that were locked further apart belong
// to two clients whose threads happen to have the same number.
bool takenApart(const std::vector<MemberSight> &members)
{
    constexpr milliseconds LongestWait(30'000);
    Instant first = Instant::max();
    Instant last = Instant::min();
    for (const MemberSight &member : members) {
        if (!heldOn(member) || member.lock->heldIsLowerBound)
            continue;
        first = std::min(first, member.lock->heldSince);
        last = std::max(last, member.lock->heldSince);
    }
    return first < last && millisecondsBetween(first, last) > LongestWait;
}

struct Camp {
    std::vector<const MemberSight *> nodes{};
    std::optional<Instant> latest{}; // the latest expiry; nullopt: none expires
};

// Among camps of equal size, the one that expires last.
const Camp *largest(const std::map<QByteArray, Camp> &camps)
{
    const Camp *best = nullptr;
    for (const auto &[identity, camp] : camps) {
        if (!best || std::pair(camp.nodes.size(), camp.latest) > std::pair(best->nodes.size(), best->latest))
            best = &camp;
    }
    return best;
}

// When fewer than `needed` nodes are left. nullopt: never, or there are too few already.
std::optional<Instant> majorityEnds(const Camp &camp, int needed)
{
    if (int(camp.nodes.size()) < needed)
        return {};
    std::vector<Instant> ends;
    for (const MemberSight *member : camp.nodes)
        ends.push_back(member->lock->expiresAt.value_or(Instant::max()));
    std::sort(ends.begin(), ends.end(), std::greater());
    const Instant end = ends[size_t(needed) - 1];
    return end == Instant::max() ? std::nullopt : std::optional(end);
}

// A hold counts as renewed when a majority of its nodes was renewed.
Renewals renewalsOf(const Camp &camp, int needed)
{
    std::vector<const MemberSight *> nodes = camp.nodes;
    const auto later = [](const MemberSight *a, const MemberSight *b) {
        return a->lock->renewals.lastAt > b->lock->renewals.lastAt;
    };
    std::stable_sort(nodes.begin(), nodes.end(), later);
    return nodes[std::min(size_t(needed), nodes.size()) - 1]->lock->renewals;
}

Copy copyOf(const MemberSight &member, const Camp *winner)
{
    Copy copy{.node = member.node, .role = member.role, .state = CopyState::Unreachable, .why = member.why};
    if (!member.reachable)
        return copy;
    copy.state = CopyState::Missing;
    if (!heldOn(member))
        return copy;
    const bool agrees =
        winner && std::find(winner->nodes.begin(), winner->nodes.end(), &member) != winner->nodes.end();
    copy.state = agrees ? CopyState::Held : CopyState::OtherOwner;
    copy.owner = member.lock->owner();
    copy.count = member.lock->count();
    copy.expiresAt = member.lock->expiresAt;
    return copy;
}

// A node that started after the lock was taken has lost it, unless it persists to disk.
bool restartedSince(const MemberSight &member, Instant taken)
{
    return member.startedAt && *member.startedAt > taken;
}

Instant firstTaken(const Camp &camp)
{
    Instant first = Instant::max();
    for (const MemberSight *member : camp.nodes)
        first = std::min(first, member->lock->heldSince);
    return first;
}

// What this node knows of the client that holds the lock there; null if nothing.
const ClientInfo *holdersClient(const MemberSight &member)
{
    const auto &clients = member.lock->clients;
    const bool isNamed = clients && !clients->empty() && clients->front().first == member.lock->owner();
    return isNamed ? &clients->front().second : nullptr;
}

// A client that left one node may still be connected to others, or to a node that cannot list its clients. It
// counts as gone only if it is known to be gone from every node, and then since it left the last one.
void forgiveWhoStayed(Lock &lock, const Camp &camp)
{
    const ClientInfo *first = holdersClient(*camp.nodes.front());
    if (!first || !first->goneSince)
        return;
    ClientInfo known = *first;
    std::optional<Instant> gone = first->goneSince;
    for (const MemberSight *member : camp.nodes) {
        const ClientInfo *client = holdersClient(*member);
        if (client && !client->goneSince)
            known = *client;
        if (!client || !client->goneSince)
            gone.reset();
        else if (gone)
            gone = std::max(gone, client->goneSince);
    }
    known.goneSince = gone;
    HolderClients clients = *lock.clients;
    clients.front().second = std::move(known);
    lock.clients = std::make_shared<const HolderClients>(std::move(clients));
}

} // namespace

bool isRedissonId(const OwnerId &owner)
{
    const QByteArray &id = owner.bytes;
    return id.size() > UuidSize + 1 && id[UuidSize] == ':' && id[8] == '-' && id[13] == '-';
}

std::vector<OwnerId> namesOnNodes(const OwnerId &meant, const std::vector<OwnerId> &found)
{
    std::vector<OwnerId> names(found.size(), meant);
    if (std::find(found.begin(), found.end(), meant) == found.end() || !namesByThread(found))
        return names;
    for (size_t i = 0; i < found.size(); ++i) {
        if (identity(found[i], true) == identity(meant, true))
            names[i] = found[i];
    }
    return names;
}

milliseconds driftOf(milliseconds lease)
{
    return lease / 100 + milliseconds(2);
}

std::optional<Lock> mergedLock(const std::vector<MemberSight> &members)
{
    const MemberSight *any = nullptr;
    Quorum quorum{.nodes = int(members.size()), .needed = int(members.size()) / 2 + 1};
    const bool byThread = namesByThread(ownersOf(members)) && !takenApart(members);
    std::map<QByteArray, Camp> camps;
    for (const MemberSight &member : members) {
        quorum.reachable += member.reachable ? 1 : 0;
        if (member.lock && (!any || heldOn(member)))
            any = &member;
        if (!heldOn(member))
            continue;
        Camp &camp = camps[identity(member.lock->owner(), byThread)];
        camp.nodes.push_back(&member);
        if (member.lock->expiresAt)
            camp.latest = std::max(camp.latest.value_or(*member.lock->expiresAt), *member.lock->expiresAt);
    }
    if (!any)
        return {};
    const Camp *winner = largest(camps);
    Lock lock = *(winner ? winner->nodes.front() : any)->lock;
    quorum.owners = int(camps.size());
    auto extras = std::make_shared<LockExtras>(lock.extras ? *lock.extras : LockExtras{});
    if (winner) {
        quorum.agreeing = int(winner->nodes.size());
        quorum.owner = lock.owner();
        lock.heldSince = firstTaken(*winner);
        forgiveWhoStayed(lock, *winner);
        lock.renewals = renewalsOf(*winner, quorum.needed);
        const auto end = majorityEnds(*winner, quorum.needed);
        if (end) {
            lock.expiresAt = end;
            quorum.validUntil = *end - driftOf(lock.lease.value_or(milliseconds(0)));
        }
    }
    for (const MemberSight &member : members) {
        extras->copies.push_back(copyOf(member, winner));
        Copy &copy = extras->copies.back();
        copy.restarted = winner && member.reachable && restartedSince(member, lock.heldSince);
        if (copy.restarted && copy.state != CopyState::OtherOwner)
            ++quorum.restarted;
    }
    // Every node was reachable once, and none is now.
    lock.stale = quorum.reachable == 0;
    extras->quorum = quorum;
    lock.extras = std::move(extras);
    return lock;
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

bool isUndecided(const Lock &lock)
{
    const Quorum *quorum = lock.quorum();
    return quorum && !quorum->reached() &&
           quorum->agreeing + quorum->nodes - quorum->reachable >= quorum->needed;
}

} // namespace lockscope
