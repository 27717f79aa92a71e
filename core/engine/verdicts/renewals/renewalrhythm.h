// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The period of a watchdog, learned from its renewals. Pure value; LockTable keeps one per renewed lock.

#include "core/values/lock.h"

#include <array>

namespace lockscope
{

struct RenewalRhythm {
    // Records a renewal: its count, its time and, from the second one on, the period. The period is the
    // median of the last intervals, so one renewal that was late or missed does not change it. There is no
    // period if most intervals differ from the median: the program extends its lease at arbitrary times.
    // sawAll: no renewal since the last recorded one can have been missed.
    void note(Renewals &renewals, Instant at, bool sawAll = true);

    std::optional<milliseconds> commonInterval() const;
    // True if the interval from the last renewal to this one is real. Without events, a read in between must
    // have shown no renewal: otherwise the measured interval is that of the reads.
    bool isSeenBetween(Instant readBefore, bool announced) const
    {
        return announced || !seenAt || readBefore > *seenAt;
    }

    milliseconds longestPause{0}; // if the library's pauses vary, the longest: the period is at least this
    std::array<milliseconds, 5> intervals{};
    quint8 filled = 0;
    quint8 next = 0;
    qint64 missedBefore = 0;         // renewals missed before the last renewal
    std::optional<Instant> seenAt{}; // time of the read that showed the last renewal

    // In keyspace mode each renewal arrives twice, as an event and in a read, in either order; count it once.
    int announced = 0;                  // announced by events, not yet seen in a read
    std::optional<Instant> readAhead{}; // seen in a read whose event is still to come
};

// The period as it was seen or, after one renewal, as the library has it: a fixed part of the lease. Unknown:
// none.
std::optional<milliseconds> renewalPeriod(const Lock &lock);
// A renewal counts as missed half a period plus this after it was due, because reads may be late.
inline constexpr milliseconds BeatSlack{250};

// When a renewal between two reads happened: it sets the whole lease, so one lease before the new expiry, but
// not outside the two reads.
Instant renewedAt(std::optional<Instant> expiresAt, std::optional<milliseconds> lease, Instant readBefore,
                  Instant readAfter);
// Renewals missed since the last renewal; 0 while the period is unknown.
qint64 missedRenewals(const Renewals &renewals, Instant at);
// When the n-th renewal after the last one counts as missed (n = 1, 2, …). The period must be known.
Instant renewalMissedAt(const Renewals &renewals, qint64 n, double overdue = 1.5);

} // namespace lockscope
