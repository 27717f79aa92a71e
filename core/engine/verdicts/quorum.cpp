// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/verdicts/quorum.h"

#include "core/engine/verdicts/verdict.h"

#include <algorithm>
#include <map>
#include <set>

namespace lockscope
{

milliseconds driftOf(milliseconds lease)
{
    return lease / 100 + milliseconds(2);
}

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
    Instant latest = Instant::min(); // the latest expiry; max: one never expires
};

// When fewer than `needed` nodes are left, of a majority. nullopt: never.
std::optional<Instant> majorityEnds(const Camp &camp, int needed)
{
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

struct Camps {
    std::vector<NodeOwner> owners{};
    std::vector<int> numbers{};
    std::map<int, Camp> camps{};

    CopyState stateOn(size_t node, const Camp &winner) const
    {
        if (numbers[node] < 0)
            return CopyState::Missing;
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
        camp.latest = std::max(camp.latest, members[i].lock->expiresAt.value_or(Instant::max()));
    }
    return all;
}

// Whether another client cannot hold the lock beside it.
bool excludes(const Holder &holder)
{
    return holder.mode == HoldMode::Exclusive || holder.mode == HoldMode::Write;
}

// A holder that has this id, or else that may be the same client under another id. -1: none.
qsizetype placeOf(const Lock &lock, const Holder &meant)
{
    qsizetype best = -1;
    const auto apart = [&](qsizetype place) {
        const auto end = lock.holders[place].expiresAt;
        return end && meant.expiresAt ? std::chrono::abs(*end - *meant.expiresAt) : Instant::duration::max();
    };
    for (qsizetype i = 0; i < lock.holders.size(); ++i) {
        const Holder &holder = lock.holders[i];
        if (holder.mode != meant.mode || holder.part != meant.part)
            continue;
        if (holder.id == meant.id)
            return i;
        if (mayBeOneClient(holder.id, meant.id) && (best < 0 || apart(i) < apart(best)))
            best = i;
    }
    return best;
}

// The lock of a node as if it had this holder only. Since when this one of several holds it is not known.
LockPtr aloneWith(const LockPtr &lock, qsizetype place, const Lock &withoutHolders)
{
    if (lock->holders.size() == 1)
        return lock;
    const Holder &holder = lock->holders[place];
    auto alone = std::make_shared<Lock>(withoutHolders);
    alone->holders.append(holder);
    if (holder.expiresAt)
        alone->expiresAt = holder.expiresAt;
    const Renewals *own = lock->renewalsOf(place);
    alone->renewals = own ? *own : Renewals{};
    alone->maxCount = holder.count;
    alone->heldSince = alone->oneHoldSince = lock->readAt;
    alone->heldIsLowerBound = true;
    if (const ClientInfo *client = clientOf(*lock, holder.id))
        alone->clients = std::make_shared<const HolderClients>(HolderClients{{holder.id, *client}});
    return alone;
}

Lock withoutHolders(const Lock &lock)
{
    Lock bare = lock;
    bare.holders.clear();
    bare.shareRenewals.reset();
    bare.clients.reset();
    return bare;
}

// One holder, and what each node shows of it: where a node does not have it, that node's first holder.
struct Hold {
    std::vector<MemberSight> view{};
    Camps all{};
    const Camp *camp = nullptr;
    bool isOver = false; // a dead reader that stands there only because others hold the lock holds nothing

    const Holder &holder() const { return camp->nodes.front()->lock->holders.front(); }
};

std::vector<MemberSight> viewOf(const std::vector<MemberSight> &members, const std::vector<Lock> &bare,
                                const Holder &meant)
{
    std::vector<MemberSight> view = members;
    for (size_t i = 0; i < view.size(); ++i) {
        if (!heldOn(view[i]))
            continue;
        const qsizetype place = std::max<qsizetype>(0, placeOf(*members[i].lock, meant));
        view[i].lock = aloneWith(members[i].lock, place, bare[i]);
        if (place > 0)
            view[i].host.clear();
    }
    return view;
}

// One id may hold several parts of a lock, or as a reader and as a writer.
std::tuple<QByteArray, QByteArray, HoldMode> nameOf(const Holder &holder)
{
    return {holder.id.bytes, holder.part, holder.mode};
}

// Each holder that any node names, in the order of the nodes.
std::vector<Hold> holdsAmong(const std::vector<MemberSight> &members, const Lock *before)
{
    std::vector<Lock> bare;
    for (const MemberSight &member : members)
        bare.push_back(heldOn(member) ? withoutHolders(*member.lock) : Lock{});
    std::vector<Hold> holds;
    std::set<std::pair<size_t, std::tuple<QByteArray, QByteArray, HoldMode>>> known;
    for (size_t i = 0; i < members.size(); ++i) {
        if (!heldOn(members[i]))
            continue;
        for (const Holder &holder : members[i].lock->holders) {
            if (known.contains({i, nameOf(holder)}))
                continue;
            Hold &hold = holds.emplace_back();
            hold.isOver = isOver(*members[i].lock, holder);
            hold.view = viewOf(members, bare, holder);
            hold.all = campsAmong(hold.view, before);
            hold.camp = &hold.all.camps.at(hold.all.numbers[i]);
            for (size_t node = 0; node < members.size(); ++node) {
                if (hold.all.numbers[node] == hold.all.numbers[i])
                    known.insert({node, nameOf(hold.view[node].lock->holders.front())});
            }
        }
    }
    return holds;
}

// On most nodes; of several majorities the one that was shown before, else the one that expires last.
const Hold *bestOf(const std::vector<Hold> &holds, int needed, const Lock *before)
{
    const QSet<OwnerId> agreed = before ? agreeingOwners(*before) : QSet<OwnerId>();
    const auto rank = [&](const Hold &hold) {
        const bool isMajority = int(hold.camp->nodes.size()) >= needed;
        return std::tuple(!hold.isOver, hold.camp->nodes.size(),
                          isMajority && agreed.contains(hold.holder().id), hold.camp->latest);
    };
    const auto best = std::ranges::max_element(holds, std::ranges::less(), rank);
    return best == holds.end() ? nullptr : &*best;
}

// To decide over what was last known, if no node can be read now.
std::vector<MemberSight> asLastRead(std::vector<MemberSight> members)
{
    for (MemberSight &member : members)
        member.reachable = member.lock && !member.isDuplicate;
    return members;
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
    for (const MemberSight *member : winner.nodes)
        lock.uncertainty = std::max(lock.uncertainty, member->lock->uncertainty);
    if (quorum.agreeing < quorum.needed)
        return;
    const std::optional<Instant> end = majorityEnds(winner, quorum.needed);
    lock.expiresAt = end;
    if (!end || lock.holders.front().expiresAt)
        lock.holders.front().expiresAt = end;
    if (end)
        quorum.validUntil = *end - driftOf(lock.lease.value_or(milliseconds(0)));
}

// Another holder, which a majority names too.
void addHolder(Lock &lock, const Lock &other)
{
    HolderRenewals renewals = lock.shareRenewals ? *lock.shareRenewals : HolderRenewals{lock.renewals};
    renewals.push_back(other.renewals);
    lock.shareRenewals = std::make_shared<const HolderRenewals>(std::move(renewals));
    lock.renewals.count += other.renewals.count;
    lock.renewals.missed += other.renewals.missed;
    lock.renewals.period.reset();
    lock.renewals.lastAt = std::max(lock.renewals.lastAt, other.renewals.lastAt);
    HolderClients clients = lock.clients ? *lock.clients : HolderClients();
    if (other.clients)
        clients.insert(clients.end(), other.clients->begin(), other.clients->end());
    if (!clients.empty())
        lock.clients = std::make_shared<const HolderClients>(std::move(clients));
    if (lock.expiresAt)
        lock.expiresAt = other.expiresAt ? std::max(lock.expiresAt, other.expiresAt) : std::nullopt;
    lock.maxCount = std::max(lock.maxCount, other.maxCount);
    lock.holders.append(other.holders.front());
}

void addOtherHolders(Lock &lock, int needed, const std::vector<Hold> &holds, const Hold &best)
{
    for (const Hold &hold : holds) {
        if (&hold == &best || int(hold.camp->nodes.size()) < needed || hold.isOver)
            continue;
        Lock other = *hold.camp->nodes.front()->lock;
        Quorum own{.needed = needed};
        describe(other, own, *hold.camp);
        addHolder(lock, other);
    }
}

// How many permits a majority of the nodes counts as overdue, at most; what one node has as free or held says
// nothing of the group.
void mergePermits(Permits &permits, const Lock &lock, const Quorum &quorum,
                  const std::vector<MemberSight> &members)
{
    permits.available = permits.total = std::nullopt;
    permits.held = quorum.reached() ? std::optional<qint64>(lock.holders.size()) : std::nullopt;
    std::vector<qint64> overdue(members.size());
    std::ranges::transform(members, overdue.begin(), [](const MemberSight &member) {
        return heldOn(member) ? member.lock->permits().value_or(Permits()).overdue : 0;
    });
    std::ranges::sort(overdue, std::ranges::greater());
    permits.overdue = overdue[size_t(quorum.needed) - 1];
}

// A client may wait on any of the nodes, so at least as many wait as on the one where most do.
void mergeWaiters(Lock &lock, const std::vector<MemberSight> &members)
{
    const bool isAnyReachable = std::ranges::any_of(members, &MemberSight::reachable);
    Waiters all;
    for (const MemberSight &member : members) {
        if (!member.lock || (isAnyReachable && !member.reachable))
            continue;
        const Waiters &there = member.lock->waiters;
        const std::optional<qint64> subscribed = std::max(all.subscribed, there.subscribed);
        const bool mayBeElsewhere = all.mayBeElsewhere || there.mayBeElsewhere;
        if (there.queued.size() >= all.queued.size())
            all = there;
        all.subscribed = subscribed;
        all.mayBeElsewhere = mayBeElsewhere;
    }
    const bool areAllCounted = std::ranges::all_of(members, [](const MemberSight &member) {
        return member.isDuplicate || (member.reachable && member.lock && member.lock->waiters.subscribed);
    });
    if (all.isEmpty() && !areAllCounted) // some may wait on another node
        all.subscribed.reset();
    all.areOfOneNode = members.size() > 1 && !all.isEmpty();
    lock.waiters = std::move(all);
}

// The copies of the nodes, and what they come to.
void addCopies(LockExtras &extras, Quorum &quorum, const std::vector<MemberSight> &members, const Hold *best,
               Instant heldSince)
{
    std::set<int> owners;
    for (size_t i = 0; i < members.size(); ++i) {
        const MemberSight &member = best ? best->view[i] : members[i];
        Copy copy = copyOf(member, best ? best->all.stateOn(i, *best->camp) : CopyState::Missing);
        const bool isOurs = copy.state == CopyState::Held || copy.state == CopyState::Missing;
        copy.restarted = best && member.reachable && restartedSince(member, heldSince);
        quorum.reachable += member.reachable ? 1 : 0;
        quorum.unsure += copy.state == CopyState::Unsure ? 1 : 0;
        quorum.restarted += copy.restarted && isOurs ? 1 : 0;
        const bool isAgainst = copy.state == CopyState::OtherOwner &&
                               (excludes(best->holder()) || excludes(member.lock->holders.front()));
        if (copy.state == CopyState::Held || isAgainst)
            owners.insert(best->all.numbers[i]);
        extras.copies.push_back(std::move(copy));
    }
    quorum.owners = int(owners.size());
}

} // namespace

std::optional<Lock> mergedLock(const std::vector<MemberSight> &members, const Lock *before)
{
    const auto any = std::ranges::find_if(members, [](const MemberSight &it) { return it.lock != nullptr; });
    if (any == members.end())
        return {};
    Quorum quorum{.duplicates = int(std::ranges::count_if(members, &MemberSight::isDuplicate))};
    quorum.nodes = int(members.size()) - quorum.duplicates;
    quorum.needed = quorum.nodes / 2 + 1;
    const bool isStale = std::ranges::none_of(members, &MemberSight::reachable);
    const std::vector<MemberSight> known = isStale ? asLastRead(members) : members;
    const std::vector<Hold> holds = holdsAmong(known, before);
    const Hold *best = bestOf(holds, quorum.needed, before);
    Lock lock = *(best ? best->camp->nodes.front() : &*any)->lock;
    if (best) {
        Quorum lastKnown = quorum;
        describe(lock, isStale ? lastKnown : quorum, *best->camp);
        if (int(best->camp->nodes.size()) >= quorum.needed)
            addOtherHolders(lock, quorum.needed, holds, *best);
    }
    if (isStale)
        best = nullptr; // nothing confirms it
    mergeWaiters(lock, members);
    auto extras = std::make_shared<LockExtras>(lock.extras ? *lock.extras : LockExtras{});
    addCopies(*extras, quorum, members, best, lock.heldSince);
    if (extras->permits && best && best->holder().mode == HoldMode::Permit)
        mergePermits(*extras->permits, lock, quorum, members);
    // Every node was reachable once, and none is now.
    lock.stale = isStale;
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

} // namespace lockscope
