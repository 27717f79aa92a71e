// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Queries the file of a history. By itself it reads a file that another program may be writing, without
// changing it, in the state in which the file was when it was opened. One thread.

#include "core/history/historyfile.h"
#include "core/history/openholds.h"
#include "core/history/orders/lockorders.h"

namespace lockscope
{

class HistoryReader
{
public:
    explicit HistoryReader(const QString &file) : m_file(file) {}

    Done openForReading();
    // For reading alone: until when the file is complete. A hold that was open then has no end.
    Outcome<std::optional<WallTime>> lastWritten() { return m_file.lastWritten(); }

    Outcome<std::optional<WallTime>> since(); // nothing earlier is known
    Outcome<std::vector<Tally>> minutes(const HistoryRange &range, milliseconds step);
    Outcome<HoldsAnswer> holds(const HoldsQuery &query);
    // Only the verdicts of holds(), and when they are not known, without reading the events of the keys.
    Outcome<HoldsAnswer> verdicts(const HoldsQuery &query);
    Outcome<LockStory> story(const LockName &key, size_t most);
    Outcome<HistoryMoment> moment(WallTime at, size_t most);
    // The locks acquired, waited for or held in the range, highest demand first: see demandrows.h.
    Outcome<std::vector<Contention>> contention(const HistoryRange &range, size_t most);
    // Inversions of which an order was seen since then. A file of an older version has none.
    // It is a copy that has some locks only: of others nothing is known.
    Outcome<bool> isSelection() const { return m_file.hasTable("selection"); }
    Outcome<OrdersAnswer> orders(WallTime since);

protected:
    // A query for events, up to its condition, and what a row of it has.
    static const QString &eventColumns();
    static LockEvent eventAt(const QSqlQuery &row);
    static qint64 eventIdAt(const QSqlQuery &row);
    static Mark markAt(const QSqlQuery &row); // of the columns at, kind, node, other

    Done readOpenHolds();

    HistoryFile m_file;
    OpenHolds m_open{}; // open holds, for the writer

private:
    Done addMarks(HoldsAnswer &answer, const HistoryRange &range);
    Done addLosses(HoldsAnswer &answer, const HistoryRange &range);
    Done addVerdicts(HoldsAnswer &answer, const HoldsQuery &query);
    Done addWaiters(HoldsAnswer &answer, const HoldsQuery &query);
    Outcome<std::vector<HistoryRange>> judged(qint64 firstBegin, const HistoryRange &range);
};

} // namespace lockscope
