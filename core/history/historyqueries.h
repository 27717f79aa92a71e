// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Queries of a history in one or several files. Owner: the caller; one thread.

#include "core/base/outcome.h"
#include "core/history/orders/lockorders.h"
#include "core/history/values/hold.h"

namespace lockscope
{

class HistoryQueries
{
public:
    virtual ~HistoryQueries() = default;

    // For files opened for reading only: until when the history is complete. A hold that was open then has no
    // end.
    virtual Outcome<std::optional<WallTime>> lastWritten() = 0;
    virtual Outcome<std::optional<WallTime>> since() = 0; // the start of the data
    virtual Outcome<std::vector<Tally>> minutes(const HistoryRange &range, milliseconds step) = 0;
    virtual Outcome<HoldsAnswer> holds(const HoldsQuery &query) = 0;
    // Only the verdicts of holds(), and the times without them; does not read the events of the keys.
    virtual Outcome<HoldsAnswer> verdicts(const HoldsQuery &query) = 0;
    virtual Outcome<LockEvents> lockEvents(const LockName &key, size_t most) = 0;
    // holds() of one moment.
    Outcome<HistoryMoment> moment(WallTime at, size_t most)
    {
        Outcome<HoldsAnswer> there = holds({.range = {at, at + milliseconds(1)}, .most = most});
        return there ? momentOf(at, std::move(*there)) : Outcome<HistoryMoment>(there.failure());
    }
    // The locks acquired, waited for or held in the range, highest demand first: see demandrows.h.
    virtual Outcome<std::vector<Contention>> contention(const HistoryRange &range, size_t most) = 0;
    // Inversions with an order that was seen since then. Files of older versions have none.
    virtual Outcome<OrdersAnswer> orders(WallTime since) = 0;
    // True for a shared copy that contains only some locks.
    virtual Outcome<bool> isSelection() = 0;

protected:
    HistoryQueries() = default;
    Q_DISABLE_COPY_MOVE(HistoryQueries)
};

} // namespace lockscope
