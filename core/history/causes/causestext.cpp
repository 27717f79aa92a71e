// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/causes/causestext.h"

#include "core/base/tr.h"
#include "core/base/unixms.h"

#include <QDateTime>

namespace lockscope
{

namespace
{

QString clock(WallTime at)
{
    return QDateTime::fromMSecsSinceEpoch(unixMs(at)).toString(QStringLiteral("HH:mm:ss"));
}

// Local; with the date only if it is not today's.
QString moment(WallTime at)
{
    const QDateTime time = QDateTime::fromMSecsSinceEpoch(unixMs(at));
    return time.date() == QDate::currentDate() ? clock(at)
                                               : time.toString(QStringLiteral("yyyy-MM-dd HH:mm:ss"));
}

QString number(qint64 value)
{
    return QString::number(value);
}

QString unreachableText(const Change &change)
{
    const QString node = escapedText(change.node.bytes);
    if (change.backAt)
        return Tr::tr("%1 was unreachable from %2 to %3").arg(node, clock(*change.at), clock(*change.backAt));
    return Tr::tr("%1 was unreachable from %2").arg(node, clock(*change.at));
}

QString verdictText(const Change &change)
{
    const QString key = escapedText(change.key.bytes);
    const QString code = QString::fromLatin1(change.code);
    if (change.level == VerdictLevel::Critical)
        return Tr::tr("%1: critical since %2 (%3)").arg(key, clock(*change.at), code);
    return Tr::tr("%1: warning since %2 (%3)").arg(key, clock(*change.at), code);
}

QString clientText(const Change &change)
{
    const QString client = escapedText(change.client);
    if (!change.key.isEmpty())
        return Tr::tr("New client %1: holds %2 since %3 (holds: %4)")
            .arg(client, escapedText(change.key.bytes), clock(*change.at), number(change.countAfter));
    return Tr::tr("New client %1: holds locks since %2 (holds: %3, locks: %4)")
        .arg(client, clock(*change.at), number(change.countAfter), number(change.locks));
}

QString grownText(const Change &change)
{
    const QString key = escapedText(change.key.bytes);
    const QString was = humanDuration(change.lengthBefore);
    const QString is = humanDuration(change.lengthAfter);
    if (change.isNinety)
        return Tr::tr("%1: holds grew, p90 %2 to %3 (%4 and %5 holds)")
            .arg(key, was, is, number(change.countBefore), number(change.countAfter));
    return Tr::tr("%1: holds grew, median %2 to %3 (%4 and %5 holds)")
        .arg(key, was, is, number(change.countBefore), number(change.countAfter));
}

} // namespace

QString changeText(const Change &change)
{
    switch (change.kind) {
    case Change::Kind::Failover:
        return Tr::tr("Failover at %1: %2 → %3")
            .arg(clock(*change.at), escapedText(change.other.bytes), escapedText(change.node.bytes));
    case Change::Kind::Unreachable:
        return unreachableText(change);
    case Change::Kind::Gap:
        return Tr::tr("Changes were missed from %1 (%2×): figures are lower bounds")
            .arg(clock(*change.at), number(change.countAfter));
    case Change::Kind::Verdict:
        return verdictText(change);
    case Change::Kind::NewClient:
        return clientText(change);
    case Change::Kind::HoldsGrew:
        return grownText(change);
    case Change::Kind::RateRose:
        return Tr::tr("%1: acquired more often (before: %2, after: %3)")
            .arg(escapedText(change.key.bytes), number(change.countBefore), number(change.countAfter));
    }
    return {};
}

QString comparedText(const Changes &changes)
{
    return Tr::tr("%1 to %2, compared with %3 to %4")
        .arg(moment(changes.after.from), clock(changes.after.to), moment(changes.before.from),
             clock(changes.before.to));
}

QStringList unknownText(const Changes &changes)
{
    QStringList lines;
    if (changes.unwatchedBefore > milliseconds(0))
        lines += Tr::tr("Of the time before, %1 is not recorded: new clients are not known")
                     .arg(humanDuration(changes.unwatchedBefore));
    if (changes.unwatchedAfter > milliseconds(0))
        lines += Tr::tr("Of the time after, %1 is not recorded").arg(humanDuration(changes.unwatchedAfter));
    if (changes.truncated && changes.unwatchedBefore == milliseconds(0))
        lines += Tr::tr("Too many holds: some are not compared, and new clients are not known");
    if (changes.verdictsTruncated)
        lines += Tr::tr("Too many locks: only verdicts of those held longest are compared");
    return lines;
}

QStringList unknownText(const WaitingCosts &costs)
{
    QStringList lines;
    if (costs.unwatched > milliseconds(0))
        lines += Tr::tr("For %1 of this time nothing was recorded").arg(humanDuration(costs.unwatched));
    if (costs.gaps > 0)
        lines += Tr::tr("Changes were missed (%1×): figures are lower bounds").arg(number(costs.gaps));
    if (costs.truncated)
        lines += Tr::tr("Too many holds: what the oldest caused counts as unknown");
    return lines;
}

} // namespace lockscope
