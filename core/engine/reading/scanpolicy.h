// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// How greedy a scan is: decisions only. Pure, any thread.

#include "core/base/clock.h"
#include "core/base/outcome.h"

#include <QByteArray>

namespace lockscope
{

using std::chrono::microseconds;

// The COUNT of the next SCAN, from what the last trip took. Others wait as long as one trip works in the
// server, so that is kept between half a millisecond and one. Where the way there takes over 1 ms, trips are
// dear and fewer are made: COUNT 2000 to 5000.
int nextScanCount(int count, microseconds trip, microseconds roundTrip);

inline constexpr microseconds LongRoundTrip{1000};

// How far a cursor has come, 0 to 1: Redis counts the reversed bits of the bucket up, at any size of the
// table.
double scanFraction(quint64 cursor);

// LOADING, BUSY and the like pass. How long to wait before the n-th try (from 1); nothing: waited long
// enough.
std::optional<milliseconds> scanBackOff(int attempt);

} // namespace lockscope
