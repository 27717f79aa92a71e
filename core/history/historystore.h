// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Writes events, and one row per minute, to a SQLite file (mode 0600, write-ahead log) with limits on age and
// size: the oldest events are deleted first, minutes stay for the whole age. Committed data survives a crash.
// The next opening closes holds that were open then, at the last written time, as ended in an unknown way; a
// separate table lists open holds, so that opening reads no events. A file with a newer format version is
// refused. Use it only on the thread that created it. A second writer of the same file (another Lockscope
// with the same connection) is refused with a reason; readers are not.

#include "core/history/historyreader.h"
#include "core/history/states/staterow.h"
#include "core/history/values/eventrow.h"

#include <QHash>
#include <QSet>
#include <QVariant>

#include <memory>
#include <vector>

namespace lockscope
{

class HistoryStore : public HistoryReader
{
public:
    explicit HistoryStore(const QString &file);
    ~HistoryStore(); // commits; the file is complete, even if another program has it open
    Q_DISABLE_COPY_MOVE(HistoryStore)

    // place: given to a file that has no place in a recording yet; nullopt: it begins a recording.
    Done open(const std::optional<RecordingPlace> &place = {});
    const RecordingPlace &place() const { return m_place; } // of the open file
    // close(), or open() after a crash, writes an end for each open hold. If such a hold is seen again
    // (isFirstSight), that end is deleted.
    Done append(const std::vector<LockEvent> &events);
    Done append(const Mark &mark);
    Done append(const std::vector<VerdictStep> &steps);
    Done append(const std::vector<AcquireOrder> &orders);
    Done append(const std::vector<StateRow> &rows);
    // From `at` on, all verdicts are known. present: those that are not OK then.
    Done beginVerdicts(const std::vector<VerdictStep> &present, WallTime at);
    Done append(const Tally &minute); // replaces the row of the same minute
    Done commit();                    // a crash loses only what was appended since
    // Ends the open holds, because watching ends.
    Done close(WallTime at);
    Outcome<bool> trim(const HistorySettings &limits, WallTime at); // HistoryFile::trim()
    qint64 bytes() const { return m_file.bytes(); }
    void moveLog() const { m_file.moveLog(); }
    bool endLog() const { return m_file.endLog(); } // HistoryFile::endLog()

private:
    struct Statements;
    Done prepareStatements();
    Done takePlace(const std::optional<RecordingPlace> &place);
    Done takeSubject(const QByteArray &subject);
    Done closeInterruptedHolds();
    std::optional<milliseconds>
    lengthOf(const LockEvent &event) const; // of the hold that it ends, to be stored
    Done insert(const LockEvent &event);
    Done writeEvents();
    Done noteOwner(const LockEvent &event);
    void forgetOwners(); // in memory
    Done insert(WallTime at, const QVariant &key, const VerdictStep &step);
    void noteOpen(const LockEvent &event);
    Done retractFalseEnd(const LockEvent &seen);
    Done writeOpen(); // writes their changes since the last commit

    std::unique_ptr<Statements> m_statements;
    RecordingPlace m_place{};
    std::vector<EventRow> m_rows{};    // events to be written
    qint64 m_lastEvent = 0;            // its id
    QHash<OwnerId, qint64> m_owners{}; // the event with each owner's bytes, of the last OwnerReach events
    qint64 m_events = 0;               // written since m_owners was empty
    using Who = std::pair<LockName, OwnerId>;
    QSet<Who> m_unwritten; // began since the last commit
    QSet<Who> m_over;      // in the file, but ended since
};

} // namespace lockscope
