// SPDX-License-Identifier: GPL-3.0-or-later
// What keyspace events tell the table. They come on another connection than readings do, in order among
// themselves: events say what happened and when, readings say to whom. A reading that shows what events are
// still to tell of is left to them, so that nothing is told twice.
#include "core/engine/table/locktable.h"

#include <algorithm>

namespace lockscope
{

namespace
{

std::optional<EventKind> endingOf(const QByteArray &event)
{
    if (event == "del")
        return EventKind::Released;
    if (event == "expired")
        return EventKind::Expired;
    if (event == "evicted" || event == "rename_from" || event == "move_from")
        return EventKind::Changed;
    return {};
}

} // namespace

void LockTable::noteRenewal(const LockName &key, const NodeId &node, Instant at)
{
    const auto entry = m_locks.find(key);
    if (entry == m_locks.end() || !entry->lock->held() || entry->lock->node != node)
        return;
    if (!entry->rhythm)
        entry->rhythm = std::make_shared<RenewalRhythm>();
    RenewalRhythm &rhythm = *entry->rhythm;
    // The event of a renewal that a reading has shown already: it comes within a round trip of that reading.
    const auto readAhead = std::exchange(rhythm.readAhead, std::nullopt);
    if (readAhead && at - *readAhead < milliseconds(250))
        return;
    ++rhythm.announced;
    Lock lock = *entry->lock;
    rhythm.note(lock.renewals, at);
    m_events.add({Step{EventKind::Renewed, lock.owner(), lock.count()}}, lock, at, EventSource::Keyspace);
    touch(key, true);
    put(*entry, std::move(lock), at);
}

void LockTable::noteHappened(const LockName &key, const QByteArray &event, const NodeId &node, Instant at,
                             bool mayHaveMoved)
{
    const auto entry = m_locks.constFind(key);
    if (entry != m_locks.cend() && entry->lock->node != node)
        return;
    const auto ending = endingOf(event);
    if (ending && entry != m_locks.cend() && entry->beside) {
        m_told.remove(key); // the reading that follows tells what is left
    } else if (ending && mayHaveMoved && event == "del") {
        if (entry != m_locks.cend() || m_told.contains(key))
            m_told[key].deleted = at;
    } else if (ending) {
        noteDeleted(key, node, at, *ending);
    } else if (event != "expire" && event != "persist") {
        noteWritten(key, node, at);
    } else if (entry != m_locks.cend()) {
        // Taking, re-entering and giving back set an expiry too: that is no renewal.
        const auto told = m_told.find(key);
        const bool ofWrite = told != m_told.end() && std::exchange(told->setting, false);
        if (!ofWrite && event == "expire")
            noteRenewal(key, node, at);
    }
}

void LockTable::noteWritten(const LockName &key, const NodeId &node, Instant at)
{
    settleDeletion(key, node); // written here again, so it had not moved away
    if (m_locks.contains(key)) {
        PendingEvents &told = m_told[key];
        told.setting = true;
        told.written = at;
        return;
    }
    if (m_told.contains(key) || m_registry.get().roleOf(key.bytes).kind != NameRole::Kind::Open)
        return;
    m_told.insert(key, {.setting = true, .taken = at});
}

void LockTable::noteDeleted(const LockName &key, const NodeId &node, Instant at, EventKind kind)
{
    const PendingEvents told = m_told.take(key);
    if (!m_locks.contains(key) && told.taken && !cameAndWent(key, node, *told.taken, at, kind))
        ++m_unread;
    forget(key, node, at, EventSource::Keyspace, kind);
}

// The key was deleted, and did not move.
void LockTable::settleDeletion(const LockName &key, const NodeId &node)
{
    const auto told = m_told.constFind(key);
    if (told != m_told.cend() && told->deleted)
        noteDeleted(key, node, Instant(*told->deleted), EventKind::Released);
}

// No reading shows it. Whether it was a lock at all only its past can tell; false: it does not.
bool LockTable::cameAndWent(const LockName &key, const NodeId &node, Instant taken, Instant gone,
                            EventKind how)
{
    const auto absence = m_absent.constFind(key);
    if (absence == m_absent.cend() || absence->kind.name.empty() || absence->beside ||
        !absenceWasSeen(key, node))
        return false;
    Lock lock;
    lock.key = key;
    lock.node = node;
    lock.kind = absence->kind;
    const Step began{.kind = EventKind::Acquired, .count = 1};
    const Step ended{.kind = m_forced.remove(key) ? EventKind::Forced : how,
                     .held = std::max(millisecondsBetween(taken, gone), milliseconds(0))};
    m_events.add({began}, lock, taken, EventSource::Keyspace);
    m_events.add({ended}, lock, gone, EventSource::Keyspace);
    m_absent[key].at = gone;
    m_absent[key].ended = endingBy(ended);
    return true;
}

bool LockTable::standsBeside(const LockName &key) const
{
    KeyReading missing;
    missing.key = key;
    const std::vector<CompanionKey> companions = m_registry.get().companions(missing);
    return std::any_of(companions.begin(), companions.end(),
                       [](const CompanionKey &companion) { return companion.essential; });
}

// A reading on its way may be newer than the events that were received when it came.
bool LockTable::overtookEvents(const LockName &key, const NodeId &node, const Lock *before, const Lock &after,
                               EventSource source) const
{
    if (source != EventSource::Keyspace || !after.held() || (before && before->node != node))
        return false;
    const auto told = m_told.constFind(key);
    const bool known = told != m_told.cend();
    bool isAhead = known && told->deleted;
    if (before && !isAhead) {
        isAhead = before->held() && !continues(*before, after) && !(known && told->written);
    } else if (!isAhead) {
        const auto absence = m_absent.constFind(key);
        isAhead = absence != m_absent.cend() && absence->told && absenceWasSeen(key, node) && !known;
    }
    return isAhead && after.type != ValueType::None && !standsBeside(key);
}

} // namespace lockscope
