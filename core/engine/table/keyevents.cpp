// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/table/keyevents.h"

#include <utility>

namespace lockscope
{

namespace
{

// Who held the lock before does not matter to it.
bool replacesKey(const QByteArray &event)
{
    return event == "restore" || event == "copy_to" || event == "rename_to" || event == "move_to";
}

} // namespace

void KeyEvents::noteHappened(const LockName &key, const QByteArray &event, const NodeId &node, Instant at,
                             bool mayHaveMoved)
{
    LockEntries::Entry *entry = m_entries.find(key);
    if (entry && entry->lock->node != node)
        return;
    const auto ending = endingOf(event);
    if (ending && entry && m_entries.isBeside(*entry)) {
        remove(key); // the read that follows shows what is left
    } else if (ending && mayHaveMoved && event == "del") {
        if (entry || m_pending.contains(key))
            m_pending[key].deleted = at;
    } else if (ending) {
        noteDeleted(key, node, at, *ending);
    } else if (event != "expire" && event != "persist") {
        noteWritten(key, node, at);
        if (replacesKey(event) && m_entries.contains(key))
            m_pending[key].replaced = at;
    } else if (entry) {
        // Acquiring, re-entering and releasing also set an expiry: that is not a renewal.
        const auto pending = m_pending.find(key);
        const bool isOfWrite = pending != m_pending.end() && std::exchange(pending->setting, false);
        if (!isOfWrite && event == "expire")
            noteExpire(*entry, at);
    }
}

// Whose renewal it is, if several hold the lock, only the read that follows shows.
void KeyEvents::noteExpire(LockEntries::Entry &entry, Instant at)
{
    if (entry.lock->holders.size() != 1)
        return;
    m_entries.beginRhythm(entry, *entry.lock);
    RenewalRhythm &rhythm = *entry.rhythm;
    // The event of a renewal that a read has already shown arrives within a round trip of that read.
    const auto readAhead = std::exchange(rhythm.readAhead, std::nullopt);
    if (readAhead && at - *readAhead < milliseconds(250))
        return;
    ++rhythm.announced;
    Lock lock = *entry.lock;
    rhythm.note(lock.renewals, at);
    m_events.addUnread({EventKind::Renewed, lock.owner(), lock.count()}, lock, at);
    m_entries.change(entry, std::move(lock), at);
}

void KeyEvents::noteWritten(const LockName &key, const NodeId &node, Instant at)
{
    settleDeletion(key, node); // a new write here shows that the key had not migrated
    if (m_entries.contains(key)) {
        Pending &pending = m_pending[key];
        pending.setting = true;
        pending.written = at;
    } else if (!m_pending.contains(key) &&
               m_entries.registry().roleOf(key.bytes).kind == NameRole::Kind::Open) {
        m_pending.insert(key, {.setting = true, .taken = at});
    }
}

void KeyEvents::noteDeleted(const LockName &key, const NodeId &node, Instant at, EventKind kind)
{
    const Pending told = m_pending.take(key);
    if (!m_entries.contains(key) && told.taken && !cameAndWent(key, node, *told.taken, at, kind))
        ++m_unread;
    m_ended(key, node, at, kind);
}

void KeyEvents::settleDeletion(const LockName &key, const NodeId &node)
{
    const Pending *told = find(key);
    if (told && told->deleted)
        noteDeleted(key, node, Instant(*told->deleted), EventKind::Released);
}

// Reports a lock that no read has seen. Returns false if the key's past does not show that it was a lock.
bool KeyEvents::cameAndWent(const LockName &key, const NodeId &node, Instant taken, Instant gone,
                            EventKind how)
{
    const Absence *before = seenAbsence(key, node);
    if (!before || !before->wasLock() || before->beside)
        return false;
    Absence *absence = m_absences.find(key);
    Lock lock;
    lock.key = key;
    lock.node = node;
    lock.kind = absence->kind;
    const Step began{.kind = EventKind::Acquired, .count = 1};
    const Step ended{.kind = how, .held = std::max(millisecondsBetween(taken, gone), milliseconds(0))};
    m_events.add({began}, lock, taken, EventSource::Keyspace);
    m_events.add({ended}, lock, gone, EventSource::Keyspace);
    absence->at = gone;
    absence->ended = endingBy(ended);
    return true;
}

bool KeyEvents::isOvertakenBy(const Lock &after, const Lock *before, EventSource source) const
{
    if (source != EventSource::Keyspace || !after.held() || (before && before->node != after.node))
        return false;
    const Pending *told = find(after.key);
    bool isAhead = told && told->deleted;
    if (before && !isAhead) {
        isAhead = before->held() && !continues(*before, after) && !(told && told->written);
    } else if (!isAhead) {
        const Absence *absence = seenAbsence(after.key, after.node);
        isAhead = absence && absence->told && !told;
    }
    return isAhead && after.type != ValueType::None && !standsBeside(m_entries.registry(), after.key);
}

std::optional<Instant> KeyEvents::takeTaken(const LockName &key)
{
    const auto pending = m_pending.find(key);
    return pending == m_pending.end() ? std::nullopt : std::exchange(pending->taken, {});
}

std::optional<Instant> KeyEvents::takeReplaced(const LockName &key, Instant readAt)
{
    const auto pending = m_pending.find(key);
    const bool isRead = pending != m_pending.end() && pending->replaced && *pending->replaced < readAt;
    return isRead ? std::exchange(pending->replaced, {}) : std::nullopt;
}

void KeyEvents::settle(const LockName &key, Instant readAt, bool isElsewhere)
{
    const auto pending = m_pending.find(key);
    if (pending == m_pending.end())
        return;
    if (pending->written &&
        *pending->written < readAt) // otherwise the read may have been sent before the write
        pending->written.reset();
    if ((!pending->setting && !pending->written) || isElsewhere)
        m_pending.erase(pending);
}

} // namespace lockscope
