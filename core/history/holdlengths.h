// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// How long holds were, as a histogram: four steps for each doubling, from a millisecond to 24 days, so that a
// percentile is right to a fifth of itself. Adds up; a fixed size. Value; any thread.

#include "core/values/clock.h"

#include <QByteArray>

#include <array>

namespace lockscope
{

class HoldLengths
{
public:
    static constexpr size_t Steps = 4 * 31 + 1;

    void add(milliseconds length, qint64 times = 1);
    void add(const HoldLengths &other);

    qint64 count() const { return m_count; }
    // share: 0.5 for the median. The upper edge of the step it falls in; nothing: there are none.
    std::optional<milliseconds> percentile(double share) const;
    qint64 countAt(size_t step) const { return m_counts[step]; }
    static milliseconds lowerEdge(size_t step); // step Steps: the end of the last
    static size_t stepOf(milliseconds length);

    QByteArray packed() const; // for the store
    static HoldLengths unpacked(const QByteArray &bytes);

    friend bool operator==(const HoldLengths &, const HoldLengths &) = default;

private:
    std::array<quint32, Steps> m_counts{};
    qint64 m_count = 0;
};

} // namespace lockscope
