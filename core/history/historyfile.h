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

// How columns of an event are encoded. flags: of Flag. kind: the EventKind; Seen if a hold existed when it
// was first seen. step, for the end of a hold: its length, where a hold of step n is shorter than 4^(n+1) ms.
// To find what was held at a moment, a search reads of each step only the ends that come no later after it
// than the longest hold of that step lasts.
namespace historyrow
{
// TtlThen: the ttl of a first sight is of its time. Older versions wrote that of the beginning of the hold.
enum Flag { LowerBound = 1, Sampled = 2, UntilClosing = 4, TtlThen = 8 };
constexpr int Seen = 100;       // used like an EventKind
constexpr int LongestStep = 20; // holds of 4^20 ms (34 years) or more
// owner: the id of the earlier event with the same owner, less than this many events before, whose row in the
// table owner has the bytes; NULL if it is this event. Files of version 1 have the bytes here. When an owner
// is written again, all others are too, which also happens after so many owners.
constexpr qint64 OwnerReach = 100'000;
constexpr qsizetype OwnersKept = 20'000;
constexpr QLatin1String MinuteColumns(
    "at, length, acquired, reentered, renewed, released, expired, forced, unseen, locks, held, waiters, ok,"
    " info, warning, critical, waiter_seconds, most_waiters, holds, held_seconds, sampled, blind");
// A file may hold any number. Of one minute, so that all minutes can be added up.
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
    // Of a limit on the size, for the write-ahead log; of a small one, half.
    static constexpr qint64 LogReserve = 8 << 20;

    explicit HistoryFile(const QString &file);
    ~HistoryFile();
    Q_DISABLE_COPY_MOVE(HistoryFile)

    Done open(); // for writing, which excludes other writers
    Done openForReading();
    bool isOpen() const { return m_isOpen; }
    // The holds that were open at the last write, as the events that began them. None in an older file.
    Outcome<std::vector<LockEvent>> openHolds() const;
    // The latest time that is known to have been recorded. Writes happen each second. Nothing: empty file.
    Outcome<std::optional<WallTime>> lastWritten() const;

    Outcome<std::optional<RecordingPlace>> place() const; // none: an older version began the file

    QSqlQuery query() const; // forward only
    Done run(QSqlQuery &query) const;
    Done run(const QString &sql) const;
    Outcome<qint64> ask(const QString &sql) const;  // the first number of the first row; 0: none
    Outcome<bool> hasTable(const char *name) const; // older versions, and files of few things, lack some
    Failure failure(const QSqlQuery &query) const;

    Done begin(); // no effect inside a transaction
    Done commit();
    bool inTransaction() const { return m_inTransaction; }

    // Deletes a bounded amount of old or excess data. Returns true if there is more; then some keys may be
    // gone. Call between transactions.
    Outcome<bool> trim(const HistorySettings &limits, WallTime at);
    qint64 bytes() const; // with the write-ahead log
    // Moves what the write-ahead log has into the file, unless another program is reading at this moment.
    void moveLog() const;
    // Removes the write-ahead log, so that the file alone is whole, until the next open(). Call between
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

// The file name for a connection. Escaped and shortened, because the connection's name may contain any text.
QString historyFileName(const QString &name);
// FILE becomes FILE.1, FILE.1 becomes FILE.2, up to FILE.kept, which is replaced. The file must be closed,
// and have no write-ahead log.
Done rotateHistoryFile(const QString &file, int kept);

} // namespace lockscope
