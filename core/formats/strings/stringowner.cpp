// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/strings/stringowner.h"

#include "core/base/tr.h"
#include "core/formats/shapes.h"
#include "core/formats/strings/stringvalue.h"

#include <QDateTime>

namespace lockscope
{

namespace
{

QString timeText(WallTime at)
{
    const auto since1970 = std::chrono::duration_cast<milliseconds>(at.time_since_epoch());
    return QDateTime::fromMSecsSinceEpoch(since1970.count()).toUTC().toString(Qt::ISODateWithMs);
}

QStringList explainTimedUuid(const TimedUuid &uuid, WallTime at)
{
    QStringList lines;
    lines << Tr::tr("Token created at %1: the call that acquired the lock began then")
                 .arg(timeText(uuid.madeAt));
    if (at != WallTime() && uuid.madeAt <= at)
        lines << Tr::tr("That was %1 ago")
                     .arg(humanDuration(std::chrono::duration_cast<milliseconds>(at - uuid.madeAt)));
    const QString node = QString::fromLatin1(uuid.node);
    lines << (uuid.nodeIsMac
                  ? Tr::tr("Created on the machine with MAC address %1").arg(node)
                  : Tr::tr("Created by a process that used the random number %1 instead of a MAC address")
                        .arg(node));
    lines << Tr::tr("Clock sequence %1: tokens that share both come from one process or machine")
                 .arg(uuid.clockSequence);
    return lines;
}

} // namespace

QString stringValueText(const char *source)
{
    return source ? Tr::tr(source) : QString();
}

QStringList explainOwner(const KeyReading &reading)
{
    if (const std::optional<TimedUuid> uuid = timedUuid(reading.string))
        return explainTimedUuid(*uuid, reading.wallAt);
    const StringValue value = stringValue(reading);
    const std::string_view library = value.libraries->empty() ? std::string_view() : value.libraries->front();
    if (library == "bsm/redislock" && reading.string.size() > 22)
        return {Tr::tr("The application added %1").arg(escapedText(reading.string.sliced(22)))};
    return {};
}

} // namespace lockscope
