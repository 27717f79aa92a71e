// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The SQLite file of a history: its lock file, tables and transactions, and its limits on age and size. Opens
// its own connection; use it only on the thread that created it. All queries must end before it is destroyed.

#include "core/history/values/hold.h"
#include "core/history/values/recordingplace.h"
#include "core/values/historysettings.h"

#include <QLockFile>
#include <QString>
#include <QVariant>

#include <algorithm>

class QSqlQuery;

namespace lockscope
{

// How the columns of an event are encoded. flags: a set of Flag. kind: the EventKind, or Seen if the hold
// existed when it was first seen. step, of the end of a hold: the class of its length; a hold of step n is
// shorter than 4^(n+1) ms. A search for the holds of a moment reads the ends of each step only up to that
// length after it.
namespace historyrow
{
// TtlThen: the ttl of a hold that existed when first seen is that of this time. Older versions wrote the one
// at the start of the hold.
// Unreadable: LockEvent::unreadable. Older versions read a change, or an end of unknown cause. LastKnown:
// LockEvent::asLastKnown.
enum Flag { LowerBound = 1, Sampled = 2, UntilClosing = 4, TtlThen = 8, Unreadable = 16, LastKnown = 32 };
constexpr int Seen = 100;       // used like an EventKind
constexpr int LongestStep = 20; // holds of 4^20 ms (34 years) or more
inline int stepOf(milliseconds held)
{
    int step = 0;
    for (qint64 end = 4; step < LongestStep && held.count() >= end; end *= 4)
        ++step;
    return step;
}
inline int flagsOf(const LockEvent &event)
{
    return (event.heldIsLowerBound ? LowerBound : 0) | (event.sampled ? Sampled : 0) |
           (event.untilClosing ? UntilClosing : 0) | (event.unreadable ? Unreadable : 0) |
           (event.asLastKnown ? LastKnown : 0) | (isFirstSight(event) ? TtlThen : 0);
}
// The column owner refers to an earlier event of the same owner, at most OwnerReach events before: the bytes
// are in that event's row of the table owner. NULL: in the row of this event. After OwnerReach events or
// OwnersKept owners, all owners are written anew. Files of version 1 have the bytes in the column.
constexpr qint64 OwnerReach = 100'000;
constexpr qsizetype OwnersKept = 20'000;
constexpr QLatin1String MinuteColumns(
    "at, length, acquired, reentered, renewed, released, expired, forced, unseen, locks, held, waiters, ok,"
    " info, warning, critical, waiter_seconds, most_waiters, holds, held_seconds, sampled, blind");
// Limits the figures of a minute, because a file may contain any number and the sum of all must not overflow.
inline qint64 storedCount(const QVariant &value)
{
    return std::clamp<qint64>(value.toLongLong(), 0, qint64(1) << 40);
}
inline double storedSeconds(const QVariant &value)
{
    return std::clamp(value.toDouble(), 0.0, 1e12);
}
} // namespace historyrow

class HistoryFile
{
public:
    // The part of the size limit reserved for the write-ahead log; of a small limit, half.
    static constexpr qint64 LogReserve = 8 << 20;

    explicit HistoryFile(const QString &file);
    ~HistoryFile();
    Q_DISABLE_COPY_MOVE(HistoryFile)

    Done open(); // for writing, which excludes other writers
    Done openForReading();
    bool isOpen() const { return m_isOpen; }
    // The holds that were open at the last write, as the events that began them. None in an older file.
    Outcome<std::vector<LockEvent>> openHolds() const;
    // The latest recorded time; a writer writes every second. nullopt: the file is empty.
    Outcome<std::optional<WallTime>> lastWritten() const;

    Outcome<std::optional<RecordingPlace>> place() const; // nullopt: an older version created the file

    QSqlQuery query() const; // forward only
    Done run(QSqlQuery &query) const;
    Done run(const QString &sql) const;
    Outcome<qint64> ask(const QString &sql) const;  // the first number of the first row; 0: none
    Outcome<bool> hasTable(const char *name) const; // files of older versions, or with little data, lack some
    Failure failure(const QSqlQuery &query) const;

    Done begin(); // no effect inside a transaction
    Done commit();
    bool inTransaction() const { return m_inTransaction; }
    // After a failed statement, which may have ended the transaction (OR ROLLBACK, a full disk).
    bool isStillInTransaction();

    // Deletes a bounded amount of old or excess data. Returns true if there is more to delete; then rows of
    // keys may have been deleted, too. Call between transactions.
    Outcome<bool> trim(const HistorySettings &limits, WallTime at);
    qint64 bytes() const; // with the write-ahead log
    // Moves the content of the write-ahead log into the file, unless another program is reading it.
    void moveLog() const;
    // Removes the write-ahead log until the next open(), so that the file alone is complete. Call between
    // transactions. False: another program is reading the file.
    bool endLog() const;

private:
    Done lock();
    QByteArray atOnce(const QString &pragma) const;
    Done openDatabase(const QString &name, const QString &options);
    Done checkFormat() const;
    Done prepareTables() const;
    Done forgetOldest(qint64 before);
    void rollBack();

    QString m_file;
    QString m_connection;
    QLockFile m_lock;
    bool m_isOpen = false;
    bool m_inTransaction = false;
};

} // namespace lockscope
