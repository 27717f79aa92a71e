// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Demand for locks, from the events in the file of a history. On the thread of the file.

#include "core/base/outcome.h"
#include "core/history/values/hold.h"

namespace lockscope
{
class HistoryFile;
}

namespace lockscope::demandrows
{

// Only this many events of a range are read, the newest.
constexpr qint64 EventsRead = 200'000;

struct Query {
    HistoryRange range{};
    size_t most = 0;                 // locks
    std::optional<WallTime> since{}; // the start of the file's data
    std::vector<Hold> heldAtEnd{};   // at the end of the range: no event in it has their length
};

// The locks acquired, waited for or held in the range, highest demand first. `over` gives the period covered.
Outcome<std::vector<Contention>> read(const HistoryFile &file, const Query &query);

// The id of the first event at or after this time. Events are in time order, save for a second.
Outcome<qint64> firstEventAt(const HistoryFile &file, WallTime at);

} // namespace lockscope::demandrows
