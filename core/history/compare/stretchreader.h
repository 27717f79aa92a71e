// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Sums up one stretch of a recording by group, without changing its files. Reads each event of the stretch
// once, a row at a time; keeps a few numbers per lock, and the lock's name if there are several files. One
// thread.

#include "core/history/compare/grouptally.h"
#include "core/history/compare/stretchfiles.h"

#include <QHash>

namespace lockscope
{

class StretchReader final
{
public:
    explicit StretchReader(const QString &file) : m_name(file), m_files(file) {}

    // The range is limited to the recorded time. Fails if nothing is recorded in it.
    Done open(const HistoryRange &range);
    const ComparedStretch &stretch() const { return m_tally.stretch; }
    // Finds the locks of the stretch. Returns the number of events by prefix or lock; if there are very many,
    // without the rarest.
    Outcome<QHash<QByteArray, qint64>> findLocks(const CompareQuery &query);
    // Some names of locks in the recording; whether it has any of the given ones.
    Outcome<std::vector<QByteArray>> someLocks() { return m_files.someLocks(); }
    Outcome<bool> hasAnyOf(const std::vector<QByteArray> &keys) { return m_files.hasAnyOf(keys); }
    // Call it after findLocks(). names: the groups to report. In StretchTally::groups, index 0 is all locks,
    // then follow the named groups, last all others.
    Outcome<StretchTally> read(const std::vector<QByteArray> &names);

private:
    // The state of one lock while the events are read.
    struct LockState {
        qint32 group = 0;
        qint32 waiters = 0;     // as counted last
        qint32 open = 0;        // holders
        bool isFree = false;    // released after the count: the waiters can proceed
        bool isCounted = false; // among the locks of the stretch
        qint32 counting() const { return isFree ? 0 : waiters; }
    };
    // The state of one lock while the verdicts are read.
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
    Done findLocks(StretchFiles::Part &part, QHash<QByteArray, qint64> &events);
    qint32 placeOf(const QByteArray &key, qint32 group);
    LockState *lockOf(const StretchFiles::Part &part, qint64 id);
    Done readTimes();
    Outcome<std::vector<HistoryRange>> unwatched(const std::vector<Unjudged> &lost);
    void placeLocks(const std::vector<QByteArray> &names);
    Done readWaitersBefore();
    Done readEvents();
    Done readEvents(const StretchFiles::Part &part, size_t &breaks);
    Done readOpenAtEnd();
    Done readVerdicts();
    Done readVerdicts(const StretchFiles::Part &part, QHash<QByteArray, VerdictState> &locks);
    void take(const Event &event, LockState &lock);
    void takeEnd(const Event &event, LockState &lock, int block);
    void setWaiting(LockState &lock, qint64 at, qint32 waiters, bool isFree);
    bool isWatched(qint64 from, qint64 to) const; // throughout
    void forgetWaiters(qint64 at);
    void endVerdicts(QHash<QByteArray, VerdictState> &locks, qint64 at);
    void setVerdict(VerdictState &lock, qint64 at, VerdictLevel level, bool isOverdue);
    template<class Add> void each(int group, const Add &add);
    const HistoryRange &range() const { return m_tally.stretch.range; }

    const QString m_name; // of the file
    StretchFiles m_files;
    StretchTally m_tally{};
    CompareBy m_by = CompareBy::Prefix;
    std::vector<QByteArray> m_prefixes{}; // wanted
    QHash<QByteArray, int> m_groups{}; // by name; before read(), places in the order in which they were met
    int m_others = 0;                  // the group of all others
    std::vector<qint64> m_breaks{};    // when watching started again
    std::vector<LockState> m_locks{};
    QHash<QByteArray, qint32> m_places{}; // in m_locks, by name; of several files only
    std::vector<WaiterSum> m_waiting{};   // by group
};

} // namespace lockscope
