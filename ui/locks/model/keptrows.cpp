// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/locks/model/keptrows.h"

namespace lockscope
{

RowChange changeOf(const LockPtr &known, const LockPtr &placed, const Criteria &criteria, Instant at)
{
    if (!known) // Its row is greyed where it is
        return RowChange::InPlace;
    if (!criteria.filter.matches(*known, at))
        return placed ? RowChange::Moved : RowChange::InPlace;
    if (!placed)
        return RowChange::New;
    const LockOrder order(criteria);
    return order(known, placed) || order(placed, known) ? RowChange::Moved : RowChange::InPlace;
}

bool KeptRows::keep(const LockName &key, const EndedLock &ended)
{
    if (!m_held && (m_linger.count() == 0 || m_ended.size() >= MostEnded))
        return false;
    m_ended.insert(key, ended);
    return true;
}

bool KeptRows::sink(const LockName &key)
{
    const auto ended = m_ended.find(key);
    if (ended == m_ended.end() || ended->placed->shownVerdict().level < VerdictLevel::Warning)
        return false;
    auto harmless = std::make_shared<Lock>(*ended->placed);
    harmless->verdict = {};
    harmless->lastKnown.reset();
    ended->placed = std::move(harmless);
    return true;
}

const EndedLock *KeptRows::ended(const LockName &key) const
{
    const auto found = m_ended.constFind(key);
    return found == m_ended.constEnd() ? nullptr : &*found;
}

void KeptRows::wait(const LockName &key, RowChange change)
{
    forget(key);
    m_waiting.insert(key);
    if (change == RowChange::New)
        m_fresh.insert(key);
    else if (change == RowChange::Moved)
        m_moved.insert(key);
}

void KeptRows::forget(const LockName &key)
{
    m_waiting.remove(key);
    m_fresh.remove(key);
    m_moved.remove(key);
}

std::vector<LockName> KeptRows::takeOver(Instant now, const Test &stays)
{
    std::vector<LockName> over;
    if (m_held)
        return over;
    for (auto ended = m_ended.cbegin(); ended != m_ended.cend();) {
        if (millisecondsBetween(ended->at, now) < m_linger || (stays && stays(ended.key()))) {
            ++ended;
            continue;
        }
        over.push_back(ended.key());
        ended = m_ended.erase(ended);
    }
    return over;
}

std::vector<LockName> KeptRows::takeWaiting()
{
    std::vector<LockName> waiting(m_waiting.cbegin(), m_waiting.cend());
    m_waiting.clear();
    m_fresh.clear();
    m_moved.clear();
    return waiting;
}

std::vector<LockName> KeptRows::takeAll()
{
    std::vector<LockName> all = takeWaiting();
    all.insert(all.end(), m_ended.keyBegin(), m_ended.keyEnd());
    m_ended.clear();
    return all;
}

QHash<LockName, LockEvent> endingsIn(const LockDelta &delta)
{
    QHash<LockName, LockEvent> endings;
    if (delta.removed.empty())
        return endings;
    for (const LockEvent &event : delta.events) {
        if (event.kind == EventKind::Released || event.kind == EventKind::Expired ||
            event.kind == EventKind::Forced)
            endings.insert(event.key, event);
    }
    return endings;
}

} // namespace lockscope
