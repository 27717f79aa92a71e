// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A histogram of hold lengths with four steps per doubling, from 1 ms to 24 days. Percentiles are exact to 10
// %, and between the shortest and the longest hold. Histograms can be added; fixed size. Value; any thread.

#include "core/base/clock.h"

#include <QByteArray>

#include <array>
#include <limits>

namespace lockscope
{

class HoldLengths
{
public:
    static constexpr size_t Steps = 4 * 31 + 1;

    void add(milliseconds length);
    void add(const HoldLengths &other);

    qint64 count() const { return m_count; }
    std::optional<milliseconds> percentile(double share) const; // 0.5: the median; nullopt: no holds
    // The same if there are enough holds for a reliable figure: 30, above the 90th percentile 100.
    std::optional<milliseconds> firmPercentile(double share) const;
    bool areEnoughFor(double share) const { return m_count >= leastFor(share); }
    static constexpr qint64 leastFor(double share) { return share > 0.9 ? 100 : 30; }
    qint64 countAt(size_t step) const { return m_counts[step]; }
    static double lowerEdge(size_t step); // in ms; lowerEdge(Steps) is the end of the last step
    static double middle(size_t step);    // in ms: represents the lengths in the step
    static size_t stepOf(milliseconds length);

    QByteArray packed() const; // for the file. Older versions ignore the shortest and the longest
    static HoldLengths unpacked(const QByteArray &bytes);

    friend bool operator==(const HoldLengths &, const HoldLengths &) = default;

private:
    std::array<quint32, Steps> m_counts{};
    qint64 m_count = 0;
    quint32 m_shortest = std::numeric_limits<quint32>::max(); // ms
    quint32 m_longest = 0;                                    // ms
};

} // namespace lockscope
