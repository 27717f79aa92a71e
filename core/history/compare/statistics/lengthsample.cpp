// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/compare/statistics/lengthsample.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace lockscope
{

namespace
{

constexpr int ExactBits = 8;                              // lengths below 2^8 ms have a bin each
constexpr qint64 StepsPerDoubling = 1 << (ExactBits - 1); // above
constexpr qint64 LongestCounted = (qint64(1) << 42) - 1;  // 139 years

} // namespace

size_t LengthSample::binOf(qint64 ms)
{
    const qint64 length = std::clamp<qint64>(ms, 0, LongestCounted);
    const int doublings = std::max(int(std::bit_width(quint64(length))) - ExactBits, 0);
    return size_t(doublings * StepsPerDoubling + (length >> doublings));
}

double LengthSample::middleOf(size_t bin)
{
    const auto doublings = std::max<qint64>(qint64(bin) / StepsPerDoubling - 1, 0);
    const qint64 begin = (qint64(bin) - doublings * StepsPerDoubling) << doublings;
    return double(begin) + double((qint64(1) << doublings) - 1) / 2;
}

void LengthSample::add(milliseconds length, int block)
{
    std::vector<quint32> &counts = m_counts[size_t(block)];
    const size_t bin = binOf(length.count());
    if (bin >= counts.size())
        counts.resize(bin + 1);
    ++counts[bin];
    ++m_count;
    m_longest = std::max(m_longest, length);
}

int LengthSample::blocks() const
{
    return int(std::ranges::count_if(m_counts, [](const auto &counts) { return !counts.empty(); }));
}

std::vector<qint64> LengthSample::totals() const
{
    std::vector<qint64> sums;
    for (const std::vector<quint32> &counts : m_counts) {
        sums.resize(std::max(sums.size(), counts.size()));
        for (size_t bin = 0; bin < counts.size(); ++bin)
            sums[bin] += counts[bin];
    }
    return sums;
}

std::optional<milliseconds> LengthSample::percentile(double share) const
{
    if (m_count == 0)
        return {};
    const auto rank = std::clamp<qint64>(qint64(std::ceil(share * double(m_count))), 1, m_count);
    const std::vector<qint64> sums = totals();
    qint64 until = 0;
    size_t bin = 0;
    while ((until += sums[bin]) < rank)
        ++bin;
    return std::min(milliseconds(std::llround(middleOf(bin))), m_longest);
}

std::vector<RankEntry> LengthSample::entries() const
{
    std::vector<RankEntry> entries;
    const size_t bins = totals().size();
    for (size_t bin = 0; bin < bins; ++bin) {
        for (int block = 0; block < StretchBlocks; ++block) {
            const std::vector<quint32> &counts = m_counts[size_t(block)];
            if (bin < counts.size() && counts[bin] > 0)
                entries.push_back({middleOf(bin), block, double(counts[bin])});
        }
    }
    return entries;
}

} // namespace lockscope
