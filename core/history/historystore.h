// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Every event, and a line a minute, in a SQLite file (mode 0600, write-ahead log) that stays within an age
// and a size: the oldest events go first, the minutes stay for the whole age. What was committed survives a
// crash; whatever was held then is closed at the next opening, at the last time that was written, as ended in
// a way nobody saw: which holds go on is kept in a table of its own, so that opening looks at no event. The
// file says its format's version; a newer one is refused. Use it on the thread it is made on only. A second
// writer of the same file (another Lockscope on the same connection) is refused with a reason; one that only
// reads is not.

#include "core/history/historyreader.h"

#include <QSet>

#include <memory>

namespace lockscope
{

class HistoryStore : public HistoryReader
{
public:
    explicit HistoryStore(const QString &file);
    ~HistoryStore(); // commits
    Q_DISABLE_COPY_MOVE(HistoryStore)

    Done open();
    // What was held already when first seen (isFirstSight) goes on, if the last close() or crash ended it.
    Done append(const std::vector<LockEvent> &events);
    Done append(const Mark &mark);
    Done append(const Tally &minute); // instead of what there is of the same one
    Done commit();                    // at most this long is lost by a crash: since the last one
    // Closes what is still held: nobody looks from now on.
    Done close(WallTime at);
    Outcome<bool> trim(const HistorySettings &limits, WallTime at); // HistoryFile::trim()
    qint64 bytes() const { return m_file.bytes(); }

private:
    struct Names;
    struct Statements;
    Done prepareStatements();
    Done closeInterruptedHolds();
    Outcome<qint64> idOf(Names &names, const QByteArray &bytes);
    Done insert(const LockEvent &event);
    void noteOpen(const LockEvent &event);
    Done retractFalseEnd(const LockEvent &seen);
    Done writeOpen(); // what changed of them since the last commit

    std::unique_ptr<Statements> m_statements;
    using Who = std::pair<LockName, OwnerId>;
    QSet<Who> m_unwritten; // began since the last commit
    QSet<Who> m_over;      // were written, and ended since
};

} // namespace lockscope
