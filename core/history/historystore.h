// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Every event, and a line a minute, in a SQLite file (mode 0600, write-ahead log) that stays within an age
// and a size: the oldest events go first, the minutes stay for the whole age. What was committed survives a
// crash; whatever was held then is closed at the next opening, at the time of the last event, as ended in a
// way nobody saw. Opens its own connection for the thread it is made on; use it there only. A second writer
// of the same file (another Lockscope on the same connection) is refused with a reason.

#include "core/engine/observesettings.h"
#include "core/history/hold.h"

#include <QHash>
#include <QLockFile>
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
    Done append(const std::vector<LockEvent> &events);
    // Held already when first seen, so no event tells of its beginning. If this very hold was ended by the
    // last close() or crash, it goes on.
    Done appendSeen(const Lock &lock, WallTime at);
    Done append(const Mark &mark);
    Done append(const Tally &minute);
    Done commit(); // at most this long is lost by a crash: since the last one
    // Closes what is still held: nobody looks from now on.
    Done close(WallTime at);
    // One bounded step of clearing away what is too old or too much; whether there is more to do.
    Outcome<bool> trim(const HistorySettings &limits, WallTime at);
    qint64 bytes() const; // of the file and its log

    Outcome<std::optional<WallTime>> since(); // the oldest event
    Outcome<std::vector<Tally>> minutes(const HistoryRange &range, milliseconds step);
    Outcome<HoldsAnswer> holds(const HoldsQuery &query);
    Outcome<std::vector<LockEvent>> story(const LockName &key, size_t most); // oldest first
    Outcome<HistoryMoment> moment(WallTime at, size_t most);

private:
    struct Statements;
    Done lock();
    Done prepareTables();
    Done closeWhatACrashLeft();
    Failure failure(const QSqlQuery &query) const;
    struct Names;
    Outcome<qint64> idOf(Names &names, const QByteArray &bytes);
    Done insert(const LockEvent &event, int kind);
    Done begin();
    Done forgetOldest(qint64 before);
    void forgetNames(); // some are no longer in the file
    Outcome<qint64> ask(const QString &sql);
    void noteOpen(const LockEvent &event);
    Done takeBackEnd(const LockEvent &seen);

    QString m_file;
    QString m_connection;
    QLockFile m_lock;
    bool m_isOpen = false;
    bool m_inTransaction = false;
    std::unique_ptr<Statements> m_statements;
    // Held now, as far as events told: those that close() ends.
    QHash<std::pair<LockName, OwnerId>, LockEvent> m_open;
};

} // namespace lockscope
