// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// How long holds were, as a histogram: four steps for each doubling, from a millisecond to 24 days, so that a
// percentile is right to a tenth of itself. Adds up; a fixed size. Value; any thread.

#include "core/base/clock.h"

#include <QByteArray>

#include <array>

namespace lockscope
{

class HoldLengths
{
public:
    static constexpr size_t Steps = 4 * 31 + 1;

    void add(milliseconds length);
    void add(const HoldLengths &other);

    qint64 count() const { return m_count; }
    std::optional<milliseconds> percentile(double share) const; // 0.5: the median; nothing: there are none
    qint64 countAt(size_t step) const { return m_counts[step]; }
    static double lowerEdge(size_t step); // in milliseconds; of Steps: where the last one ends
    static double middle(size_t step);    // in milliseconds: what stands for a length in it
    static size_t stepOf(milliseconds length);

    QByteArray packed() const; // for the store
    static HoldLengths unpacked(const QByteArray &bytes);

    friend bool operator==(const HoldLengths &, const HoldLengths &) = default;

private:
    std::array<quint32, Steps> m_counts{};
    qint64 m_count = 0;
};

} // namespace lockscope
