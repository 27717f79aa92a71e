// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The lengths of holds in one stretch, counted by length and by the block of time in which each ended. Exact
// to the millisecond below 256 ms, to 1/128 above, so at most 4,608 counters per block hold any number of
// holds. Value; any thread.

#include "core/base/clock.h"
#include "core/history/compare/statistics/ranktest.h"

#include <array>
#include <vector>

namespace lockscope
{

// A stretch is divided into this many blocks of equal length. Holds in the same block are not independent: a
// slow minute makes all its holds slow.
constexpr int StretchBlocks = 30;

class LengthSample
{
public:
    void add(milliseconds length, int block);

    qint64 count() const { return m_count; }
    int blocks() const; // with holds in them
    // The shortest length that at least this share does not exceed; 0.5: the median; nullopt: no holds.
    std::optional<milliseconds> percentile(double share) const;
    milliseconds longest() const { return m_longest; } // exact
    std::vector<RankEntry> entries() const;            // in ms, by length

private:
    static size_t binOf(qint64 ms);
    static double middleOf(size_t bin); // in ms
    std::vector<qint64> totals() const;

    std::array<std::vector<quint32>, StretchBlocks> m_counts{};
    qint64 m_count = 0;
    milliseconds m_longest{0};
};

} // namespace lockscope
