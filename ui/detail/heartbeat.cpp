// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/detail/heartbeat.h"

#include "core/engine/verdicts/renewals/renewalrhythm.h"

#include <algorithm>

namespace lockscope
{

namespace
{

// Missed beats between two beats of one hold.
qint64 missedBetween(Instant from, Instant to, milliseconds period)
{
    if (period.count() <= 0)
        return 0;
    const double apart = double(millisecondsBetween(from, to).count());
    const double late = apart - 1.5 * double(period.count()) - double(BeatSlack.count());
    return late <= 0 ? 0 : std::max<qint64>(1, qRound64(apart / double(period.count())) - 1);
}

} // namespace

Heartbeat heartbeatOf(const std::deque<LockEvent> &events, const Renewals &renewals, bool gone, Instant from,
                      Instant at)
{
    Heartbeat seen;
    std::optional<Instant> last; // The last beat, or the start, of the current hold
    for (const LockEvent &event : events) {
        if (event.at > at)
            break;
        const bool inSight = event.at >= from;
        if (event.kind == EventKind::Renewed) {
            const qint64 missed =
                last ? missedBetween(*last, event.at, renewals.period.value_or(milliseconds(0))) : 0;
            if (missed > 0 && inSight)
                seen.gaps.push_back({.from = *last, .to = event.at, .missed = missed});
            if (inSight)
                seen.beats.push_back(event.at);
            last = event.at;
        } else if (event.kind == EventKind::Acquired) {
            if (inSight)
                seen.holds.push_back(event.at);
            last = event.at;
        } else if (event.held) {
            if (inSight)
                seen.ends.push_back(event.at);
            last.reset();
        }
    }
    const qint64 missed = gone ? 0 : missedRenewals(renewals, at);
    if (missed > 0 && renewals.lastAt)
        seen.gaps.push_back({.from = *renewals.lastAt, .to = at, .missed = missed});
    return seen;
}

} // namespace lockscope
