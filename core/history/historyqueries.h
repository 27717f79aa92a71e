// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What can be asked of a history that is in a file, or in several. Owner: the caller; one thread.

#include "core/base/outcome.h"
#include "core/history/orders/lockorders.h"
#include "core/history/values/hold.h"

namespace lockscope
{

class HistoryQueries
{
public:
    virtual ~HistoryQueries() = default;

    // For reading alone: until when it is complete. A hold that was open then has no end.
    virtual Outcome<std::optional<WallTime>> lastWritten() = 0;
    virtual Outcome<std::optional<WallTime>> since() = 0; // nothing earlier is known
    virtual Outcome<std::vector<Tally>> minutes(const HistoryRange &range, milliseconds step) = 0;
    virtual Outcome<HoldsAnswer> holds(const HoldsQuery &query) = 0;
    // Only the verdicts of holds(), and when they are not known, without reading the events of the keys.
    virtual Outcome<HoldsAnswer> verdicts(const HoldsQuery &query) = 0;
    virtual Outcome<LockStory> story(const LockName &key, size_t most) = 0;
    // holds() of one moment.
    Outcome<HistoryMoment> moment(WallTime at, size_t most)
    {
        Outcome<HoldsAnswer> there = holds({.range = {at, at + milliseconds(1)}, .most = most});
        return there ? momentOf(at, std::move(*there)) : Outcome<HistoryMoment>(there.failure());
    }
    // The locks acquired, waited for or held in the range, highest demand first: see demandrows.h.
    virtual Outcome<std::vector<Contention>> contention(const HistoryRange &range, size_t most) = 0;
    // Inversions of which an order was seen since then. A file of an older version has none.
    virtual Outcome<OrdersAnswer> orders(WallTime since) = 0;
    // It is a copy that has some locks only: of others nothing is known.
    virtual Outcome<bool> isSelection() = 0;

protected:
    HistoryQueries() = default;
    Q_DISABLE_COPY_MOVE(HistoryQueries)
};

} // namespace lockscope
