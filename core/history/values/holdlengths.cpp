// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/values/holdlengths.h"

#include <QDataStream>
#include <QIODevice>

#include <algorithm>
#include <cmath>

namespace lockscope
{

namespace
{

constexpr double StepsPerDoubling = 4;
constexpr quint8 Bounds = 255; // in place of a step: the shortest and the longest follow

} // namespace

size_t HoldLengths::stepOf(milliseconds length)
{
    if (length < milliseconds(1))
        return 0;
    const double doublings = std::log2(double(length.count()));
    // The small offset keeps powers of two from rounding below their own edge.
    return std::min(size_t(doublings * StepsPerDoubling + 1e-9) + 1, Steps - 1);
}

double HoldLengths::lowerEdge(size_t step)
{
    return step == 0 ? 0.0 : std::exp2(double(step - 1) / StepsPerDoubling);
}

// The geometric middle; step 0 is everything below 1 ms.
double HoldLengths::middle(size_t step)
{
    return step == 0 ? 0.0 : std::sqrt(lowerEdge(step) * lowerEdge(step + 1));
}

void HoldLengths::add(milliseconds length)
{
    ++m_counts[stepOf(length)];
    ++m_count;
    const auto ms = quint32(std::clamp<qint64>(length.count(), 0, std::numeric_limits<quint32>::max()));
    m_shortest = std::min(m_shortest, ms);
    m_longest = std::max(m_longest, ms);
}

void HoldLengths::add(const HoldLengths &other)
{
    for (size_t step = 0; step < Steps; ++step)
        m_counts[step] += other.m_counts[step];
    m_count += other.m_count;
    m_shortest = std::min(m_shortest, other.m_shortest);
    m_longest = std::max(m_longest, other.m_longest);
}

std::optional<milliseconds> HoldLengths::percentile(double share) const
{
    if (m_count == 0)
        return {};
    const auto rank = std::clamp<qint64>(qint64(std::ceil(share * double(m_count))), 1, m_count);
    qint64 below = 0;
    size_t step = 0;
    while (step + 1 < Steps && below + m_counts[step] < rank)
        below += m_counts[step++];
    return milliseconds(std::clamp<qint64>(std::llround(middle(step)), m_shortest, m_longest));
}

std::optional<milliseconds> HoldLengths::firmPercentile(double share) const
{
    return areEnoughFor(share) ? percentile(share) : std::nullopt;
}

QByteArray HoldLengths::packed() const
{
    QByteArray bytes;
    QDataStream out(&bytes, QIODevice::WriteOnly);
    for (size_t step = 0; step < Steps; ++step) {
        if (m_counts[step] > 0)
            out << quint8(step) << m_counts[step];
    }
    if (m_count > 0)
        out << Bounds << m_shortest << m_longest;
    return bytes;
}

HoldLengths HoldLengths::unpacked(const QByteArray &bytes)
{
    HoldLengths lengths;
    QDataStream in(bytes);
    quint32 shortest = 0;
    quint32 longest = std::numeric_limits<quint32>::max();
    while (!in.atEnd()) {
        quint8 step = 0;
        quint32 count = 0;
        in >> step >> count;
        if (step == Bounds) {
            shortest = count;
            in >> longest;
        }
        if (in.status() != QDataStream::Ok || step >= Steps)
            break;
        lengths.m_counts[step] += count;
        lengths.m_count += count;
    }
    if (lengths.m_count > 0) {
        lengths.m_shortest = std::min(shortest, longest);
        lengths.m_longest = std::max(shortest, longest);
    }
    return lengths;
}

} // namespace lockscope
