// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/quorumtable.h"

#include "core/engine/table/renewalgroups.h"
#include "core/engine/verdicts/verdicttimes.h"

#include <algorithm>

namespace lockscope
{

void QuorumTable::use(const Registry &registry, const VerdictThresholds &thresholds)
{
    m_registry = registry;
    m_thresholds = thresholds;
}

void QuorumTable::setThresholds(const VerdictThresholds &thresholds)
{
    if (std::exchange(m_thresholds, thresholds) != thresholds)
        m_allTouched = true;
}

void QuorumTable::noteNodes(bool areRead)
{
    m_allTouched = true;
    m_areRead = areRead;
    m_isFirstSight = m_isFirstSight || !areRead;
}

LockDelta QuorumTable::merge(const std::vector<LockDelta> &deltas, const Sights &sightOf, Instant at)
{
    LockDelta whole;
    QSet<LockName> touched = std::exchange(m_looked, {});
    for (const LockDelta &delta : deltas) {
        for (const LockPtr &lock : delta.upserted)
            touched.insert(lock->key);
        touched.unite({delta.removed.begin(), delta.removed.end()});
        whole.events.insert(whole.events.end(), delta.events.begin(), delta.events.end());
        whole.refused.insert(whole.refused.end(), delta.refused.begin(), delta.refused.end());
        whole.unread += delta.unread;
        whole.dropped += delta.dropped;
    }
    std::stable_sort(whole.events.begin(), whole.events.end(),
                     [](const LockEvent &a, const LockEvent &b) { return a.at < b.at; });
    if (std::exchange(m_allTouched, false)) {
        for (auto lock = m_locks.cbegin(); lock != m_locks.cend(); ++lock)
            touched.insert(lock.key());
    }
    for (const LockName &key : m_judgements.due(at))
        touched.insert(key);
    whole.reset = std::exchange(m_reset, false);
    for (const LockName &key : std::as_const(touched))
        renew(key, sightOf, at, whole);
    for (const LockName &key : m_renewalTracker.takeUnsure(at)) {
        renew(key, sightOf, at, whole);
        touched.insert(key);
    }
    for (const LockName &key : std::as_const(touched)) {
        if (const LockPtr lock = m_locks.value(key))
            whole.upserted.push_back(lock);
    }
    whole.totals = m_totals;
    m_isFirstSight = !m_areRead;
    return whole;
}

void QuorumTable::renew(const LockName &key, const Sights &sightOf, Instant at, LockDelta &whole)
{
    const LockPtr before = m_locks.value(key);
    if (before)
        m_totals.add(*before, -1);
    const std::vector<MemberSight> sights = sightOf(key);
    std::optional<Lock> lock = mergedLock(sights, before.get());
    if (lock || before)
        noteQuorum(before, lock ? &*lock : nullptr, lock ? lock->extras->copies : copiesOfNothing(sights), at,
                   whole);
    if (!lock) {
        m_judgements.remove(key);
        m_renewalTracker.remove(key, at);
        m_past.remove(key);
        if (m_locks.remove(key) > 0)
            whole.removed.push_back(key);
        return;
    }
    const Surroundings around = remember(*lock, at);
    lock->keepLastKnown(before.get());
    lock->verdict = judge(*lock, at, m_thresholds, around);
    m_judgements.set(key, nextJudgement(*lock, at, m_thresholds, around));
    const auto shared = std::make_shared<const Lock>(*std::move(lock));
    m_totals.add(*shared);
    m_locks.insert(key, shared);
}

void QuorumTable::noteQuorum(const LockPtr &before, const Lock *after, const std::vector<Copy> &copies,
                             Instant at, LockDelta &whole)
{
    QuorumHistory &history = m_past[after ? after->key : before->key].quorum;
    if (auto event = history.follow(before.get(), after, copies, m_isFirstSight)) {
        event->at = at;
        event->wallAt = wallNow() - millisecondsBetween(at, now());
        whole.quorums.push_back(*std::move(event));
    }
}

Surroundings QuorumTable::remember(const Lock &lock, Instant at)
{
    Past &past = m_past[lock.key];
    const Shortfall shortfall = shortfallOf(lock);
    // What was out of sight was lost then, and what was wrong is not better out of sight.
    const bool isSame =
        past.shortfall == shortfall || shortfall == Shortfall::Sight ||
        (past.shortfall == Shortfall::Sight && shortfall == Shortfall::Majority && past.quorum.hadMajority());
    if (!looksOdd(lock))
        past.oddSince.reset();
    else if (!past.oddSince || !isSame)
        past.oddSince = at;
    past.shortfall = shortfall;
    noteBeat(lock, past, at);
    const RenewalTracker::Client client = m_renewalTracker.of(lock.key);
    return {.renewing = client.locks,
            .allLateAt = client.allLateAt,
            .oddSince = past.oddSince,
            .hadMajority = past.quorum.hadMajority()};
}

// Without a majority the lock is not held by any client.
void QuorumTable::noteBeat(const Lock &lock, Past &past, Instant at)
{
    const bool isHeld = lock.heldByMajority() && !lock.stale;
    const QByteArray client = isHeld && hasRhythm(lock) ? clientKey(m_registry, lock) : QByteArray();
    if (client != past.client) {
        m_renewalTracker.remove(lock.key, at);
        if (!client.isEmpty())
            m_renewalTracker.add(lock.key, client);
        past.client = client;
    }
    if (!client.isEmpty())
        m_renewalTracker.setLateAt(lock.key, renewalMissedAt(lock.renewals, 1, m_thresholds.overdue), at);
}

std::vector<LockPtr> QuorumTable::locks() const
{
    return {m_locks.cbegin(), m_locks.cend()};
}

void QuorumTable::clear()
{
    m_reset = m_reset || !m_locks.isEmpty();
    m_locks.clear();
    m_past.clear();
    m_totals = {};
    m_judgements.clear();
    m_renewalTracker.clear();
    m_looked.clear();
    m_areRead = false;
    m_isFirstSight = true;
}

} // namespace lockscope
