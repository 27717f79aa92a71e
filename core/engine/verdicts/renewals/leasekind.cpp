// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/verdicts/renewals/leasekind.h"

#include "core/formats/format.h"

#include <algorithm>

namespace lockscope
{

namespace
{

constexpr int SamePart = 10; // a tenth more or less is the same

// A watchdog always sets the whole lease, so its last renewal set the longest time to live that was seen.
bool wasSetToTheSame(const Lock &lock)
{
    const milliseconds set = millisecondsBetween(*lock.renewals.lastAt, *lock.expiresAt);
    return std::chrono::abs(set - *lock.lease) <= *lock.lease / SamePart;
}

} // namespace

bool isLibrarys(LockKind kind, milliseconds period, milliseconds lease)
{
    const Format *format = Registry::builtIn().find(kind.name);
    const Renewer renewer = format ? format->renewer() : Renewer::Program;
    if (renewer != Renewer::Either)
        return renewer == Renewer::Library;
    const milliseconds usual = format->watchdogPeriod(lease).value_or(milliseconds(0));
    return std::chrono::abs(period - usual) <= usual / SamePart;
}

LeaseKind leaseKind(const Lock &lock, Instant at)
{
    if (!lock.held())
        return LeaseKind::Unknown;
    const bool ends = std::any_of(lock.holders.begin(), lock.holders.end(),
                                  [](const Holder &holder) { return holder.expiresAt.has_value(); });
    if (!lock.expiresAt && !ends)
        return LeaseKind::None;
    if (!lock.expiresAt || !lock.lease)
        return LeaseKind::Unknown;
    const Renewals &renewals = lock.renewals;
    if (renewals.count >= FewestBeats && renewals.period && renewals.lastAt && wasSetToTheSame(lock) &&
        isLibrarys(lock.kind, *renewals.period, *lock.lease))
        return LeaseKind::Watchdog;
    if (renewals.count > 0)
        return LeaseKind::Renewed;
    return *lock.expiresAt - at <= *lock.lease / 3 ? LeaseKind::Fixed : LeaseKind::Unknown;
}

} // namespace lockscope
