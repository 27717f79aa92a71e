// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// How much a scan asks per round trip. Pure, any thread.

#include "core/base/clock.h"
#include "core/base/outcome.h"

#include <QByteArray>

namespace lockscope
{

using std::chrono::microseconds;

// The COUNT of the next SCAN, from the duration of the last trip. Other clients wait while the server works
// on a trip: keep that between 0.5 and 1 ms. Above 1 ms round trip, make fewer trips: COUNT 2000 to 5000.
int nextScanCount(int count, microseconds trip, microseconds roundTrip);

inline constexpr microseconds LongRoundTrip{1000};

// The progress of a cursor, 0 to 1. Redis increments the bucket number with reversed bits at any table size.
double scanFraction(quint64 cursor);

// The wait before the n-th try (from 1) after LOADING, BUSY or similar; nullopt: give up.
std::optional<milliseconds> scanBackOff(int attempt);

} // namespace lockscope
