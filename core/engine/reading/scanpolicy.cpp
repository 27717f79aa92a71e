// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/reading/scanpolicy.h"

#include "core/base/tr.h"

#include <algorithm>

namespace lockscope
{

namespace
{

constexpr microseconds Cheap{500};
constexpr microseconds Dear{1000};
constexpr microseconds Wanted{750};

} // namespace

int nextScanCount(int count, microseconds trip, microseconds roundTrip)
{
    const bool far = roundTrip > LongRoundTrip;
    const int least = far ? 2000 : 100;
    const int most = far ? 5000 : 2000;
    const microseconds cost = std::max(trip - roundTrip, microseconds(1));
    if (cost >= Cheap && cost <= Dear)
        return std::clamp(count, least, most);
    // One trip may be an outlier: change by at most a quarter more or a third less.
    const double wanted = double(count) * double(Wanted.count()) / double(cost.count());
    return std::clamp(int(std::clamp(wanted, count * 0.67, count * 1.25)), least, most);
}

double scanFraction(quint64 cursor)
{
    quint64 reversed = 0;
    for (int bit = 0; bit < 64; ++bit)
        reversed |= ((cursor >> bit) & 1) << (63 - bit);
    return double(reversed) / 18446744073709551616.0;
}

bool WalkBound::goesOn(quint64 cursor, int count, qint64 names, std::optional<qint64> keys)
{
    m_asked += count;
    m_names += names;
    m_repeats = m_repeats || (cursor == m_remembered && m_trips > 0);
    if (++m_trips == m_rememberAt) {
        m_remembered = cursor;
        m_rememberAt *= 2;
    }
    return mayEnd(keys);
}

bool WalkBound::mayEnd(std::optional<qint64> keys) const
{
    // Buckets of keys that are gone are visited too, and some servers count their keys as 0.
    constexpr qint64 MoreNames = 2'000'000;
    constexpr qint64 MoreVisits = 4'000'000;
    constexpr qint64 UnknownKeys = 100'000'000;
    const qint64 there = std::clamp<qint64>(keys.value_or(UnknownKeys), 0, qint64(1) << 40);
    return !m_repeats && m_names <= 4 * there + MoreNames && m_asked <= 64 * there + MoreVisits;
}

Failure WalkBound::failure()
{
    return {.kind = ErrorKind::Protocol,
            .text = Tr::tr("SCAN does not finish: the server repeated a cursor, or returned more than 4 "
                           "times the keys it counts"),
            .remedy = Tr::tr("use exact key names instead of a scan, and check what kind of server it is")};
}

std::optional<milliseconds> scanBackOff(int attempt)
{
    constexpr int Tries = 40; // about half a minute in total
    if (attempt > Tries)
        return {};
    return std::min(milliseconds(50) * (1 << std::min(attempt - 1, 5)), milliseconds(800));
}

} // namespace lockscope
