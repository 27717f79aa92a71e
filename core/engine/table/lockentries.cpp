// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/table/lockentries.h"

#include "core/engine/table/renewalgroups.h"
#include "core/engine/verdicts/verdicttimes.h"

#include <algorithm>

namespace lockscope
{

namespace
{

// A lock may be read just before changes are told; then its beginning is only a little later.
constexpr milliseconds FirstLook = std::chrono::seconds(1);

// In a busy semaphore some permit is always in transit.
bool isMoving(const Lock *before, const Lock &lock)
{
    return before && permitsOnTheirWay(lock) > 0 &&
           (before->permits() != lock.permits() || before->holders != lock.holders);
}

} // namespace

LockEntries::LockEntries(const Registry &registry, const VerdictThresholds &thresholds)
    : m_registry(registry), m_thresholds(thresholds)
{
}

const Shares &LockEntries::sharesOf(const Entry &entry)
{
    static const Shares none;
    return entry.shares ? *entry.shares : none;
}

LockEntries::Entry *LockEntries::find(const LockName &key)
{
    const auto entry = m_locks.find(key);
    return entry == m_locks.end() ? nullptr : &*entry;
}

const LockEntries::Entry *LockEntries::find(const LockName &key) const
{
    const auto entry = m_locks.constFind(key);
    return entry == m_locks.cend() ? nullptr : &*entry;
}

void LockEntries::judge(Instant at)
{
    for (const LockName &key : m_judgements.due(at))
        judgeAgain(key, at);
    for (const LockName &key : m_renewalTracker.takeUnsure(at))
        judgeAgain(key, at);
    const auto lockOf = [this](const LockName &key) {
        const Entry *entry = find(key);
        return entry ? entry->lock : LockPtr();
    };
    for (const LockName &key : m_deadlocks.update(m_registry, lockOf)) {
        judgeAgain(key, at);
        if (m_deadlocks.readAgainAt(key))
            m_suspects.push_back(key);
    }
}

void LockEntries::setThresholds(const VerdictThresholds &thresholds, Instant at)
{
    if (std::exchange(m_thresholds, thresholds) == thresholds)
        return;
    const QList<LockName> keys = m_locks.keys();
    for (const LockName &key : keys)
        judgeAgain(key, at);
    judge(at); // the verdicts of one client's locks depend on each other
}

void LockEntries::judgeAgain(const LockName &key, Instant at)
{
    const auto entry = m_locks.find(key);
    if (entry == m_locks.end())
        return;
    Lock lock = *entry->lock;
    const LockPtr before = entry->lock;
    put(*entry, std::move(lock), at);
    if (before->verdict != entry->lock->verdict || before->renewals != entry->lock->renewals)
        touch(key, true);
}

// A lease is seen whole when the lock was seen to be acquired, and right after a renewal.
void LockEntries::observe(Entry &entry, const Lock &lock, Instant at)
{
    if (!looksOdd(lock))
        entry.oddSince.reset();
    else if (!entry.oddSince || isMoving(entry.lock.get(), lock))
        entry.oddSince = at;
    if (!isStuck(lock))
        entry.stuckSince.reset();
    else if (!entry.stuckSince || (entry.lock && entry.lock->permits() != lock.permits()))
        entry.stuckSince = at;
    const bool isWhole =
        !lock.heldIsLowerBound || lock.readAt >= lock.renewals.lastAt.value_or(Instant::max());
    if (!entry.firstLease && lock.held() && lock.lease > milliseconds(0) && isWhole)
        entry.firstLease = lock.lease;
    const bool hasRhythm = lock.held() && !lock.stale && lockscope::hasRhythm(lock);
    const bool isAnothers = entry.lock && entry.lock->owner() != lock.owner();
    if (entry.hasRhythm && (!hasRhythm || isAnothers))
        m_renewalTracker.remove(lock.key, at);
    if (hasRhythm && (!entry.hasRhythm || isAnothers))
        m_renewalTracker.add(lock.key, clientKey(m_registry, lock));
    entry.hasRhythm = hasRhythm;
    if (hasRhythm)
        m_renewalTracker.setLateAt(lock.key, renewalMissedAt(lock.renewals, 1, m_thresholds.overdue), at);
}

Surroundings LockEntries::around(const Entry &entry, const Lock &lock) const
{
    Surroundings around;
    if (entry.hasRhythm) {
        const RenewalTracker::Client client = m_renewalTracker.of(lock.key);
        around.renewing = client.locks;
        around.allLateAt = client.allLateAt;
    }
    around.oddSince = entry.oddSince;
    around.oversoldSince = oversoldSince(lock, sharesOf(entry));
    around.stuckSince = entry.stuckSince;
    around.waitersKnownAt =
        lock.waiters.queued.empty() ? entry.countedAt : std::max(entry.countedAt, lock.readAt);
    around.firstLease = entry.firstLease;
    around.replicatedUntil = nodeView(lock.node).replicatedUntil;
    around.deadlocked = m_deadlocks.sizeAt(lock);
    return around;
}

void LockEntries::judge(Entry &entry, Lock &lock, Instant at)
{
    observe(entry, lock, at);
    lock.keepLastKnown(entry.lock.get());
    lock.verdict = lockscope::judge(lock, at, m_thresholds, around(entry, lock));
}

void LockEntries::put(Entry &entry, Lock &&lock, Instant at)
{
    judge(entry, lock, at);
    putJudged(entry, std::move(lock), at);
}

void LockEntries::putJudged(Entry &entry, Lock &&lock, Instant at)
{
    m_judgements.set(lock.key, lockscope::nextJudgement(lock, at, m_thresholds, around(entry, lock)));
    keep(entry, std::move(lock));
}

LockEntries::Doubt LockEntries::doubtHold(Entry &entry, const Lock &before, Lock &after, Steps &steps,
                                          int changes, EventSource source, bool hidden)
{
    NodeView &view = node(before.node);
    const bool heardAll = !hidden && after.node == before.node && view.heardAllSince(before.readAt, source);
    if (changes > 0)
        view.untold.remove(after.key);
    else if (heardAll && !isAnnounced(source) && !steps.isEmpty())
        view.untold.insert(after.key);
    Stayers who;
    if (!heardAll)
        who = mayBeAnew(
            before, after,
            Tolerance::of(before.lease, before.uncertainty + after.uncertainty, isAnnounced(source)));
    else if (source != EventSource::Keyspace)
        who = mayBeRewritten(before, after, steps, changes);
    if (who.isEmpty())
        return Doubt::None;
    if (who.size() < stayers(before, after).size()) {
        entry.shares = std::make_shared<const Shares>(doubted(sharesOf(entry), after, who));
    } else if (!heardAll && after.heldIsLowerBound && after.readAt - after.heldSince < FirstLook) {
        after.heldSince = after.readAt;
        return Doubt::None;
    } else {
        after.oneHoldSince = after.readAt;
    }
    // With polling, each reading of a lock without an expiry is in doubt: that is told with its end only.
    if (heardAll || hidden || before.readAt < view.gapAt)
        noteDoubts(after, who);
    if (!heardAll)
        return Doubt::Unheard;
    if (!steps.isEmpty() && steps.front().kind == EventKind::Renewed) {
        steps.front().kind = EventKind::Changed;
        if (after.renewals.lastAt) // the next renewal is due one period later
            after.renewals.lastAt = after.readAt;
    }
    return Doubt::Rewritten;
}

void LockEntries::noteGap(const NodeId &id, Instant at)
{
    const QSet<LockName> untold = std::exchange(node(id).untold, {});
    node(id).noteGap(at);
    for (const LockName &key : untold) {
        Entry *entry = find(key);
        if (entry && entry->lock->node == id && entry->lock->held())
            doubt(*entry, entry->lock->readAt, at);
    }
}

void LockEntries::doubt(Entry &entry, Instant oneHoldSince, Instant at)
{
    Lock lock = *entry.lock;
    lock.oneHoldSince = oneHoldSince;
    noteDoubts(lock, stayers(lock, lock));
    change(entry, std::move(lock), at);
}

void LockEntries::followRenewals(Entry &entry, const Lock &before, Lock &after, Steps &steps,
                                 EventSource source, Doubt doubt) const
{
    const bool isRenewed = !steps.isEmpty() && steps.front().kind == EventKind::Renewed;
    if (continues(before, after) && (before.holders.size() > 1 || after.holders.size() > 1)) {
        followShares(entry, before, after, isRenewed, source, doubt);
        return;
    }
    if (isRenewed) {
        const bool countedBefore = entry.rhythm && entry.rhythm->announced > 0;
        countRenewal(entry, before, after, source);
        if (countedBefore)
            steps.clear();
    } else if (entry.rhythm && after.renewals.lastAt && after.readAt >= *after.renewals.lastAt) {
        entry.rhythm->announced = 0;
    }
    if (entry.rhythm)
        after.renewals.missed = entry.rhythm->missedBefore + missedRenewals(after.renewals, after.readAt);
}

// A rhythm belongs to the share of one holder. What is left of several keeps its own.
void LockEntries::followShares(Entry &entry, const Lock &before, Lock &after, bool isRenewed,
                               EventSource source, Doubt doubt) const
{
    if (!entry.rhythms) {
        entry.rhythms = std::make_shared<ShareRhythms>();
        if (before.holders.size() == 1)
            entry.rhythms->begin(before.holders.front(), before.renewals, entry.rhythm.get());
    }
    const Tolerance tolerance = Tolerance::of(after.lease, before.uncertainty + after.uncertainty, false);
    const Format *format = m_registry.get().find(after.kind.name);
    entry.rhythms->note({.before = before,
                         .after = after,
                         .forward = tolerance.renewal,
                         .announced = isAnnounced(source),
                         .heardAll = heardAll(before, source),
                         .rewritten = doubt == Doubt::Rewritten},
                        [format](const Holder &holder) {
                            const QByteArray client =
                                format ? format->ownerParts(holder.id).client : QByteArray();
                            return client.isEmpty() ? holder.id.bytes : client;
                        });
    if (after.holders.size() > 1) {
        entry.rhythm.reset();
        after.renewals.period.reset();
        after.renewals.missed = 0;
        if (isRenewed) {
            after.renewals.lastAt = after.readAt;
            ++after.renewals.count;
        }
        after.shareRenewals = entry.rhythms->known(after);
        return;
    }
    entry.rhythm = std::make_shared<RenewalRhythm>();
    after.renewals = {};
    entry.rhythms->take(after.holders.front(), after.renewals, *entry.rhythm);
    entry.rhythms.reset();
}

// Whether each change since that reading was announced.
bool LockEntries::heardAll(const Lock &before, EventSource source) const
{
    return isAnnounced(source) && before.readAt >= nodeView(before.node).gapAt;
}

void LockEntries::countRenewal(Entry &entry, const Lock &before, Lock &after, EventSource source) const
{
    beginRhythm(entry, after);
    if (entry.rhythm->announced > 0) {
        entry.rhythm->announced = 0;
        return;
    }
    const std::optional<milliseconds> period = after.renewals.period;
    const bool sawAll = heardAll(before, source) || !period || after.readAt - before.readAt <= *period;
    entry.rhythm->note(after.renewals, renewedAt(after.expiresAt, after.lease, before.readAt, after.readAt),
                       sawAll && entry.rhythm->isSeenBetween(before.readAt, isAnnounced(source)));
    entry.rhythm->seenAt = after.readAt;
    entry.rhythm->readAhead = after.readAt;
}

std::optional<Instant> LockEntries::nextReading(const LockName &key) const
{
    const Entry *entry = find(key);
    if (!entry)
        return {};
    const auto next = lockscope::nextReading(*entry->lock, m_thresholds, around(*entry, *entry->lock));
    const auto suspected = m_deadlocks.readAgainAt(key);
    return next && suspected ? std::min(next, suspected) : next ? next : suspected;
}

void LockEntries::keep(Entry &entry, Lock &&lock)
{
    if (entry.lock)
        count(*entry.lock, -1);
    if (!entry.lock || !hasSameOwners(*entry.lock, lock))
        ++m_ownersRevision;
    count(lock, 1);
    m_deadlocks.note(lock);
    if (!lock.waiters.isEmpty())
        m_waitedFor.insert(lock.key);
    else
        m_waitedFor.remove(lock.key);
    entry.lock = std::make_shared<const Lock>(std::move(lock));
}

void LockEntries::count(const Lock &lock, int sign)
{
    m_totals.add(lock, sign);
    if (m_unseenWaits)
        m_unseenWaits->count(m_registry, lock, sign);
    if (lock.held() && m_registry.get().sleeps(lock.kind))
        node(lock.node).sleptFor += sign;
}

const UnseenWaits &LockEntries::unseenWaits()
{
    if (!m_unseenWaits) {
        m_unseenWaits.emplace();
        for (const Entry &entry : std::as_const(m_locks))
            m_unseenWaits->count(m_registry, *entry.lock, 1);
    }
    return *m_unseenWaits;
}

void LockEntries::failOver(const NodeId &from, const NodeId &to, Instant at)
{
    for (Entry &entry : m_locks) {
        if (entry.lock->node != from)
            continue;
        Lock lock = *entry.lock;
        lock.node = to;
        lock.stale = true;
        lock.clients.reset(); // they are connected to another node now, if at all
        forgetWaiters(entry, lock);
        change(entry, std::move(lock), entry.lock->readAt);
    }
    m_nodes[from].complete = false;
    m_nodes[to].noteFailover(at);
    ++m_ownersRevision;
}

void LockEntries::forgetWaiters(Entry &entry, Lock &lock)
{
    if (!entry.waitersTold)
        entry.waitersTold = lock.waiters.count().least;
    entry.countedAt = {};
    forgetListeners(lock);
}

void LockEntries::setStale(const NodeId &node, bool stale, std::optional<Instant> heardAt)
{
    NodeView &view = m_nodes[node];
    if (stale) {
        view.complete = false;
        view.silentAt = heardAt ? *heardAt + milliseconds(1) : view.silentAt;
    } else if (view.failedOver) { // until it is known what became of each
        return;
    }
    for (Entry &entry : m_locks) {
        if (entry.lock->node != node || entry.lock->stale == stale)
            continue;
        Lock lock = *entry.lock;
        lock.stale = stale;
        if (heardAt)
            lock.readAt = view.knownUntil(lock.readAt, *heardAt);
        const Instant at = lock.readAt;
        change(entry, std::move(lock), at);
    }
}

void LockEntries::change(Entry &entry, Lock lock, Instant at)
{
    touch(lock.key, true);
    put(entry, std::move(lock), at);
}

// On most servers no client is known: that case must cost nothing.
void LockEntries::nameClients(Lock &lock, const Lock *before) const
{
    lock.clients.reset();
    const ClientsByOwner &clients = nodeView(lock.node).clients;
    if (clients.isEmpty())
        return;
    if (before)
        lock.clients = before->clients;
    if (!isNamedBy(clients, lock))
        lock.clients = clientsAmong(clients, lock);
}

bool LockEntries::giveClients(Entry &entry, const ClientsByOwner &clients, Instant at)
{
    if (isNamedBy(clients, *entry.lock))
        return false;
    Lock lock = *entry.lock;
    lock.clients = clientsAmong(clients, lock);
    change(entry, std::move(lock), at);
    return true;
}

bool LockEntries::setClients(const NodeId &node, const ClientsByOwner &clients, Instant at)
{
    NodeView &view = m_nodes[node];
    if (view.clientsSpread && view.clients == clients)
        return false;
    view.clients = clients;
    view.clientsSpread = true;
    bool changed = false;
    for (Entry &entry : m_locks) {
        if (entry.lock->node == node && giveClients(entry, clients, at))
            changed = true;
    }
    return changed;
}

bool LockEntries::setClients(const LockName &key, const ClientsByOwner &clients, Instant at)
{
    Entry *entry = find(key);
    if (!entry)
        return false;
    m_nodes[entry->lock->node].setClients(*entry->lock, clients);
    return giveClients(*entry, clients, at);
}

void LockEntries::remove(const LockName &key, Instant at)
{
    const auto entry = m_locks.constFind(key);
    if (entry->hasRhythm)
        m_renewalTracker.remove(key, at);
    node(entry->lock->node).untold.remove(key);
    touch(key, true);
    if (!m_touched.value(key))
        m_touched.remove(key); // came and went since the last delta
    count(*entry->lock, -1);
    ++m_ownersRevision;
    m_deadlocks.remove(key);
    m_waitedFor.remove(key);
    m_locks.erase(entry);
    m_judgements.remove(key);
}

void LockEntries::setReplication(const NodeId &master, const std::vector<Replication> &replicas,
                                 Instant toldAt, Instant at)
{
    NodeView &view = m_nodes[master];
    const std::optional<Instant> before = view.replicatedUntil;
    view.setReplication(replicas, toldAt, m_thresholds.replicaLag);
    if (before == view.replicatedUntil)
        return;
    const Instant since =
        std::min(before.value_or(Instant::max()), view.replicatedUntil.value_or(Instant::max()));
    const auto concerns = [&](const Lock &lock) {
        return lock.node == master &&
               (lock.heldSince > since || lock.renewals.lastAt.value_or(since) > since ||
                lock.verdict.code == "replica-behind");
    };
    std::vector<LockName> keys;
    for (const Entry &entry : std::as_const(m_locks)) {
        if (concerns(*entry.lock))
            keys.push_back(entry.lock->key);
    }
    for (const LockName &key : keys)
        judgeAgain(key, at);
}

LockDelta LockEntries::takeDelta()
{
    LockDelta delta;
    for (auto touched = m_touched.cbegin(); touched != m_touched.cend(); ++touched) {
        if (const Entry *entry = find(touched.key()))
            delta.upserted.push_back(entry->lock);
        else if (touched.value())
            delta.removed.push_back(touched.key());
    }
    m_touched.clear();
    delta.totals = m_totals;
    return delta;
}

} // namespace lockscope
