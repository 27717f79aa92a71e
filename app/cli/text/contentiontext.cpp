// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/text/contentiontext.h"

#include <QDateTime>

namespace lockscope::cli
{

namespace
{

QString clock(WallTime at)
{
    const auto ms = std::chrono::duration_cast<milliseconds>(at.time_since_epoch()).count();
    return QDateTime::fromMSecsSinceEpoch(ms).toString(QStringLiteral("yyyy-MM-dd HH:mm:ss"));
}

QString waitedText(double seconds)
{
    return humanDuration(milliseconds(qint64(seconds * 1000)));
}

QString lengthText(const HoldLengths &lengths, double share)
{
    const auto length = lengths.firmPercentile(share);
    return length ? humanDuration(*length) : QStringLiteral("-");
}

QString nameText(const QByteArray &name, CostBy by)
{
    if (name.isEmpty())
        return by == CostBy::Prefix ? QStringLiteral("(no prefix)") : QStringLiteral("(unknown)");
    return by == CostBy::Prefix ? escapedText(name) + u'*' : escapedText(name);
}

QString titleOf(CostBy by)
{
    return QString::fromLatin1(name(by)).toUpper();
}

} // namespace

QStringList costTable(const WaitingCosts &costs, CostBy by, const TextStyle &style)
{
    const CostBy worstIs = by == CostBy::Lock ? CostBy::Client : CostBy::Lock;
    TextTable table({{.title = titleOf(by), .least = 16},
                     {.title = QStringLiteral("WAITED"), .right = true},
                     {.title = QStringLiteral("WAITERS"), .right = true},
                     {.title = QStringLiteral("HOLDS"), .right = true},
                     {.title = QStringLiteral("P50"), .right = true},
                     {.title = QStringLiteral("P90"), .right = true},
                     {.title = QStringLiteral("MOST BY ") + titleOf(worstIs), .least = 12}});
    for (const WaitingCost &cost : costsBy(costs, by))
        table.add({{nameText(cost.name, by), Tint::Title},
                   {waitedText(cost.waited)},
                   {QString::number(cost.mostWaiters)},
                   {QString::number(cost.holds)},
                   {lengthText(cost.lengths, 0.5)},
                   {lengthText(cost.lengths, 0.9)},
                   {nameText(cost.worst, worstIs)}});
    return table.render(style);
}

QString costSummary(const WaitingCosts &costs)
{
    const QString waited = costs.waited > 0
                               ? QStringLiteral("waiting caused about %1").arg(waitedText(costs.waited))
                           : costs.isUnknown() ? QStringLiteral("unknown")
                                               : QStringLiteral("no waiting recorded");
    return QStringLiteral("%1 to %2: %3").arg(clock(costs.over.from), clock(costs.over.to), waited);
}

} // namespace lockscope::cli
