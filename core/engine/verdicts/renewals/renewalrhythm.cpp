// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/verdicts/renewals/renewalrhythm.h"

#include "core/formats/format.h"

#include <algorithm>

namespace lockscope
{

using std::chrono::duration_cast;

void RenewalRhythm::note(Renewals &renewals, Instant at, bool sawAll)
{
    if (sawAll)
        missedBefore += missedRenewals(renewals, at);
    if (sawAll && renewals.lastAt && at > *renewals.lastAt) {
        intervals[next] = millisecondsBetween(*renewals.lastAt, at);
        next = quint8((next + 1) % intervals.size());
        filled = std::min<quint8>(quint8(filled + 1), quint8(intervals.size()));
        renewals.period = commonInterval();
        if (!renewals.period) // without a period nothing was missed
            missedBefore = 0;
    }
    renewals.missed = missedBefore;
    renewals.lastAt = at;
    ++renewals.count;
}

std::optional<milliseconds> RenewalRhythm::commonInterval() const
{
    auto sorted = intervals;
    const auto end = sorted.begin() + filled;
    const auto middle = sorted.begin() + filled / 2;
    std::nth_element(sorted.begin(), middle, end);
    const milliseconds median = *middle;
    const auto near = std::count_if(sorted.begin(), end, [median](milliseconds interval) {
        return std::chrono::abs(interval - median) <= median / 4;
    });
    const bool varies =
        longestPause > milliseconds(0) && *std::max_element(sorted.begin(), end) <= longestPause * 5 / 4;
    return near * 2 > filled || varies ? std::optional(std::max(median, longestPause)) : std::nullopt;
}

Instant renewedAt(std::optional<Instant> expiresAt, std::optional<milliseconds> lease, Instant readBefore,
                  Instant readAfter)
{
    if (!expiresAt || !lease || readBefore > readAfter)
        return readAfter;
    return std::clamp(*expiresAt - *lease, readBefore, readAfter);
}

qint64 missedRenewals(const Renewals &renewals, Instant at)
{
    if (!renewals.period || !renewals.lastAt || renewals.period->count() <= 0)
        return 0;
    const auto since = millisecondsBetween(*renewals.lastAt, at) - BeatSlack;
    const auto missed = qint64((since - *renewals.period / 2) / *renewals.period);
    return std::max<qint64>(missed, 0);
}

Instant renewalMissedAt(const Renewals &renewals, qint64 n, double overdue)
{
    const auto late = std::chrono::duration<double, std::milli>(*renewals.period) * (overdue + double(n - 1));
    return *renewals.lastAt + duration_cast<milliseconds>(late) + BeatSlack;
}

std::optional<milliseconds> renewalPeriod(const Lock &lock)
{
    if (lock.renewals.period)
        return lock.renewals.period;
    const Format *format = Registry::builtIn().find(lock.kind.name);
    if (!format || format->renewer() != Renewer::Library || !lock.lease)
        return {};
    return format->watchdogPeriod(*lock.lease);
}

} // namespace lockscope
