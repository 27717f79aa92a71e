// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/fleet/fleethourtext.h"

#include "core/base/tr.h"
#include "ui/text/format.h"

#include <QDateTime>

#include <algorithm>

namespace lockscope::text
{

namespace
{

constexpr size_t MinutesALine = 15;

QString toTheMinute(WallTime at)
{
    const auto since = std::chrono::duration_cast<milliseconds>(at.time_since_epoch());
    return QDateTime::fromMSecsSinceEpoch(since.count()).toString(QStringLiteral("HH:mm"));
}

QString heldIn(const FleetMinute &minute)
{
    return minute.held ? number(*minute.held) : QStringLiteral("—");
}

int unknownMinutes(const FleetMember &member)
{
    return int(std::ranges::count_if(member.hour, [](const FleetMinute &minute) { return !minute.held; }));
}

} // namespace

QString fleetHold(const FleetMember &member)
{
    return member.holdP90 ? duration(*member.holdP90) : QStringLiteral("—");
}

QString fleetHoldHelp(const FleetMember &member)
{
    if (!member.holdP90 && member.holds > 0)
        return Tr::tr("%Ln hold(s) ended in the last hour that were seen from start to end; at least %1 are "
                      "needed",
                      nullptr, int(member.holds))
            .arg(number(FleetMember::LeastHolds));
    if (!member.holdP90 || member.hour.empty())
        return Tr::tr("No hold that ended in the last hour was seen from start to end");
    const QString holds = Tr::tr("90 % of %Ln hold(s) lasted at most about %1", nullptr, int(member.holds))
                              .arg(duration(*member.holdP90));
    return sentences({holds, Tr::tr("Counts holds that ended since %1 and were seen from start to end")
                                 .arg(toTheMinute(member.hour.front().from))});
}

QString fleetHour(const FleetMember &member)
{
    std::vector<qint64> known;
    for (const FleetMinute &minute : member.hour) {
        if (minute.held)
            known.push_back(*minute.held);
    }
    if (known.empty())
        return QStringLiteral("—");
    const auto [least, most] = std::ranges::minmax(known);
    const QString range = least == most ? number(least) : Tr::tr("%1 to %2").arg(number(least), number(most));
    const QString last =
        member.hour.back().held ? Tr::tr("now %1").arg(heldIn(member.hour.back())) : Tr::tr("now unknown");
    return clauses({range, last});
}

QString fleetHourHelp(const FleetMember &member)
{
    if (member.hour.empty())
        return Tr::tr("Held locks by minute. Nothing is known yet");
    QStringList lines{Tr::tr("Held locks at the end of each minute since %1, the last number now")
                          .arg(toTheMinute(member.hour.front().from))};
    if (unknownMinutes(member) > 0)
        lines << Tr::tr("—: unknown, because the connection was lost or its locks were being read");
    for (size_t from = 0; from < member.hour.size(); from += MinutesALine) {
        QStringList values;
        for (size_t i = from; i < std::min(from + MinutesALine, member.hour.size()); ++i)
            values << heldIn(member.hour[i]);
        lines << QStringLiteral("%1  %2").arg(toTheMinute(member.hour[from].from), values.join(u' '));
    }
    return lines.join(u'\n');
}

QString fleetHourSpoken(const FleetMember &member)
{
    QStringList parts{Tr::tr("Held locks in the last hour: %1").arg(fleetHour(member))};
    if (const int unknown = unknownMinutes(member); unknown > 0 && unknown < int(member.hour.size()))
        parts << Tr::tr("%Ln minute(s) not known", nullptr, unknown);
    return clauses(parts);
}

} // namespace lockscope::text
