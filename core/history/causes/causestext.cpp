// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/causes/causestext.h"

#include "core/base/tr.h"
#include "core/base/unixms.h"

#include <QDateTime>

namespace lockscope
{

namespace
{

// Local times of one text, each with its date if that differs from the one before; at first, from today's.
class Clock
{
public:
    QString operator()(WallTime at)
    {
        const QDateTime time = QDateTime::fromMSecsSinceEpoch(unixMs(at));
        const bool isSame = time.date() == m_date;
        m_date = time.date();
        return time.toString(isSame ? QStringLiteral("HH:mm:ss") : QStringLiteral("yyyy-MM-dd HH:mm:ss"));
    }

private:
    QDate m_date = QDate::currentDate();
};

QString number(qint64 value)
{
    return QString::number(value);
}

QString unreachableText(const Change &change)
{
    Clock clock;
    const QString node = escapedText(change.node.bytes);
    const QString from = clock(*change.at);
    if (change.backAt)
        return Tr::tr("%1 was unreachable from %2 to %3").arg(node, from, clock(*change.backAt));
    return Tr::tr("%1 was unreachable from %2").arg(node, from);
}

QString verdictText(const Change &change)
{
    const QString key = escapedText(change.key.bytes);
    const QString code = QString::fromLatin1(change.code);
    if (change.level == VerdictLevel::Critical)
        return Tr::tr("%1: was critical at %2 (%3)").arg(key, Clock()(*change.at), code);
    return Tr::tr("%1: had a warning at %2 (%3)").arg(key, Clock()(*change.at), code);
}

QString clientText(const Change &change)
{
    const QString client = escapedText(change.client);
    const QString first = Clock()(*change.at);
    if (!change.key.isEmpty())
        return Tr::tr("Not seen in the period before: client %1, which first held %2 at %3 (holds: %4)")
            .arg(client, escapedText(change.key.bytes), first, number(change.countAfter));
    return Tr::
        tr("Not seen in the period before: client %1, which first held a lock at %2 (holds: %3, locks: %4)")
            .arg(client, first, number(change.countAfter), number(change.locks));
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
        if (change.other == change.node)
            return Tr::tr("%2 restarted, noticed at %1")
                .arg(Clock()(*change.at), escapedText(change.node.bytes));
        return Tr::tr("Failover at %1: %2 → %3")
            .arg(Clock()(*change.at), escapedText(change.other.bytes), escapedText(change.node.bytes));
    case Change::Kind::Unreachable:
        return unreachableText(change);
    case Change::Kind::Gap:
        return Tr::tr("Changes were missed from %1 (%2×)")
            .arg(Clock()(*change.at), number(change.countAfter));
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
    Clock clock;
    const QString from = clock(changes.after.from);
    const QString to = clock(changes.after.to);
    const QString before = clock(changes.before.from);
    return Tr::tr("%1 to %2, compared with %3 to %4").arg(from, to, before, clock(changes.before.to));
}

QStringList unknownText(const Changes &changes)
{
    QStringList lines;
    if (changes.unwatchedBefore > milliseconds(0))
        lines += Tr::tr("Of the time before, %1 is not recorded, or only in part")
                     .arg(humanDuration(changes.unwatchedBefore));
    if (changes.unwatchedAfter > milliseconds(0))
        lines += Tr::tr("Of the time after, %1 is not recorded, or only in part")
                     .arg(humanDuration(changes.unwatchedAfter));
    if (changes.missedBefore)
        lines += Tr::tr("Holds may have been missed");
    if (changes.comparedFrom)
        lines +=
            Tr::tr("Too many holds: only those since %1 are compared").arg(Clock()(*changes.comparedFrom));
    else if (changes.truncated)
        lines += Tr::tr("Too many holds: some are not compared");
    if (!changes.isWholeBefore())
        lines += Tr::tr("So new clients and rates are not compared");
    if (changes.verdictsTruncated)
        lines += Tr::tr("Too many locks: only verdicts of those held longest are compared");
    return lines;
}

QStringList unknownText(const WaitingCosts &costs)
{
    QStringList lines;
    if (costs.unwatched > milliseconds(0))
        lines += Tr::tr("Nothing was recorded for %1 of this time").arg(humanDuration(costs.unwatched));
    if (costs.unreachable > milliseconds(0))
        lines += Tr::tr("A server could not be reached for %1 of this time: waiting for its locks is unknown")
                     .arg(humanDuration(costs.unreachable));
    if (costs.gaps > 0)
        lines += Tr::tr("Changes were missed (%1×): figures are estimates").arg(number(costs.gaps));
    if (costs.coveredFrom)
        lines +=
            Tr::tr("Too many events: only the time since %1 is covered").arg(Clock()(*costs.coveredFrom));
    if (costs.locksTruncated)
        lines += Tr::tr("Too many locks: only the most contended ones are added up");
    if (costs.truncated)
        lines += Tr::tr("Too many holds: what the oldest caused counts as unknown");
    return lines;
}

} // namespace lockscope
