// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The beat of a watchdog, learnt from its renewals. Pure values; the LockTable keeps one for each lock that
// was ever renewed.

#include "core/values/lock.h"

#include <array>

namespace lockscope
{

struct RenewalRhythm {
    // Takes a renewal down: count, last and, from the second on, the period: the median of the last
    // intervals, so that one late beat, or one that a poll merged with the next, does not move it. Where most
    // of them are quite different there is none: a program puts its deadline off when it happens to.
    // sawAll: since the last one taken down none can have been overlooked.
    void note(Renewals &renewals, Instant at, bool sawAll = true);

    std::optional<milliseconds> commonInterval() const;

    std::array<milliseconds, 5> intervals{};
    quint8 filled = 0;
    quint8 next = 0;
    qint64 missedBefore = 0; // beats missed before the last renewal

    // Keyspace mode tells of each renewal and the re-read shows it once more: each must count once, whichever
    // comes first.
    int announced = 0;                // told by events, not yet seen by a reading
    std::optional<Instant> readAhead; // seen by a reading whose event is still to come
};

// A beat counts as missed half a period after its time, and a little more, as a reading may come late.
inline constexpr milliseconds BeatSlack{250};

// Beats missed since the last renewal; 0 while the period is not known.
qint64 missedBeats(const Renewals &renewals, Instant at);
// When the n-th beat after the last renewal counts as missed (n = 1, 2, …). The period must be known.
Instant beatMissedAt(const Renewals &renewals, qint64 n, double overdue = 1.5);

} // namespace lockscope
