// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The SQLite file of a history: its lock, its tables, transactions, and how it stays within an age and a
// size. Opens its own connection for the thread it is made on; use it there only. Every query must end before
// this object does.

#include "core/history/hold.h"
#include "core/values/historysettings.h"

#include <QLockFile>
#include <QString>

class QSqlQuery;

namespace lockscope
{

// How an event is stored: its flags, what its kind is when it tells of a hold that was there when first seen,
// and of a hold that ended its length in steps, each four times the one before. A search for what was held at
// a moment then looks only at ends that are near enough for their length.
namespace historyrow
{
enum Flag { LowerBound = 1, Sampled = 2 };
constexpr int Seen = 100;       // beside EventKind
constexpr int LongestStep = 20; // holds of 4^20 ms, 34 years, and more
constexpr QLatin1String MinuteColumns(
    "at, length, acquired, reentered, renewed, released, expired, forced, unseen, locks, held, waiters, ok,"
    " info, warning, critical, waiter_seconds, most_waiters, holds, held_seconds, sampled, blind");
} // namespace historyrow

class HistoryFile
{
public:
    explicit HistoryFile(const QString &file);
    ~HistoryFile();
    Q_DISABLE_COPY_MOVE(HistoryFile)

    Done open(); // for writing: no other program writes it from then on
    Done openForReading();
    bool isOpen() const { return m_isOpen; }

    QSqlQuery query() const; // forward only
    Done run(QSqlQuery &query) const;
    Done run(const QString &sql) const;
    Outcome<qint64> ask(const QString &sql) const; // the first number of the first row; 0: there is none
    Failure failure(const QSqlQuery &query) const;

    Done begin(); // unless a transaction is under way
    Done commit();
    bool inTransaction() const { return m_inTransaction; }

    // One bounded step of clearing away what is too old or too much; whether there is more to do, and then
    // some keys may be gone. Between transactions.
    Outcome<bool> trim(const HistorySettings &limits, WallTime at);
    qint64 bytes() const; // of the file and its log

private:
    Done lock();
    Done openDatabase(const QString &options);
    Done checkVersion() const;
    Done prepareTables() const;
    Done forgetOldest(qint64 before);
    void rollBack();

    QString m_file;
    QString m_connection;
    QLockFile m_lock;
    bool m_isOpen = false;
    bool m_inTransaction = false;
};

// Of the file of one connection, by its name: that may hold anything, a file's may not, and is not as long.
QString historyFileName(const QString &name);

} // namespace lockscope
