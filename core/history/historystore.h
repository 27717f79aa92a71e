// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Every event, and a line a minute, in a SQLite file (mode 0600, write-ahead log) that stays within an age
// and a size: the oldest events go first, the minutes stay for the whole age. What was committed survives a
// crash; whatever was held then is closed at the next opening, at the last time that was written, as ended in
// a way nobody saw: which holds go on is kept in a table of its own, so that opening looks at no event. The
// file says its format's version; a newer one is refused. Opens its own connection for the thread it is made
// on; use it there only. A second writer of the same file (another Lockscope on the same connection) is
// refused with a reason; one that only reads is not.

#include "core/config/observesettings.h"
#include "core/history/openholds.h"

#include <QHash>
#include <QLockFile>
#include <QSet>
#include <QString>

#include <memory>

class QSqlQuery;

namespace lockscope
{

class HistoryStore
{
public:
    explicit HistoryStore(const QString &file);
    ~HistoryStore(); // commits
    Q_DISABLE_COPY_MOVE(HistoryStore)

    Done open();
    // A file that is there, also while another writes it: nothing of it is changed, only asked for.
    Done openForReading();
    // What was held already when first seen (isFirstSight) goes on, if the last close() or crash ended it.
    Done append(const std::vector<LockEvent> &events);
    Done append(const Mark &mark);
    Done append(const Tally &minute); // instead of what there is of the same one
    Done commit();                    // at most this long is lost by a crash: since the last one
    // Closes what is still held: nobody looks from now on.
    Done close(WallTime at);
    // One bounded step of clearing away what is too old or too much; whether there is more to do.
    Outcome<bool> trim(const HistorySettings &limits, WallTime at);
    qint64 bytes() const; // of the file and its log

    Outcome<std::optional<WallTime>> since(); // nothing is known of the time before
    Outcome<std::vector<Tally>> minutes(const HistoryRange &range, milliseconds step);
    Outcome<HoldsAnswer> holds(const HoldsQuery &query);
    Outcome<LockStory> story(const LockName &key, size_t most);
    Outcome<HistoryMoment> moment(WallTime at, size_t most);
    // The locks that were taken, waited for or held in the range, most demand first. Looks at the newest
    // DemandOf events of it only; `over` says what that comes to.
    Outcome<std::vector<Contention>> contention(const HistoryRange &range, size_t most);
    static constexpr qint64 DemandOf = 200'000;

private:
    struct Statements;
    Done lock();
    Done openDatabase(const QString &options);
    Done checkVersion();
    Done prepareTables();
    Done prepareStatements();
    Done closeInterruptedHolds();
    Failure failure(const QSqlQuery &query) const;
    struct Names;
    Outcome<qint64> idOf(Names &names, const QByteArray &bytes);
    Done insert(const LockEvent &event);
    Done begin();
    void rollBack();
    Done forgetOldest(qint64 before);
    void forgetNames(); // some are no longer in the file
    Outcome<qint64> ask(const QString &sql);
    void noteOpen(const LockEvent &event);
    Done retractFalseEnd(const LockEvent &seen);
    Done writeOpen(); // what changed of them since the last commit
    Done addMarks(HoldsAnswer &answer, const HistoryRange &range);
    Outcome<qint64> firstEventAt(WallTime at); // the id of the first event that is not older
    struct EventIds {
        qint64 watched = 0; // the first since somebody looks without a break
        qint64 first = 0;   // of a range
        qint64 last = 0;    // the first after it
    };
    Done addHeldAcross(QHash<LockName, Contention> &sums, const HistoryRange &over, const EventIds &ids);

    QString m_file;
    QString m_connection;
    QLockFile m_lock;
    bool m_isOpen = false;
    bool m_inTransaction = false;
    std::unique_ptr<Statements> m_statements;
    using Who = std::pair<LockName, OwnerId>;
    OpenHolds m_open{};    // those that close() ends
    QSet<Who> m_unwritten; // began since the last commit
    QSet<Who> m_over;      // were written, and ended since
};

// Of the file of one connection, by its name: that may hold anything, a file's may not, and is not as long.
QString historyFileName(const QString &name);

} // namespace lockscope
