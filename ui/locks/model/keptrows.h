// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Which rows of the list stay where they are: while the list is held, because the pointer or the keyboard is
// in it, all of them; otherwise the rows of locks that ended, for a while. Knows no row and no index; the
// time is a parameter. Owner: LockModel; GUI thread.

#include "core/values/events.h"
#include "ui/locks/model/arrangement.h"

#include <QHash>
#include <QSet>

#include <functional>

namespace lockscope
{

// A lock that is gone and still has a row.
struct EndedLock {
    LockPtr last{};                     // As it was last known
    LockPtr placed{};                   // As its row is placed, see KeptRows::sink()
    EventKind how = EventKind::Changed; // Changed: unknown
    Instant at{};
    WallTime wallAt{};
};

// Moved: the row belongs elsewhere, or is not wanted any more. New: there is no row yet.
enum class RowChange { InPlace, Moved, New };
// known: the lock as it is, null if it is gone. placed: as its row is placed, null without a row.
RowChange changeOf(const LockPtr &known, const LockPtr &placed, const Criteria &criteria, Instant at);

class KeptRows
{
public:
    static constexpr qsizetype MostEnded = 50; // Those beyond it end at once, unless the list is held

    void setLinger(milliseconds linger) { m_linger = linger; } // 0: rows of ended locks go at once
    void hold(bool held) { m_held = held; }
    bool isHeld() const { return m_held; }
    bool isIdle() const { return m_ended.isEmpty() && m_waiting.isEmpty(); }

    bool keep(const LockName &key, const EndedLock &ended); // False: its row goes
    // From now on it is placed as no problem, below the locks that are one. False: it is already, or was
    // none.
    bool sink(const LockName &key);
    void clearEnded(const LockName &key) { m_ended.remove(key); }
    const EndedLock *ended(const LockName &key) const;
    const QHash<LockName, EndedLock> &allEnded() const { return m_ended; }

    // Of a held list: what changed meanwhile.
    void wait(const LockName &key, RowChange change);
    void forget(const LockName &key);
    qsizetype fresh() const { return m_fresh.size(); }
    qsizetype moved() const { return m_moved.size(); }

    using Test = std::function<bool(const LockName &key)>;
    // Whose time is over, without those that stay; none while the list is held.
    std::vector<LockName> takeOver(Instant now, const Test &stays);
    std::vector<LockName> takeWaiting();
    std::vector<LockName> takeAll();

private:
    milliseconds m_linger{0};
    bool m_held = false;
    QHash<LockName, EndedLock> m_ended;
    QSet<LockName> m_waiting;
    QSet<LockName> m_fresh; // Of m_waiting
    QSet<LockName> m_moved; // The same
};

// How each lock ended that the change removes; those that are missing ended in an unknown way.
QHash<LockName, LockEvent> endingsIn(const LockDelta &delta);

} // namespace lockscope
