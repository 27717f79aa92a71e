// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/verdicts/quorum.h"

#include <algorithm>
#include <map>

namespace lockscope
{

namespace
{

bool heldOn(const MemberSight &member)
{
    return member.reachable && member.lock && member.lock->held();
}

std::vector<NodeOwner> ownersOf(const std::vector<MemberSight> &members, const Lock *before)
{
    const QSet<OwnerId> agreed = before ? agreeingOwners(*before) : QSet<OwnerId>();
    std::vector<NodeOwner> owners;
    for (const MemberSight &member : members) {
        NodeOwner &owner = owners.emplace_back();
        if (!heldOn(member))
            continue;
        const Lock &lock = *member.lock;
        owner = {.holds = true,
                 .id = lock.owner(),
                 .expiresAt = lock.expiresAt,
                 .lease = lock.lease,
                 .readAt = lock.readAt,
                 .host = member.host,
                 .isCommonWord = lock.owner().isEmpty() || lock.kind == LockKind{"untokened-lock"},
                 .wasOneOfThem = agreed.contains(lock.owner())};
        if (lock.isHoldSinceExact())
            owner.takenAt = lock.heldSince;
    }
    return owners;
}

// The nodes that surely name one owner.
struct Camp {
    std::vector<const MemberSight *> nodes{};
    size_t first = 0;                // of these, in the order of the members
    std::optional<Instant> latest{}; // the latest expiry; nullopt: none expires
};

// Among camps of equal size, the one that expires last.
const Camp *largest(const std::map<int, Camp> &camps)
{
    const Camp *best = nullptr;
    for (const auto &[number, camp] : camps) {
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

// A hold counts as renewed when a majority of its nodes was renewed. The node that was renewed last may have
// been read only after two renewals, and counted one.
Renewals renewalsOf(const Camp &camp, int needed)
{
    const size_t last = std::min(size_t(needed), camp.nodes.size()) - 1;
    std::vector<const MemberSight *> nodes = camp.nodes;
    const auto later = [](const MemberSight *a, const MemberSight *b) {
        return a->lock->renewals.lastAt > b->lock->renewals.lastAt;
    };
    std::stable_sort(nodes.begin(), nodes.end(), later);
    Renewals renewals = nodes[last]->lock->renewals;
    std::ranges::sort(nodes, std::ranges::greater(),
                      [](const MemberSight *node) { return node->lock->renewals.count; });
    renewals.count = nodes[last]->lock->renewals.count;
    return renewals;
}

// When a majority of the nodes had been read: what did not happen is known up to then.
Instant readingOf(const Camp &camp, int needed)
{
    std::vector<Instant> read;
    for (const MemberSight *member : camp.nodes)
        read.push_back(member->lock->readAt);
    std::sort(read.begin(), read.end(), std::greater());
    return read[std::min(size_t(needed), read.size()) - 1];
}

Copy copyOf(const MemberSight &member, CopyState ofOwner)
{
    Copy copy{.node = member.node, .role = member.role, .state = CopyState::Unreachable, .why = member.why};
    if (!member.reachable)
        return copy;
    copy.state = CopyState::Missing;
    if (!heldOn(member))
        return copy;
    copy.state = ofOwner;
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

// The node that made it a majority: a copy that is older than that was not yet the lock.
const Lock &majorityTaken(const Camp &camp, int needed)
{
    std::vector<const MemberSight *> nodes = camp.nodes;
    std::ranges::stable_sort(nodes, std::ranges::less(),
                             [](const MemberSight *node) { return node->lock->heldSince; });
    return *nodes[std::min(size_t(needed), nodes.size()) - 1]->lock;
}

// From then on a majority surely saw one hold.
Instant oneHoldOf(const Camp &camp, int needed)
{
    std::vector<Instant> since;
    for (const MemberSight *member : camp.nodes)
        since.push_back(member->lock->isOneHold() ? Instant::min() : member->lock->oneHoldSince);
    std::ranges::sort(since);
    return since[std::min(since.size(), size_t(needed)) - 1];
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

milliseconds driftOf(milliseconds lease)
{
    return lease / 100 + milliseconds(2);
}

namespace
{

struct Camps {
    std::vector<NodeOwner> owners{};
    std::vector<int> numbers{};
    std::map<int, Camp> camps{};

    CopyState stateOn(size_t node, const Camp &winner) const
    {
        if (numbers[node] == numbers[winner.first])
            return CopyState::Held;
        for (size_t other = 0; other < owners.size(); ++other) {
            if (numbers[other] == numbers[winner.first] &&
                isSameClient(owners, node, other) == SameClient::Unsure)
                return CopyState::Unsure;
        }
        return CopyState::OtherOwner;
    }
};

Camps campsAmong(const std::vector<MemberSight> &members, const Lock *before)
{
    Camps all{.owners = ownersOf(members, before)};
    all.numbers = campsOf(all.owners);
    for (size_t i = 0; i < members.size(); ++i) {
        if (all.numbers[i] < 0)
            continue;
        Camp &camp = all.camps[all.numbers[i]];
        if (camp.nodes.empty())
            camp.first = i;
        camp.nodes.push_back(&members[i]);
        const std::optional<Instant> end = members[i].lock->expiresAt;
        if (end)
            camp.latest = std::max(camp.latest.value_or(*end), *end);
    }
    return all;
}

// Held there, else any that is known.
const MemberSight *anySight(const std::vector<MemberSight> &members)
{
    const auto held = std::find_if(members.begin(), members.end(), heldOn);
    const auto known = std::find_if(members.begin(), members.end(),
                                    [](const MemberSight &member) { return member.lock != nullptr; });
    return held != members.end() ? &*held : known != members.end() ? &*known : nullptr;
}

// What the camp that won comes to.
void describe(Lock &lock, Quorum &quorum, const Camp &winner)
{
    quorum.agreeing = int(winner.nodes.size());
    quorum.owner = lock.owner();
    const Lock &taken = majorityTaken(winner, quorum.needed);
    lock.heldSince = taken.heldSince;
    lock.heldIsLowerBound = taken.heldIsLowerBound;
    lock.oneHoldSince = oneHoldOf(winner, quorum.needed);
    forgiveWhoStayed(lock, winner);
    lock.renewals = renewalsOf(winner, quorum.needed);
    lock.readAt = readingOf(winner, quorum.needed);
    if (const auto end = majorityEnds(winner, quorum.needed)) {
        lock.expiresAt = end;
        quorum.validUntil = *end - driftOf(lock.lease.value_or(milliseconds(0)));
    }
}

} // namespace

std::optional<Lock> mergedLock(const std::vector<MemberSight> &members, const Lock *before)
{
    const MemberSight *any = anySight(members);
    if (!any)
        return {};
    Quorum quorum{.nodes = int(members.size()), .needed = int(members.size()) / 2 + 1};
    const Camps all = campsAmong(members, before);
    const Camp *winner = largest(all.camps);
    Lock lock = *(winner ? winner->nodes.front() : any)->lock;
    if (winner)
        describe(lock, quorum, *winner);
    auto extras = std::make_shared<LockExtras>(lock.extras ? *lock.extras : LockExtras{});
    QSet<int> owners;
    for (size_t i = 0; i < members.size(); ++i) {
        const MemberSight &member = members[i];
        Copy copy =
            copyOf(member, winner && all.numbers[i] >= 0 ? all.stateOn(i, *winner) : CopyState::Missing);
        const bool isOurs = copy.state == CopyState::Held || copy.state == CopyState::Missing;
        copy.restarted = winner && member.reachable && restartedSince(member, lock.heldSince);
        quorum.reachable += member.reachable ? 1 : 0;
        quorum.unsure += copy.state == CopyState::Unsure ? 1 : 0;
        quorum.restarted += copy.restarted && isOurs ? 1 : 0;
        if (copy.state == CopyState::Held || copy.state == CopyState::OtherOwner)
            owners.insert(all.numbers[i]);
        extras->copies.push_back(std::move(copy));
    }
    quorum.owners = int(owners.size());
    // Every node was reachable once, and none is now.
    lock.stale = quorum.reachable == 0;
    extras->quorum = quorum;
    lock.extras = std::move(extras);
    return lock;
}

std::vector<Copy> copiesOfNothing(const std::vector<MemberSight> &members)
{
    std::vector<Copy> copies;
    for (const MemberSight &member : members)
        copies.push_back(copyOf(member, CopyState::Missing));
    return copies;
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
