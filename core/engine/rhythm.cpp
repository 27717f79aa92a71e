// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/rhythm.h"

#include <algorithm>

namespace lockscope
{

using std::chrono::duration_cast;

void Rhythm::note(Renewals &renewals, Instant at)
{
    missedBefore += missedBeats(renewals, at);
    renewals.missed = missedBefore;
    if (renewals.lastAt && at > *renewals.lastAt) {
        intervals[next] = millisecondsBetween(*renewals.lastAt, at);
        next = quint8((next + 1) % intervals.size());
        filled = std::min<quint8>(quint8(filled + 1), quint8(intervals.size()));
        auto sorted = intervals;
        const auto middle = sorted.begin() + filled / 2;
        std::nth_element(sorted.begin(), middle, sorted.begin() + filled);
        renewals.period = *middle;
    }
    renewals.lastAt = at;
    ++renewals.count;
}

qint64 missedBeats(const Renewals &renewals, Instant at)
{
    if (!renewals.period || !renewals.lastAt || renewals.period->count() <= 0)
        return 0;
    const auto since = millisecondsBetween(*renewals.lastAt, at) - BeatSlack;
    const auto beats = qint64((since - *renewals.period / 2) / *renewals.period);
    return std::max<qint64>(beats, 0);
}

Instant beatMissedAt(const Renewals &renewals, qint64 n, double overdue)
{
    const auto late = std::chrono::duration<double, std::milli>(*renewals.period) * (overdue + double(n - 1));
    return *renewals.lastAt + duration_cast<milliseconds>(late) + BeatSlack;
}

} // namespace lockscope
