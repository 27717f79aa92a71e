// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Durations in bounded space: counts in buckets that are at most 1/32 of their value wide (the layout of
// HdrHistogram). Pure; one thread.

#include <QtGlobal>

#include <algorithm>
#include <array>
#include <bit>
#include <chrono>
#include <cstdint>

namespace lockscope
{

using std::chrono::microseconds;

// Its summary; all 0 if empty.
struct Spread {
    qint64 count = 0;
    microseconds p50{0}, p90{0}, p99{0}, p999{0}, longest{0};
    friend bool operator==(const Spread &, const Spread &) = default;
};

// How many values a percentile needs that people read: of fewer, the p99 is the longest one.
constexpr qint64 leastFor(microseconds Spread::*which)
{
    return which == &Spread::p999 ? 1000 : which == &Spread::p99 ? 100 : 1;
}

class Histogram
{
public:
    void add(microseconds time)
    {
        const auto value = std::min(uint64_t(std::max<int64_t>(time.count(), 0)), Largest);
        ++m_counts[bucketOf(value)];
        ++m_count;
        m_longest = std::max(m_longest, microseconds(int64_t(value)));
    }

    // The smallest time that this share of all values did not exceed, to the precision of a bucket.
    microseconds at(double share) const
    {
        const auto wanted = std::max<int64_t>(1, int64_t(share * double(m_count) + 0.999999));
        int64_t seen = 0;
        for (size_t bucket = 0; bucket < m_counts.size(); ++bucket) {
            seen += m_counts[bucket];
            if (m_count > 0 && seen >= wanted)
                return std::min(lastOf(bucket), m_longest);
        }
        return microseconds(0);
    }

    Spread spread() const { return {m_count, at(0.5), at(0.9), at(0.99), at(0.999), m_longest}; }

private:
    static constexpr uint64_t Largest = (uint64_t(1) << 40) - 1; // 12 days
    static constexpr int Exact = 6; // bits: values below 64 have their own bucket

    static size_t bucketOf(uint64_t value)
    {
        const int shift = std::max(0, int(std::bit_width(value)) - Exact);
        return size_t(shift) * 32 + size_t(value >> shift);
    }
    static microseconds lastOf(size_t bucket)
    {
        if (bucket < 64)
            return microseconds(int64_t(bucket));
        const size_t shift = bucket / 32 - 1;
        return microseconds(int64_t(((bucket - shift * 32 + 1) << shift) - 1));
    }

    std::array<int64_t, 36 * 32> m_counts{};
    int64_t m_count = 0;
    microseconds m_longest{0};
};

} // namespace lockscope
