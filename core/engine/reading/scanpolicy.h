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

// Notices that a walk over the keys does not end, with a server that is faulty or means harm. Redis may
// return a name more than once, but it passes each bucket once, so no cursor comes again.
class WalkBound
{
public:
    // count: as asked for; names: as returned; keys: of the server, nullopt: unknown. False: it does not end,
    // or the server has more keys than that by now.
    bool goesOn(quint64 cursor, int count, qint64 names, std::optional<qint64> keys);
    // Whether it may still end if the server has so many keys: they may have grown meanwhile.
    bool mayEnd(std::optional<qint64> keys) const;
    static Failure failure(); // of a pass that does not end

private:
    // The cycle is found as Brent does, without a list of all cursors.
    quint64 m_remembered = 0;
    qint64 m_trips = 0;
    qint64 m_rememberAt = 1;
    qint64 m_asked = 0;
    qint64 m_names = 0;
    bool m_repeats = false; // a cursor came again
};

// The wait before the n-th try (from 1) after LOADING, BUSY or similar; nullopt: give up.
std::optional<milliseconds> scanBackOff(int attempt);

} // namespace lockscope
