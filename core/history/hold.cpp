// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/hold.h"

#include <algorithm>

namespace lockscope
{

namespace
{

std::optional<milliseconds> littlesLaw(double waiterSeconds, qint64 acquired)
{
    if (waiterSeconds <= 0 || acquired <= 0)
        return {};
    constexpr double Longest = 1e15; // a sum of what a file holds may be any number
    return milliseconds(qint64(std::min(waiterSeconds * 1000.0 / double(acquired), Longest)));
}

} // namespace

void Tally::add(const Tally &later)
{
    length = std::chrono::duration_cast<milliseconds>(later.from + later.length - from);
    acquired += later.acquired;
    reentered += later.reentered;
    renewed += later.renewed;
    released += later.released;
    expired += later.expired;
    forced += later.forced;
    unseen += later.unseen;
    unread += later.unread;
    totals = later.totals;
    waiterSeconds += later.waiterSeconds;
    mostWaiters = std::max(mostWaiters, later.mostWaiters);
    holds.add(later.holds);
    heldSeconds += later.heldSeconds;
    sampled = sampled || later.sampled;
    blind = blind || later.blind;
}

std::optional<milliseconds> Tally::waitEstimate() const
{
    return littlesLaw(waiterSeconds, acquired);
}

std::optional<milliseconds> Contention::waitEstimate() const
{
    return littlesLaw(waiterSeconds, acquired);
}

} // namespace lockscope
