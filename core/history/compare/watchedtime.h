// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The parts of a stretch that were observed, divided into blocks of equal length. Times in milliseconds since
// 1970. Value; any thread.

#include "core/history/compare/statistics/lengthsample.h"
#include "core/history/values/hold.h"

namespace lockscope
{

class WatchedTime
{
public:
    WatchedTime() = default;
    WatchedTime(const HistoryRange &over, std::vector<HistoryRange> unwatched);

    qint64 total() const { return m_total; }
    std::vector<double> seconds() const; // of each block
    int blockAt(qint64 at) const;        // -1: not watched then
    // Calls part(block, ms) for each observed part of a time range.
    template<class Part> void each(qint64 from, qint64 to, const Part &part) const
    {
        for (size_t i = firstEndingAfter(from); from < to && i < m_parts.size() && m_parts[i].from < to; ++i)
            part(m_parts[i].block, std::min(to, m_parts[i].to) - std::max(from, m_parts[i].from));
    }

private:
    struct Part {
        qint64 from = 0;
        qint64 to = 0;
        int block = 0;
    };
    void addWatched(qint64 from, qint64 to, qint64 begin, qint64 end);
    size_t firstEndingAfter(qint64 at) const;

    std::vector<Part> m_parts{}; // in order, each within one block
    qint64 m_total = 0;
};

// The parts of a stretch that were not observed completely: before the first data, between two runs, before
// the servers were first reached, while an unreachable node hid its locks, and the time of missed events.
// answer: for the stretch, with its marks. lost: which nodes were unreachable when. minutes: of the stretch;
// they show whether such a node hid locks, and how long events were missed. Without them, a node counts
// as if it did, and a gap as the seconds around its mark.
std::vector<HistoryRange> unwatchedParts(const HoldsAnswer &answer, const std::vector<Unjudged> &lost,
                                         const std::vector<Tally> &minutes);

} // namespace lockscope
