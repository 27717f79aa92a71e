// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/table/locktable.h"

#include "core/engine/reading/decodedlock.h"
#include "core/redis/slots.h"
#include "core/values/sameowner.h"

#include <QScopeGuard>

#include <algorithm>

namespace lockscope
{

namespace
{

constexpr milliseconds CountLasts{10'000}; // a count of waiters stays valid while their lock is gone

} // namespace

LockTable::LockTable(const Registry &registry, const VerdictThresholds &thresholds)
    : m_entries(registry, thresholds),
      m_keyEvents(m_entries, m_absences, m_events,
                  [this](const LockName &key, const NodeId &node, Instant at, EventKind how) {
                      forget(key, node, {.at = at, .known = how}, EventSource::Keyspace);
                  })
{
}

void LockTable::apply(const KeyReading &reading, const NodeId &node, int db, EventSource source)
{
    const std::optional<WallTime> wallAt = m_entries.nodeView(node).wallAt(reading.readAt);
    if (!wallAt)
        return take(reading, node, db, source);
    KeyReading there = reading;
    const WallTime::duration ahead = *wallAt - reading.wallAt;
    there.wallAt = *wallAt;
    for (KeyReading &companion : there.companions)
        companion.wallAt += ahead;
    take(there, node, db, source);
}

void LockTable::noteOwner(const LockName &key, const NodeId &node)
{
    Entry *entry = m_entries.find(key);
    if (!entry || entry->lock->node == node)
        return;
    Lock lock = *entry->lock;
    const Instant at = lock.readAt;
    lock.node = node;
    LockEntries::forgetWaiters(*entry, lock);
    m_entries.change(*entry, std::move(lock), at);
}

void LockTable::take(const KeyReading &reading, const NodeId &node, int db, EventSource source)
{
    if (reading.type == ValueType::Other && reading.size == RefusedSize) {
        m_keyEvents.remove(reading.key); // no read will ever settle it
        return;
    }
    Entry *entry = m_entries.find(reading.key);
    const bool isPart = reading.type == ValueType::None && reading.size == RefusedSize;
    if (isPart && entry && entry->lock->node != node) // its slot is moving, and its former node has it still
        return m_entries.change(*entry, withUnread(*entry->lock, reading), reading.readAt);
    if (entry && reading.readAt < entry->lock->readAt)
        return;
    auto readAgain = qScopeGuard([&] { m_refused.remove(reading.key); });
    std::optional<Decoded> decoded;
    if (reading.type != ValueType::None || !reading.companions.empty() || !reading.listened.isEmpty())
        decoded = decodeAs(m_entries.registry(), reading, entry ? entry->lock.get() : nullptr,
                           m_entries.nodeView(node).evidence)
                      .second;
    if (!decoded) {
        const LockPtr known = entry ? entry->lock : LockPtr(); // settling may remove the entry
        m_keyEvents.settleDeletion(reading.key, node);
        if (reading.type != ValueType::None)
            m_keyEvents.remove(reading.key); // something other than a lock was written
        // A flush names no keys: what is read after it without an announcement was not announced.
        const bool isUnnamed = known && reading.changes == 0 && source != EventSource::Act &&
                               m_entries.nodeView(node).isFlushed(known->readAt);
        const Gone gone{.at = reading.readAt,
                        .uncertainty = reading.uncertainty,
                        .isOther = reading.type != ValueType::None};
        forget(reading.key, node, gone, isUnnamed ? EventSource::Scan : source);
        return;
    }
    Lock lock = lockFrom(reading, *std::move(decoded), node, db);
    if (m_keyEvents.isOvertakenBy(lock, entry ? entry->lock.get() : nullptr, source))
        return readAgain.dismiss();
    if (entry)
        refresh(*entry, std::move(lock), reading, source);
    else
        meet(std::move(lock), source, reading);
}

Lock LockTable::lockFrom(const KeyReading &reading, Decoded decoded, const NodeId &node, int db) const
{
    Lock lock;
    describe(lock, reading, std::move(decoded));
    lock.db = db;
    lock.node = node;
    if (m_clustered)
        lock.slot = slotOf(reading.key.bytes);
    const NodeView &view = m_entries.nodeView(node);
    lock.stale = view.lostAt && reading.readAt < *view.lostAt; // Delivered after the loss
    lock.libraries = view.evidence.ranked(lock.libraries);
    view.evidence.noteSemaphore(lock);
    if (lock.expiresAt)
        lock.lease = std::max(millisecondsBetween(reading.readAt, *lock.expiresAt), milliseconds(0));
    lock.heldSince = reading.readAt;
    for (const Holder &holder : lock.holders)
        lock.maxCount = std::max(lock.maxCount, holder.count);
    return lock;
}

// The first read of a lock. What a first pass finds did not happen now: no event. It is an acquisition if the
// key was read as missing or a complete pass did not find it; exact if an event announced it.
void LockTable::meet(Lock lock, EventSource source, const KeyReading &reading)
{
    const LockName key = lock.key;
    const Absence *absence = m_absences.find(key);
    if (absence && lock.readAt < absence->at)
        return;
    const bool wasRefused = m_refused.contains(key);
    const bool isBack = !wasRefused && bool(seenAbsence(key, lock.node));
    const bool isNew = isBack || (!wasRefused && m_entries.nodeView(lock.node).complete);
    const bool wasTold = wasRefused || (absence && absence->wasLock()); // that it is free, or unknown
    lock.heldIsLowerBound = !(isNew && isAnnounced(source));
    if (const auto taken = m_keyEvents.takeTaken(key); taken && isNew && lock.held())
        lock.heldSince = std::min(*taken, lock.readAt);
    if (!lock.held() && isBack)
        lock.ended = absence->ended;
    // Waiters keep waiting; valid until the next count.
    if (isBack && absence->isOf(lock) && lock.readAt - absence->countedAt <= CountLasts)
        m_entries.nodeView(lock.node).setSubscribed(lock, absence->subscribed);
    const size_t queued = reading.companionsRead && isBack ? absence->queued : 0;
    m_absences.remove(key);
    if (const LockPtr known = m_expected.take(key); known && !isNew)
        continueFrom(*known, lock, toleranceOf(*known, lock.uncertainty, source));
    std::optional<bool> beside;
    m_owners.share(lock, nullptr);
    m_entries.nameClients(lock, nullptr);
    if (isNew && lock.held()) {
        Steps steps;
        for (const Holder &holder : lock.holders)
            steps.append({EventKind::Acquired, holder.id, holder.count});
        beside = standsBeside(m_entries.registry(), key);
        m_events.add(steps, lock, lock.heldSince, source, *beside);
    } else if ((isAnnounced(source) && !(isBack && lock.type == ValueType::None)) || // only a queue is left
               (wasTold && lock.held())) {
        m_events.add({Step{EventKind::Changed, lock.owner(), lock.count()}}, lock, lock.readAt, source);
    }
    if (queued > 0 && queued != lock.waiters.queued.size())
        m_events.add({Step{EventKind::Waiters, lock.owner(), lock.waiters.count().least}}, lock, lock.readAt,
                     source);
    m_entries.touch(key, false);
    const Instant at = lock.readAt;
    Entry &entry = m_entries.add(key);
    entry.beside = beside;
    entry.isWhole = isWhole(reading);
    m_entries.put(entry, std::move(lock), at);
}

void LockTable::refresh(Entry &entry, Lock lock, const KeyReading &reading, EventSource source)
{
    const std::optional<Instant> replaced = m_keyEvents.takeReplaced(lock.key, lock.readAt);
    if (replaced && entry.lock->held() && continues(*entry.lock, lock))
        m_entries.doubt(entry, *replaced, *replaced);
    const LockPtr before = entry.lock;
    m_owners.share(lock, before.get());
    m_entries.nameClients(lock, before.get());
    keepOrder(*before, lock);
    keepUnread(*before, lock);
    const Tolerance tolerance = toleranceOf(*before, lock.uncertainty, source);
    // A pass reads the main key first and the whole lock later: that adds detail and is not an event.
    const bool wasWhole = std::exchange(entry.isWhole, isWhole(reading));
    const bool isOtherKind = source == EventSource::Scan && !(before->kind == lock.kind);
    const bool closerLook = isPartlyRead(*before) || isPartlyRead(lock) || isOtherKind;
    const bool goesOn = continues(*before, lock);
    const bool wasRefused = m_refused.contains(lock.key);
    Steps steps = stepsBetween(*before, lock, tolerance, LockEntries::sharesOf(entry));
    if (!steps.isEmpty() || holdersInTime(*before) < holdersInTime(lock)) {
        Shares shares = sharesOf(*before, lock, LockEntries::sharesOf(entry), tolerance.announced);
        entry.shares = shares.empty() ? nullptr : std::make_shared<const Shares>(std::move(shares));
    }
    const bool isCompleted = isOtherKind && !wasWhole && entry.isWhole; // the former holder was misread
    if (isCompleted || (closerLook && !steps.isEmpty() &&
                        (steps.front().kind == EventKind::Changed || isRest(*before, lock))))
        steps.clear();
    keepExpiry(*before, lock, tolerance);
    keepWaiters(before->waiters, lock);
    if (lock.node != before->node)
        LockEntries::forgetWaiters(entry, lock);
    auto doubt = LockEntries::Doubt::None;
    if (goesOn) {
        keepHold(*before, lock, tolerance, source);
        doubt = m_entries.doubtHold(entry, *before, lock, steps, reading.changes, source, wasRefused);
    } else {
        lock.heldIsLowerBound = !tolerance.announced;
        entry.rhythm.reset();
        entry.rhythms.reset();
        entry.firstLease.reset();
    }
    // Each of several holders has a lease of its own.
    if (before->holders.size() > 1 || lock.holders.size() > 1)
        entry.firstLease.reset();
    if (lock.kind == LockKind{"shedlock"} && steps.size() == 2 &&
        endingBy(steps.front()) == Ending::Released && mayBeExtended(before->owner(), lock.owner())) {
        steps = {Step{EventKind::Changed, lock.owner(), lock.count()}};
        lock.heldIsLowerBound = true;
    }
    const bool isFlushed = m_entries.nodeView(before->node).isFlushed(before->readAt);
    if (replaced || (!goesOn && (isUnseenChange(*before) || isFlushed || isCounted(*before, lock))))
        becomeChanges(steps);
    const bool forced = (!goesOn || source == EventSource::Act) && std::exchange(entry.forced, false);
    if (forced && !goesOn && before->held() && !steps.isEmpty() && !isUnseenChange(*before))
        steps.front().kind = EventKind::Forced; // the first step ends the old hold
    const bool isExpiryOfRenewal = steps.isEmpty() || steps.front().kind == EventKind::Renewed;
    m_entries.followRenewals(entry, *before, lock, steps, source, doubt);
    if (doubt == LockEntries::Doubt::Unheard &&
        (wasRefused || before->readAt < m_entries.nodeView(before->node).gapAt))
        becomeChanges(steps);
    if (wasRefused && steps.isEmpty())
        steps.append({EventKind::Changed, lock.owner(), lock.count()});
    if (!entry.rhythm || entry.rhythm->announced == 0 || !steps.isEmpty())
        m_events.settle(lock.key, lock.readAt, isExpiryOfRenewal ? lock.expiresAt : std::nullopt);
    m_keyEvents.settle(lock.key, lock.readAt, lock.node != before->node);
    if (!lock.held())
        lock.ended = before->held() && !steps.isEmpty() ? endingBy(steps.front()) : before->ended;
    if (!steps.isEmpty())
        m_events.add(steps, lock, lock.readAt, source, m_entries.isBeside(entry));
    if (!closerLook)
        tellOfQueue(entry, lock, source);
    const Instant at = lock.readAt;
    m_entries.judge(entry, lock, at);
    if (looksAlike(*before, lock)) // only readAt is newer
        return m_entries.keep(entry, std::move(lock));
    m_entries.touch(lock.key, true);
    m_entries.putJudged(entry, std::move(lock), at);
}

void LockTable::tellOfQueue(Entry &entry, const Lock &after, EventSource source)
{
    const Waiters &before = entry.lock->waiters;
    const qint64 count = after.waiters.count().least;
    if (after.waiters.queued.size() == before.queued.size() || count == before.count().least)
        return;
    entry.waitersTold.reset();
    m_events.add({Step{EventKind::Waiters, after.owner(), count}}, after, after.readAt, source);
}

void LockTable::forget(const LockName &key, const NodeId &node, const Gone &gone, EventSource source)
{
    const auto &[at, told, uncertainty, absentAt, isOther] = gone;
    // Of a lock that the server refuses to show, an event says that it ended, but not whose hold that was.
    const bool isTold = told && !m_refused.contains(key);
    Entry *entry = m_entries.find(key);
    if (!entry) {
        m_absences.remember(key, {.at = absentAt.value_or(at), .node = node});
        return;
    }
    const LockPtr lock = entry->lock;
    if (lock->node != node) // the lock has moved to another node
        return;
    const bool forced = entry->forced;
    Steps steps = stepsToNothing(*lock, at, toleranceOf(*lock, uncertainty, source), forced,
                                 LockEntries::sharesOf(*entry));
    if (isTold && !forced && lock->held()) {
        for (Step &step : steps) // those of readers that were told as expired name no owner
            step.kind = step.owner.isEmpty() && !lock->owner().isEmpty() ? step.kind : *told;
    }
    const bool isFlushed = m_entries.nodeView(node).isFlushed(lock->readAt) && !isAnnounced(source);
    const bool isUnseen = isUnseenChange(*lock);
    if ((isUnseen || isFlushed || isOther) && !forced && !isTold) {
        for (Step &step : steps)
            step.kind = isUnseen || step.kind == EventKind::Released ? EventKind::Changed : step.kind;
    }
    const bool beside = m_entries.isBeside(*entry);
    m_events.settle(key, at, {});
    m_events.add(steps, *lock, at, source, beside);
    m_entries.remove(key, at);
    m_keyEvents.remove(key);
    const Ending ended = lock->held() ? endingBy(steps.front()) : lock->ended;
    const auto &queue = lock->waiters.queued; // who takes the lock next leaves it, and was counted
    m_absences.remember(key, {.at = absentAt.value_or(at),
                              .node = node,
                              .kind = lock->kind,
                              .ended = ended,
                              .told = told.has_value(),
                              .beside = beside,
                              .subscribed = queue.empty() ? lock->waiters.subscribed : std::nullopt,
                              .queued = queue.size(),
                              .countedAt = at});
}

void LockTable::setWaiters(const LockName &key, qint64 subscribed, Instant at,
                           const std::vector<QueuedWaiter> &listening)
{
    Entry *entry = m_entries.find(key);
    if (!entry) {
        if (Absence *absence = m_absences.find(key)) {
            absence->subscribed = subscribed;
            absence->countedAt = at;
        }
        return;
    }
    Lock lock = *entry->lock;
    for (QueuedWaiter &waiter : lock.waiters.queued) { // the queue may have moved since the count began
        const auto found = std::ranges::find(listening, waiter.id, &QueuedWaiter::id);
        if (found != listening.end())
            waiter.alive = found->alive;
    }
    const qint64 told = lock.waiters.count().least;
    m_entries.nodeView(lock.node).setSubscribed(lock, subscribed);
    const qint64 before =
        lock.waiters.isKnown() ? std::exchange(entry->waitersTold, {}).value_or(told) : told;
    entry->countedAt = std::max(entry->countedAt, at);
    if (lock.waiters == entry->lock->waiters) {
        if (isStuck(lock) || looksOdd(lock)) // for longer than it was known so far
            m_entries.judgeAgain(key, at);
        return;
    }
    const qint64 count = lock.waiters.count().least;
    if (before != count)
        m_events.add({Step{EventKind::Waiters, lock.owner(), count}}, lock, at, EventSource::Poll);
    m_entries.change(*entry, std::move(lock), at);
}

void LockTable::dropUnseen(const NodeId &node, const QSet<LockName> &seen, Instant passBegan, Instant at,
                           const QSet<LockName> &besides)
{
    const auto met = [&](const Lock &lock) {
        return lock.node != node || lock.readAt >= passBegan || seen.contains(lock.key) ||
               besides.contains(lock.key);
    };
    std::vector<LockName> gone;
    for (const Entry &entry : std::as_const(m_entries).all()) {
        if (!met(*entry.lock))
            gone.push_back(entry.lock->key);
    }
    // The keys were missing at some time during the pass; a read under way may show that they are back.
    for (const LockName &key : gone)
        forget(key, node, {.at = at, .absentAt = passBegan}, EventSource::Scan);
    notePass(node, passBegan);
}

void LockTable::expect(const std::vector<LockPtr> &known, Instant at)
{
    for (const LockPtr &lock : known) {
        if (Entry *entry = m_entries.find(lock->key)) {
            Lock longer = *entry->lock;
            if (continueFrom(*lock, longer, toleranceOf(*lock, longer.uncertainty, EventSource::Scan)))
                m_entries.change(*entry, std::move(longer), at);
        } else if (!hasWholePass(lock->node)) {
            m_expected.insert(lock->key, lock);
        }
    }
}

void LockTable::notePass(const NodeId &node, Instant passBegan)
{
    m_entries.node(node).notePass(passBegan);
    m_expected.removeIf([&node](ExpectedLocks::iterator known) { return known.value()->node == node; });
}

LockDelta LockTable::takeDelta(Instant at)
{
    LockDelta delta = m_entries.takeDelta();
    for (const auto &[key, lockKind, owner, since] : m_entries.takeDoubts())
        delta.doubts.push_back({key, lockKind, owner, m_events.wallTimeAt(since)});
    std::ranges::stable_sort(delta.doubts, {}, &HoldDoubt::at);
    delta.events = m_events.take(at);
    delta.dropped = m_events.takeDropped();
    delta.orders = std::exchange(m_orders, {});
    delta.unread = m_keyEvents.takeUnread();
    delta.refused = m_refused.takeReports();
    delta.readAgain = m_refused.takeReadAgain();
    return delta;
}

bool LockTable::noteRefused(const LockName &key, const Failure &why, bool isWatched, WallTime at)
{
    Entry *entry = m_entries.find(key);
    const Absence *absence = m_absences.find(key);
    if (!entry && !isWatched && !m_refused.contains(key) && !(absence && absence->wasLock()))
        return false;
    m_keyEvents.remove(key);
    m_refused.note(key, entry ? entry->lock->owner() : OwnerId{}, why, at);
    showAsStale(key);
    return true;
}

// That the node answers tells nothing of the keys that it refuses to show.
void LockTable::setStale(const NodeId &node, bool stale, std::optional<Instant> heardAt)
{
    m_entries.setStale(node, stale, heardAt);
    for (const LockName &key : m_refused.keys())
        showAsStale(key);
}

} // namespace lockscope
