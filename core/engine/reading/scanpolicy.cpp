// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/reading/scanpolicy.h"

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

std::optional<milliseconds> scanBackOff(int attempt)
{
    constexpr int Tries = 40; // about half a minute in total
    if (attempt > Tries)
        return {};
    return std::min(milliseconds(50) * (1 << std::min(attempt - 1, 5)), milliseconds(800));
}

} // namespace lockscope
