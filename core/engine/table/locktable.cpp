// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/table/locktable.h"

#include "core/engine/reading/decodedlock.h"
#include "core/redis/slots.h"

#include <algorithm>

namespace lockscope
{

namespace
{

constexpr qsizetype MaxAbsences = 65'536;
constexpr milliseconds CountLasts = std::chrono::seconds(10); // of waiters, while their lock is away

bool announced(EventSource source)
{
    return source == EventSource::Tracking || source == EventSource::Keyspace || source == EventSource::Act;
}

qint64 largestCount(const Lock &lock)
{
    qint64 largest = 1;
    for (const Holder &holder : lock.holders)
        largest = std::max(largest, holder.count);
    return largest;
}

bool sameExtras(const Lock &a, const Lock &b)
{
    return a.extras == b.extras || (a.extras && b.extras && *a.extras == *b.extras);
}

// Whether a waiter is alive was found out apart from its place in the queue.
void keepAlive(const Waiters &before, Waiters &after)
{
    for (QueuedWaiter &waiter : after.queued) {
        for (const QueuedWaiter &known : before.queued) {
            if (known.id == waiter.id && !waiter.alive)
                waiter.alive = known.alive;
        }
    }
}

// It is free and was, and something told of a change that cannot be seen: somebody had it in between.
bool wasTakenBetween(const Lock &before, const Lock &after, EventSource source)
{
    const bool told = source == EventSource::Tracking || source == EventSource::Keyspace;
    return told && !before.held() && !after.held() && after.type == ValueType::None &&
           before.type == ValueType::None && sameExtras(before, after) &&
           before.waiters.queued == after.waiters.queued;
}

bool sameClients(const Lock &a, const Lock &b)
{
    return a.clients == b.clients || (a.clients && b.clients && *a.clients == *b.clients);
}

// Whether the lock has just what these say of its holders.
bool isNamedBy(const QHash<OwnerId, ClientInfo> &clients, const Lock &lock)
{
    size_t named = 0;
    const size_t has = lock.clients ? lock.clients->size() : 0;
    for (const Holder &holder : lock.holders) {
        const auto client = clients.constFind(holder.id);
        if (client == clients.cend())
            continue;
        if (named == has)
            return false;
        const auto &[owner, known] = (*lock.clients)[named++];
        if (owner != holder.id || !(known == *client))
            return false;
    }
    return named == has;
}

std::shared_ptr<const HolderClients> clientsAmong(const QHash<OwnerId, ClientInfo> &clients, const Lock &lock)
{
    auto named = std::make_shared<HolderClients>();
    for (const Holder &holder : lock.holders) {
        const auto client = clients.constFind(holder.id);
        if (client != clients.cend())
            named->emplace_back(holder.id, *client);
    }
    return named->empty() ? nullptr : named;
}

bool hasSameOwners(const Lock &a, const Lock &b)
{
    const auto isSame = [](const Holder &one, const Holder &other) { return one.id == other.id; };
    return a.node == b.node && a.kind == b.kind &&
           std::equal(a.holders.begin(), a.holders.end(), b.holders.begin(), b.holders.end(), isSame);
}

bool looksAlike(const Lock &a, const Lock &b)
{
    return a.holders == b.holders && a.expiresAt == b.expiresAt && a.lease == b.lease && a.kind == b.kind &&
           a.type == b.type && a.confidence == b.confidence && a.node == b.node && a.db == b.db &&
           a.stale == b.stale && a.lasting == b.lasting && sameExtras(a, b) && a.maxCount == b.maxCount &&
           a.renewals == b.renewals && a.waiters == b.waiters && a.verdict == b.verdict &&
           a.heldSince == b.heldSince && a.ended == b.ended && sameClients(a, b);
}

} // namespace

LockTable::LockTable(const Registry &registry, const VerdictThresholds &thresholds)
    : m_registry(registry), m_thresholds(thresholds)
{
}

void LockTable::apply(const KeyReading &reading, const NodeId &node, int db, EventSource source)
{
    const auto view = m_nodes.constFind(node);
    if (view == m_nodes.cend() || view->clockAhead == milliseconds(0))
        return take(reading, node, db, source);
    KeyReading there = reading;
    there.wallAt += view->clockAhead;
    for (KeyReading &companion : there.companions)
        companion.wallAt += view->clockAhead;
    take(there, node, db, source);
}

void LockTable::take(const KeyReading &reading, const NodeId &node, int db, EventSource source)
{
    if (reading.type == ValueType::Other && reading.size == RefusedSize) {
        m_told.remove(reading.key); // no reading will settle it
        return;
    }
    const auto entry = m_locks.find(reading.key);
    const bool known = entry != m_locks.end();
    if (known && reading.readAt < entry->lock->readAt)
        return;
    std::optional<Decoded> decoded;
    if (reading.type != ValueType::None || !reading.companions.empty() || !reading.listened.isEmpty())
        decoded = m_registry.get().decode(reading).second;
    if (!decoded) {
        settleDeletion(reading.key, node);
        if (reading.type != ValueType::None)
            m_told.remove(reading.key); // something else was written
        forget(reading.key, node, reading.readAt, source);
        return;
    }
    Lock lock = lockFrom(reading, *std::move(decoded), node, db);
    if (overtookEvents(reading.key, node, known ? entry->lock.get() : nullptr, lock, source))
        return;
    if (known)
        refresh(*entry, std::move(lock), source);
    else
        meet(std::move(lock), source);
}

Lock LockTable::lockFrom(const KeyReading &reading, Decoded decoded, const NodeId &node, int db) const
{
    Lock lock;
    describe(lock, reading, std::move(decoded));
    lock.db = db;
    lock.node = node;
    if (m_clustered)
        lock.slot = slotOf(reading.key.bytes);
    if (const auto view = m_nodes.constFind(node); view != m_nodes.cend())
        lock.libraries = view->evidence.ranked(lock.libraries);
    if (lock.expiresAt)
        lock.lease = std::max(millisecondsBetween(reading.readAt, *lock.expiresAt), milliseconds(0));
    lock.heldSince = reading.readAt;
    lock.maxCount = largestCount(lock);
    return lock;
}

// First sight. What a first pass meets did not happen now, so it is no event. It is an acquisition when the
// key was seen missing, or a complete pass knew nothing of it; and an exact one when events told of it at
// once.
void LockTable::meet(Lock lock, EventSource source)
{
    const LockName key = lock.key;
    const auto absence = m_absent.constFind(key);
    if (absence != m_absent.cend() && lock.readAt < absence->at)
        return;
    const auto view = m_nodes.constFind(lock.node);
    const bool isNew = absenceWasSeen(key, lock.node) || (view != m_nodes.cend() && view->complete);
    lock.heldIsLowerBound = !(isNew && announced(source));
    if (const auto told = m_told.find(key); told != m_told.end()) {
        if (const auto taken = std::exchange(told->taken, {}); taken && isNew && lock.held())
            lock.heldSince = std::min(*taken, lock.readAt);
    }
    const bool isBack = absenceWasSeen(key, lock.node);
    if (!lock.held() && isBack)
        lock.ended = absence->ended;
    if (isBack && absence->kind == lock.kind && lock.readAt - absence->countedAt <= CountLasts)
        lock.waiters.subscribed = absence->subscribed; // who waits goes on to, until it is counted anew
    m_absent.remove(key);
    const bool beside = standsBeside(key);
    shareOwners(lock, nullptr);
    nameClients(lock, nullptr);
    if (isNew && lock.held()) {
        Steps steps;
        for (const Holder &holder : lock.holders)
            steps.append({EventKind::Acquired, holder.id, holder.count});
        m_events.add(steps, lock, lock.heldSince, source, beside);
    } else if (announced(source)) {
        m_events.add({Step{EventKind::Changed, lock.owner(), lock.count()}}, lock, lock.readAt, source);
    }
    touch(key, false);
    const Instant at = lock.readAt;
    Entry &entry = m_locks[key];
    entry.beside = beside;
    put(entry, std::move(lock), at);
}

void LockTable::refresh(Entry &entry, Lock lock, EventSource source)
{
    const LockPtr before = entry.lock;
    shareOwners(lock, before.get());
    nameClients(lock, before.get());
    keepOrder(*before, lock);
    const Tolerance tolerance = toleranceOf(*before, source);
    // A pass meets the main key first, and reads whole what it met a further key of: a closer look, no event.
    const bool closerLook = source == EventSource::Scan && !(before->kind == lock.kind);
    Steps steps = stepsBetween(*before, lock, tolerance, sharesOf(entry));
    if (!steps.isEmpty()) {
        Shares shares = lockscope::sharesOf(*before, lock, sharesOf(entry), announced(source));
        entry.shares = shares.empty() ? nullptr : std::make_shared<const Shares>(std::move(shares));
    }
    if (closerLook && !steps.isEmpty() && steps.front().kind == EventKind::Changed)
        steps.clear();
    keepExpiry(*before, lock, tolerance);
    lock.waiters.subscribed = before->waiters.subscribed;
    keepAlive(before->waiters, lock.waiters);
    if (continues(*before, lock)) {
        lock.heldSince = before->heldSince;
        lock.heldIsLowerBound = before->heldIsLowerBound;
        lock.lease = lock.lease ? std::max(before->lease, lock.lease) : before->lease;
        lock.maxCount = std::max(before->maxCount, lock.maxCount);
        lock.renewals = before->renewals;
        if (wasTakenBetween(*before, lock, source)) {
            lock.heldSince = lock.readAt;
            lock.heldIsLowerBound = false;
        }
    } else {
        lock.heldIsLowerBound = !announced(source);
        entry.rhythm.reset();
        entry.firstLease = milliseconds(0);
    }
    if (isUnseenChange(*before) && !continues(*before, lock) && !steps.isEmpty()) {
        for (Step &step : steps)
            step.kind = EventKind::Changed;
    } else if (const bool handedOver = !continues(*before, lock); handedOver || source == EventSource::Act) {
        const bool forced = m_forced.remove(lock.key);
        if (forced && handedOver && before->held())
            steps.front().kind = EventKind::Forced; // the first step ends the old hold
    }
    if (!steps.isEmpty() && steps.front().kind == EventKind::Renewed) {
        const bool countedBefore = entry.rhythm && entry.rhythm->announced > 0;
        countRenewal(entry, *before, lock);
        if (countedBefore)
            steps.clear();
    } else if (entry.rhythm && lock.renewals.lastAt && lock.readAt >= *lock.renewals.lastAt) {
        entry.rhythm->announced = 0;
    }
    if (const auto told = m_told.find(lock.key); told != m_told.end()) {
        if (told->written && *told->written < lock.readAt) // else it may have been asked for before
            told->written.reset();
        if ((!told->setting && !told->written) || lock.node != before->node)
            m_told.erase(told);
    }
    if (!lock.held())
        lock.ended = before->held() && !steps.isEmpty() ? endingBy(steps.front()) : before->ended;
    m_events.add(steps, lock, lock.readAt, source, entry.beside);
    if (!closerLook)
        tellOfQueue(*before, lock, source);
    const Instant at = lock.readAt;
    judge(entry, lock, at);
    if (looksAlike(*before, lock)) {
        keep(entry, std::move(lock)); // only readAt is newer
        return;
    }
    touch(lock.key, true);
    put(entry, std::move(lock), at);
}

const Shares &LockTable::sharesOf(const Entry &entry)
{
    static const Shares none;
    return entry.shares ? *entry.shares : none;
}

void LockTable::tellOfQueue(const Lock &before, const Lock &after, EventSource source)
{
    const auto queued = qint64(after.waiters.queued.size());
    if (queued != qint64(before.waiters.queued.size()))
        m_events.add({Step{EventKind::Waiters, after.owner(), after.waiters.atLeast()}}, after, after.readAt,
                     source);
}

void LockTable::countRenewal(Entry &entry, const Lock &before, Lock &after)
{
    if (!entry.rhythm)
        entry.rhythm = std::make_shared<RenewalRhythm>();
    if (entry.rhythm->announced > 0) {
        entry.rhythm->announced = 0;
        return;
    }
    const std::optional<milliseconds> period = after.renewals.period;
    const bool sawAll = !heardUntil(before) || !period || after.readAt - before.readAt <= *period;
    entry.rhythm->note(after.renewals, renewedAt(before, after), sawAll);
    entry.rhythm->readAhead = after.readAt;
}

// known: an event said how it ended; else the deadline decides. absentAt: since when readings that show it
// are newer than this; else at.
void LockTable::forget(const LockName &key, const NodeId &node, Instant at, EventSource source,
                       std::optional<EventKind> known, std::optional<Instant> absentAt)
{
    const auto entry = m_locks.constFind(key);
    if (entry == m_locks.cend()) {
        rememberAbsence(key, {.at = absentAt.value_or(at), .node = node});
        return;
    }
    const LockPtr lock = entry->lock;
    if (lock->node != node) // gone from a node that it left before
        return;
    const bool forced = m_forced.remove(key);
    Steps steps = stepsToNothing(*lock, at, toleranceOf(*lock, source), forced, sharesOf(*entry));
    if (known && !forced && lock->held()) {
        for (Step &step : steps)
            step.kind = *known;
    }
    if (isUnseenChange(*lock) && !forced && !known) {
        for (Step &step : steps)
            step.kind = step.kind == EventKind::Released ? EventKind::Changed : step.kind;
    }
    m_events.add(steps, *lock, at, source, entry->beside);
    if (entry->beats)
        m_beats.remove(key, at);
    touch(key, true);
    if (!m_touched.value(key))
        m_touched.remove(key); // came and went since the last delta
    m_totals.add(*lock, -1);
    ++m_ownersRevision;
    const bool beside = entry->beside;
    m_locks.erase(entry);
    m_judgements.remove(key);
    m_told.remove(key);
    const Ending ended = lock->held() ? endingBy(steps.front()) : lock->ended;
    rememberAbsence(key, {.at = absentAt.value_or(at),
                          .node = node,
                          .kind = lock->kind,
                          .ended = ended,
                          .told = known.has_value(),
                          .beside = beside,
                          .subscribed = lock->waiters.subscribed,
                          .countedAt = at});
}

// Between its last reading and now lies a change of master.
bool LockTable::isUnseenChange(const Lock &before) const
{
    const auto view = m_nodes.constFind(before.node);
    return view != m_nodes.cend() && view->failedOver && before.readAt < *view->failedOver;
}

void LockTable::failOver(const NodeId &from, const NodeId &to, Instant at)
{
    for (auto entry = m_locks.begin(); entry != m_locks.end(); ++entry) {
        if (entry->lock->node != from)
            continue;
        Lock lock = *entry->lock;
        lock.node = to;
        lock.stale = true;
        lock.clients.reset(); // they are connected elsewhere now, if at all
        touch(lock.key, true);
        const Instant readAt = lock.readAt;
        put(*entry, std::move(lock), readAt);
    }
    m_nodes[from].complete = false;
    NodeView &view = m_nodes[to];
    view.clients.clear(); // as it was when it was a master before
    view.clientsSpread = false;
    ++m_ownersRevision;
    view.complete = false;
    view.gapAt = at;
    view.failedOver = at;
    view.heardSince.reset();
}

bool LockTable::absenceWasSeen(const LockName &key, const NodeId &node) const
{
    const auto absence = m_absent.constFind(key);
    if (absence == m_absent.cend() || absence->node != node)
        return false;
    const auto view = m_nodes.constFind(node);
    return view == m_nodes.cend() || absence->at > view->gapAt;
}

// What the key was before is kept: of a lock that comes and goes often nothing else may ever be read.
void LockTable::rememberAbsence(const LockName &key, const Absence &absence)
{
    const auto known = m_absent.find(key);
    if (known != m_absent.end() && known->node == absence.node && absence.kind.name.empty()) {
        known->at = std::max(known->at, absence.at);
        return;
    }
    if (m_absent.size() >= MaxAbsences) {
        const Instant old = absence.at - std::chrono::seconds(5);
        m_absent.removeIf([old](auto entry) { return entry.value().at < old; });
        if (m_absent.size() >= MaxAbsences)
            m_absent.clear();
    }
    m_absent.insert(key, absence);
}

void LockTable::setWaiters(const LockName &key, qint64 subscribed, Instant at, const std::vector<bool> &alive)
{
    const auto entry = m_locks.find(key);
    if (entry == m_locks.end()) {
        if (const auto absence = m_absent.find(key); absence != m_absent.end()) {
            absence->subscribed = subscribed;
            absence->countedAt = at;
        }
        return;
    }
    Lock lock = *entry->lock;
    for (size_t i = 0; i < alive.size() && alive.size() == lock.waiters.queued.size(); ++i)
        lock.waiters.queued[i].alive = alive[i];
    const bool worthTelling =
        lock.waiters.subscribed != subscribed && (lock.waiters.subscribed || subscribed > 0);
    lock.waiters.subscribed = subscribed;
    if (lock.waiters == entry->lock->waiters)
        return;
    if (worthTelling)
        m_events.add({Step{EventKind::Waiters, lock.owner(), subscribed}}, lock, at, EventSource::Poll);
    touch(key, true);
    put(*entry, std::move(lock), at);
}

void LockTable::markForced(const LockName &key, bool forced)
{
    if (!forced)
        m_forced.remove(key);
    else if (m_locks.contains(key))
        m_forced.insert(key);
}

void LockTable::setStale(const NodeId &node, bool stale)
{
    if (stale) {
        m_nodes[node].complete = false;
        m_nodes[node].heardSince.reset();
    } else if (m_nodes[node].failedOver) { // until it is known what became of each
        return;
    }
    for (auto entry = m_locks.begin(); entry != m_locks.end(); ++entry) {
        if (entry->lock->node != node || entry->lock->stale == stale)
            continue;
        Lock lock = *entry->lock;
        lock.stale = stale;
        touch(lock.key, true);
        const Instant at = lock.readAt;
        put(*entry, std::move(lock), at);
    }
}

void LockTable::setEvidence(const NodeId &node, ScriptEvidence evidence)
{
    m_nodes[node].evidence = std::move(evidence);
}

void LockTable::setRoundTrip(const NodeId &node, milliseconds roundTrip)
{
    m_nodes[node].roundTrip = roundTrip;
}

// It is measured to half a round trip, each time a little different: that moves no expiry.
void LockTable::setClock(const NodeId &node, milliseconds ahead)
{
    constexpr milliseconds Noise{20};
    NodeView &view = m_nodes[node];
    if (std::chrono::abs(ahead - view.clockAhead) > Noise + view.roundTrip)
        view.clockAhead = ahead;
}

void LockTable::setHeard(const NodeId &node, std::optional<Instant> since)
{
    std::optional<Instant> &known = m_nodes[node].heardSince;
    known = since && known ? std::min(*known, *since) : since;
}

std::optional<Instant> LockTable::heardUntil(const Lock &lock) const
{
    const auto view = m_nodes.constFind(lock.node);
    const bool all = view == m_nodes.cend() || (view->heardSince && lock.readAt >= *view->heardSince);
    return all ? std::nullopt : std::optional(lock.readAt);
}

void LockTable::noteGap(const NodeId &node, Instant at)
{
    NodeView &view = m_nodes[node];
    view.complete = false;
    view.heardSince.reset();
    view.gapAt = at;
    m_told.clear(); // what was told of before may be over
}

void LockTable::dropUnseen(const NodeId &node, const QSet<LockName> &seen, Instant passBegan, Instant at)
{
    const auto met = [&](const Lock &lock) {
        return lock.node != node || lock.readAt >= passBegan || seen.contains(lock.key);
    };
    std::vector<LockName> gone;
    for (const Entry &entry : std::as_const(m_locks)) {
        if (!met(*entry.lock))
            gone.push_back(entry.lock->key);
    }
    // Away at some moment of the pass: it may be back, and a reading on its way now may say so.
    for (const LockName &key : gone)
        forget(key, node, at, EventSource::Scan, {}, passBegan);
    notePass(node, passBegan);
}

void LockTable::notePass(const NodeId &node, Instant passBegan)
{
    NodeView &view = m_nodes[node];
    view.complete = view.gapAt < passBegan;
    if (view.failedOver && *view.failedOver < passBegan)
        view.failedOver.reset();
}

void LockTable::clear()
{
    m_locks.clear();
    m_touched.clear();
    m_absent.clear();
    m_forced.clear();
    m_told.clear();
    m_judgements.clear();
    m_beats.clear();
    m_events.clear();
    m_totals = {};
    ++m_ownersRevision;
    for (NodeView &view : m_nodes)
        view.complete = false;
    m_reset = true;
}

LockPtr LockTable::find(const LockName &key) const
{
    const auto entry = m_locks.constFind(key);
    return entry == m_locks.cend() ? LockPtr{} : entry->lock;
}

LockDelta LockTable::takeDelta()
{
    LockDelta delta;
    delta.reset = std::exchange(m_reset, false);
    for (auto touched = m_touched.cbegin(); touched != m_touched.cend(); ++touched) {
        if (LockPtr lock = find(touched.key()))
            delta.upserted.push_back(std::move(lock));
        else if (touched.value())
            delta.removed.push_back(touched.key());
    }
    m_touched.clear();
    delta.events = m_events.take();
    delta.dropped = m_events.takeDropped();
    delta.totals = m_totals;
    delta.unread = std::exchange(m_unread, 0);
    return delta;
}

Tolerance LockTable::toleranceOf(const Lock &lock, EventSource source) const
{
    const auto view = m_nodes.constFind(lock.node);
    const milliseconds roundTrip = view == m_nodes.cend() ? milliseconds(0) : view->roundTrip;
    return Tolerance::of(lock.lease, roundTrip, announced(source));
}

void LockTable::shareOwners(Lock &lock, const Lock *before)
{
    for (Holder &holder : lock.holders) {
        const OwnerId *known = nullptr;
        if (before) {
            for (const Holder &other : before->holders) {
                if (other.id == holder.id)
                    known = &other.id;
            }
        }
        if (known)
            holder.id = *known;
        else
            m_owners.share(holder.id);
    }
}

// Most locks of most servers have none: that costs nothing.
void LockTable::nameClients(Lock &lock, const Lock *before) const
{
    lock.clients.reset();
    const auto view = m_nodes.constFind(lock.node);
    if (view == m_nodes.cend() || view->clients.isEmpty())
        return;
    if (before)
        lock.clients = before->clients;
    if (!isNamedBy(view->clients, lock))
        lock.clients = clientsAmong(view->clients, lock);
}

bool LockTable::giveClients(Entry &entry, const QHash<OwnerId, ClientInfo> &clients, Instant at)
{
    if (isNamedBy(clients, *entry.lock))
        return false;
    Lock lock = *entry.lock;
    lock.clients = clientsAmong(clients, lock);
    touch(lock.key, true);
    put(entry, std::move(lock), at);
    return true;
}

bool LockTable::setClients(const NodeId &node, const QHash<OwnerId, ClientInfo> &clients, Instant at)
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

bool LockTable::setClients(const LockName &key, const QHash<OwnerId, ClientInfo> &clients, Instant at)
{
    const auto entry = m_locks.find(key);
    if (entry == m_locks.end())
        return false;
    NodeView &view = m_nodes[entry->lock->node];
    for (const Holder &holder : entry->lock->holders) {
        const auto client = clients.constFind(holder.id);
        const auto known = view.clients.constFind(holder.id);
        if (client != clients.cend() && (known == view.clients.cend() || !(*known == *client))) {
            view.clients.insert(holder.id, *client);
            view.clientsSpread = false;
        } else if (client == clients.cend() && view.clients.remove(holder.id)) {
            view.clientsSpread = false;
        }
    }
    return giveClients(*entry, clients, at);
}

void LockTable::keep(Entry &entry, Lock lock)
{
    if (entry.lock)
        m_totals.add(*entry.lock, -1);
    if (!entry.lock || !hasSameOwners(*entry.lock, lock))
        ++m_ownersRevision;
    m_totals.add(lock);
    entry.lock = std::make_shared<const Lock>(std::move(lock));
}

void LockTable::touch(const LockName &key, bool wasThere)
{
    if (!m_touched.contains(key))
        m_touched.insert(key, wasThere);
}

} // namespace lockscope
