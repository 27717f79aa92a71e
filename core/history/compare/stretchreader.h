// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Adds up one stretch of a recording, by group, without changing the file. Reads each event of the stretch
// once, a row at a time; keeps a few numbers for each lock of the stretch. One thread.

#include "core/history/compare/grouptally.h"
#include "core/history/historyreader.h"

#include <QHash>

namespace lockscope
{

class StretchReader final : private HistoryReader
{
public:
    explicit StretchReader(const QString &file) : HistoryReader(file), m_name(file) {}

    // The range is cut to what is recorded. A file without anything recorded, and a range outside of it, is
    // refused.
    Done open(const HistoryRange &range);
    const ComparedStretch &stretch() const { return m_tally.stretch; }
    // Finds the locks of the stretch. The number of events of each prefix or lock, except for the rarest, if
    // there are very many.
    Outcome<QHash<QByteArray, qint64>> findLocks(const CompareQuery &query);
    // Some names of locks in the file, and whether the file has any of others.
    Outcome<std::vector<QByteArray>> someLocks() const;
    Outcome<bool> hasAnyOf(const std::vector<QByteArray> &keys) const;
    // After findLocks(). names: of the groups to keep apart, which get the places from 1 on. 0: all locks.
    // The last place: all others.
    Outcome<StretchTally> read(const std::vector<QByteArray> &names);

private:
    // Of one lock, while the events are read.
    struct LockState {
        qint32 group = 0;
        qint32 waiters = 0;     // as counted last
        qint32 open = 0;        // holders
        bool isFree = false;    // released after the count: who waited can go on
        bool isCounted = false; // among the locks of the stretch
        qint32 counting() const { return isFree ? 0 : waiters; }
    };
    // Of one lock, while the verdicts are read.
    struct VerdictState {
        int group = 0;
        VerdictLevel level = VerdictLevel::Ok;
        bool isOverdue = false;
        qint64 since = 0;
    };
    struct Event;

    bool isWanted(const QByteArray &key) const;
    QByteArray groupName(const QByteArray &key) const;
    int groupOf(const QByteArray &key) const { return m_groups.value(groupName(key), m_others); }
    Done readTimes();
    Outcome<std::vector<HistoryRange>> unwatched();
    void placeLocks(const std::vector<QByteArray> &names);
    Done readWaitersBefore();
    Done readEvents();
    Done readOpenAtEnd();
    Done readVerdicts();
    void take(const Event &event);
    void takeEnd(const Event &event, LockState &lock, int block);
    void setWaiting(LockState &lock, qint64 at, qint32 waiters, bool isFree);
    bool isWatched(qint64 from, qint64 to) const; // throughout
    void forgetWaiters(qint64 at);
    void setVerdict(VerdictState &lock, qint64 at, VerdictLevel level, bool isOverdue);
    template<class Add> void each(int group, const Add &add);
    const HistoryRange &range() const { return m_tally.stretch.range; }

    const QString m_name; // of the file
    StretchTally m_tally{};
    CompareBy m_by = CompareBy::Prefix;
    std::vector<QByteArray> m_prefixes{}; // wanted
    QHash<QByteArray, int> m_groups{}; // by name; before read(), places in the order in which they were met
    int m_others = 0;                  // the group of all others
    qint64 m_firstEvent = 0;
    qint64 m_endEvent = 0;              // the first one after the stretch
    std::vector<qint64> m_breaks{};     // when watching began anew
    QHash<qint64, LockState> m_locks{}; // by the id of the key in the file
    std::vector<WaiterSum> m_waiting{}; // by group
};

} // namespace lockscope
