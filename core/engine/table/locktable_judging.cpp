// SPDX-License-Identifier: GPL-3.0-or-later
// How LockTable finds the verdict of a lock: what it keeps beside it, and when it looks again.
#include "core/engine/table/locktable.h"
#include "core/engine/table/renewalgroups.h"

#include <algorithm>

namespace lockscope
{

namespace
{

// Since when so many of the present holders hold it that it is one too many. Those who come and go at once,
// as they only look whether there is a place, do not count that way.
std::optional<Instant> oversoldSince(const Lock &lock, const Shares &shares)
{
    const qint64 limit = permitsOversold(lock) > 0 ? *lock.permits()->total : 0;
    if (limit < 1 || lock.holders.size() <= limit)
        return {};
    std::vector<Instant> since;
    for (const Holder &holder : lock.holders) {
        const HeldShare *share = shareOf(shares, holder);
        since.push_back(share ? share->since : lock.heldSince);
    }
    const auto last = since.begin() + limit;
    std::nth_element(since.begin(), last, since.end());
    return *last;
}

// Of a semaphore that is busy, some permit is always on its way.
bool isMoving(const Lock *before, const Lock &lock)
{
    return before && permitsOnTheirWay(lock) > 0 &&
           (before->permits() != lock.permits() || before->holders != lock.holders);
}

} // namespace

void LockTable::judge(Instant at)
{
    for (const LockName &key : m_judgements.due(at))
        judgeAgain(key, at);
    for (const LockName &key : m_beats.takeUnsure(at))
        judgeAgain(key, at);
}

std::optional<Instant> LockTable::nextJudgement()
{
    return m_judgements.next();
}

void LockTable::setThresholds(const VerdictThresholds &thresholds, Instant at)
{
    if (std::exchange(m_thresholds, thresholds) == thresholds)
        return;
    const QList<LockName> keys = m_locks.keys();
    for (const LockName &key : keys)
        judgeAgain(key, at);
    judge(at); // the locks of one client depend on each other
}

void LockTable::judgeAgain(const LockName &key, Instant at)
{
    const auto entry = m_locks.find(key);
    if (entry == m_locks.end())
        return;
    Lock lock = *entry->lock;
    if (entry->rhythm)
        lock.renewals.missed = entry->rhythm->missedBefore + missedBeats(lock.renewals, at);
    const LockPtr before = entry->lock;
    put(*entry, std::move(lock), at);
    if (before->verdict != entry->lock->verdict || before->renewals != entry->lock->renewals)
        touch(key, true);
}

// The lease is seen whole where the lock was seen to be taken, and right after a renewal.
void LockTable::observe(Entry &entry, const Lock &lock, Instant at)
{
    if (!looksOdd(lock))
        entry.oddSince = {};
    else if (entry.oddSince == Instant() || isMoving(entry.lock.get(), lock))
        entry.oddSince = at;
    if (!isStuck(lock))
        entry.stuckSince = {};
    else if (entry.stuckSince == Instant() || (entry.lock && entry.lock->permits() != lock.permits()))
        entry.stuckSince = at;
    const bool isWhole =
        !lock.heldIsLowerBound || lock.readAt >= lock.renewals.lastAt.value_or(Instant::max());
    if (entry.firstLease == milliseconds(0) && lock.held() && lock.lease && isWhole)
        entry.firstLease = *lock.lease;
    const bool beats = lock.held() && !lock.stale && lockscope::beats(lock);
    const bool isAnothers = entry.lock && entry.lock->owner() != lock.owner();
    if (entry.beats && (!beats || isAnothers))
        m_beats.remove(lock.key, at);
    if (beats && (!entry.beats || isAnothers))
        m_beats.add(lock.key, clientKey(m_registry, lock));
    entry.beats = beats;
    if (beats)
        m_beats.setLateAt(lock.key, beatMissedAt(lock.renewals, 1, m_thresholds.overdue), at);
}

Surroundings LockTable::around(const Entry &entry, const Lock &lock) const
{
    Surroundings around;
    if (entry.beats) {
        const RenewalTracker::Beat beat = m_beats.of(lock.key);
        around.beating = beat.locks;
        around.allLateAt = beat.allLateAt;
    }
    if (entry.oddSince != Instant())
        around.oddSince = entry.oddSince;
    around.oversoldSince = oversoldSince(lock, sharesOf(entry));
    if (entry.stuckSince != Instant())
        around.stuckSince = entry.stuckSince;
    around.heardUntil = heardUntil(lock);
    if (entry.firstLease > milliseconds(0))
        around.firstLease = entry.firstLease;
    if (m_replicasBehind) {
        if (const auto view = m_nodes.constFind(lock.node); view != m_nodes.cend())
            around.replicatedUntil = view->replicatedUntil;
    }
    return around;
}

void LockTable::judge(Entry &entry, Lock &lock, Instant at)
{
    observe(entry, lock, at);
    lock.verdict = lockscope::judge(lock, at, m_thresholds, around(entry, lock));
}

void LockTable::put(Entry &entry, Lock lock, Instant at)
{
    judge(entry, lock, at);
    if (const auto next = lockscope::nextJudgement(lock, at, m_thresholds, around(entry, lock)))
        m_judgements.set(lock.key, *next);
    else
        m_judgements.remove(lock.key);
    keep(entry, std::move(lock));
}

// A lag is told in whole seconds, so a second more may be missing; but 0 means that nothing is. One that is
// not told is less than a second. A replica that its master does not name is not linked.
void LockTable::setReplication(const NodeId &master, const std::vector<Replication> &replicas, Instant toldAt,
                               Instant at)
{
    constexpr milliseconds Coarse = std::chrono::seconds(1);
    NodeView &view = m_nodes[master];
    const std::optional<Instant> before = view.replicatedUntil;
    view.replicatedUntil.reset();
    if (replicas.empty()) {
        view.replicatedAt.reset();
    } else {
        for (const Replication &replica : replicas) {
            const bool hasAll = replica.lagBytes == 0;
            const Instant had = hasAll ? toldAt : toldAt - replica.lag.value_or(milliseconds(0)) - Coarse;
            if (replica.linked && replica.lagBytes && view.replicatedAt.value_or(had) <= had)
                view.replicatedAt = had;
        }
        view.replicatedAt = view.replicatedAt.value_or(toldAt); // or never, for all that is known
        if (toldAt - *view.replicatedAt > m_thresholds.replicaLag + Coarse)
            view.replicatedUntil = view.replicatedAt;
    }
    if (before == view.replicatedUntil)
        return;
    m_replicasBehind = std::any_of(m_nodes.cbegin(), m_nodes.cend(),
                                   [](const NodeView &node) { return node.replicatedUntil.has_value(); });
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

} // namespace lockscope
