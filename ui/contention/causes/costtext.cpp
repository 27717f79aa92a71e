// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/contention/causes/costtext.h"

#include "core/base/tr.h"
#include "ui/text/format.h"

#include <QStringList>

namespace lockscope::text
{

QString waitingCaused(double seconds)
{
    return QStringLiteral("≈ ") + duration(milliseconds(qint64(seconds * 1000)));
}

QString whatWaitingCausedIs()
{
    return Tr::tr(
        "Waiting caused: the number of waiters, added up over the time shown. Two clients that wait "
        "for three seconds are six seconds");
}

QString costName(const QByteArray &name, CostBy by)
{
    switch (by) {
    case CostBy::Lock:
        return key(LockName{name});
    case CostBy::Prefix:
        return name.isEmpty() ? Tr::tr("no prefix") : bytes(name) + u'*';
    case CostBy::Client:
        break;
    }
    return name.isEmpty() ? Tr::tr("unknown", "client") : owner(OwnerId{name});
}

QString costDetails(const WaitingCost &cost, CostBy by)
{
    QStringList lines;
    if (by == CostBy::Client && cost.name.isEmpty())
        lines << Tr::tr("No holder was known at these times: its hold ended before it could be read, the "
                        "lock was free, or its value is the same for all clients");
    else
        lines << (by == CostBy::Client ? ownerFull(OwnerId{cost.name}) : costName(cost.name, by));
    const bool isLock = by == CostBy::Lock;
    if (cost.waitedForWorst > 0 && (!isLock || !cost.worst.isEmpty()))
        lines << Tr::tr("%1 of it: %2", "waiting caused, by which lock or client")
                     .arg(waitingCaused(cost.waitedForWorst),
                          costName(cost.worst, isLock ? CostBy::Client : CostBy::Lock));
    const auto median = cost.lengths.firmPercentile(0.5);
    const auto ninety = cost.lengths.firmPercentile(0.9);
    if (median && ninety)
        lines << Tr::tr("Holds seen from start to end: %1, median %2, p90 %3")
                     .arg(number(cost.lengths.count()), duration(*median), duration(*ninety));
    else if (cost.lengths.count() > 0)
        lines << Tr::tr("Holds seen from start to end: %1 (too few for percentiles)")
                     .arg(number(cost.lengths.count()));
    if (cost.uncounted > milliseconds(0))
        lines << Tr::tr("No count of waiters is recorded for %1 of the time").arg(duration(cost.uncounted));
    return lines.join(u'\n');
}

} // namespace lockscope::text
