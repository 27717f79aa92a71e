// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Queries the file of a history. openForReading() opens it read-only, also while another program writes it,
// and reads the state at that time. One thread.

#include "core/history/historyfile.h"
#include "core/history/historyqueries.h"
#include "core/history/memory/openholds.h"

namespace lockscope
{

class HistoryReader : public HistoryQueries
{
public:
    explicit HistoryReader(const QString &file) : m_file(file) {}

    Done openForReading();
    Outcome<std::optional<WallTime>> lastWritten() override { return m_file.lastWritten(); }
    Outcome<std::optional<WallTime>> since() override;
    Outcome<std::vector<Tally>> minutes(const HistoryRange &range, milliseconds step) override;
    Outcome<HoldsAnswer> holds(const HoldsQuery &query) override;
    Outcome<HoldsAnswer> verdicts(const HoldsQuery &query) override;
    Outcome<LockEvents> lockEvents(const LockName &key, size_t most) override;
    Outcome<std::vector<Contention>> contention(const HistoryRange &range, size_t most) override;
    Outcome<OrdersAnswer> orders(WallTime since) override;
    // Which locks of which servers it has (RecordingPlace::subject); empty: unknown.
    Outcome<QByteArray> subject() const;
    Outcome<bool> isSelection() override { return m_file.hasTable("selection"); }

protected:
    // The start of an SQL query for events, up to its condition, and the values of its rows.
    static const QString &eventColumns();
    static LockEvent eventAt(const QSqlQuery &row);
    static qint64 eventIdAt(const QSqlQuery &row);
    static Mark markAt(const QSqlQuery &row); // of the columns at, kind, node, other

    Done readOpenHolds();
    // Sets Hold::lastKnown, for recordings.
    virtual Done findLastKnown(std::vector<Hold> &) { return Nothing{}; }

    HistoryFile m_file;
    OpenHolds m_open{}; // open holds, for the writer

private:
    Outcome<std::vector<Mark>> marksFor(const HistoryRange &range) const;
    Done addMarks(HoldsAnswer &answer, const HistoryRange &range);
    Done addUnreadable(HoldsAnswer &answer, const HoldsQuery &query);
    Done addVerdicts(HoldsAnswer &answer, const HoldsQuery &query);
    Done addWaiters(HoldsAnswer &answer, const HoldsQuery &query);
    Outcome<std::vector<HistoryRange>> judged(qint64 firstBegin, const HistoryRange &range);
};

} // namespace lockscope
