// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/timelinewords.h"

#include "core/base/tr.h"
#include "ui/plots/tallycurves.h"
#include "ui/text/format.h"

#include <algorithm>

namespace lockscope
{

bool isBad(Mark::Kind kind)
{
    return kind == Mark::Kind::Failover || kind == Mark::Kind::Lost || kind == Mark::Kind::Gap ||
           kind == Mark::Kind::Flushed;
}

QString text::markWord(Mark::Kind kind)
{
    switch (kind) {
    case Mark::Kind::Failover:
        return Tr::tr("failover");
    case Mark::Kind::Lost:
        return Tr::tr("disconnected");
    case Mark::Kind::Back:
        return Tr::tr("connected");
    case Mark::Kind::Gap:
        return Tr::tr("changes missed");
    case Mark::Kind::Flushed:
        return Tr::tr("flushed or reloaded");
    case Mark::Kind::Opened:
        return Tr::tr("recording started");
    case Mark::Kind::Closed:
        return Tr::tr("recording stopped");
    }
    return {};
}

QString text::markWord(const Mark &mark)
{
    const bool isRestart = mark.kind == Mark::Kind::Failover && mark.node == mark.other;
    return isRestart ? Tr::tr("restart", "of a server") : markWord(mark.kind);
}

QString text::unseenWord()
{
    return Tr::tr("not observed");
}

QString text::mark(const Mark &mark)
{
    QStringList parts{dateAndTime(mark.at), markWord(mark)};
    if (mark.kind == Mark::Kind::Failover && mark.other != mark.node)
        parts << Tr::tr("Failover: %2 → %1").arg(node(mark.node), node(mark.other));
    else if (!mark.node.isEmpty())
        parts << node(mark.node);
    return parts.join(QStringLiteral(" · "));
}

QString text::holdEnd(const Hold &hold)
{
    if (hold.isEndUnseen())
        return Tr::tr("not known whether still held");
    if (!hold.ended)
        return Tr::tr("still held");
    if (hold.untilClosing)
        return Tr::tr("still held when recording stopped");
    if (hold.untilUnreadable)
        return Tr::tr("no longer readable");
    switch (hold.how) {
    case EventKind::Released:
        return Tr::tr("released");
    case EventKind::Expired:
        return Tr::tr("expired");
    case EventKind::Forced:
        return Tr::tr("released by force");
    default:
        return Tr::tr("ended unseen");
    }
}

QString text::hold(const Hold &hold, WallTime now)
{
    const WallTime end = hold.ended.value_or(now);
    const QString length = duration(hold.knownLength(end));
    QStringList lines{key(hold.key), Tr::tr("held by %1").arg(ownerFull(hold.owner))};
    const QString since = dateAndTime(hold.began);
    if (!hold.isLengthAtLeast(end))
        lines << Tr::tr("since %1: %2").arg(since, length);
    else if (!hold.beganBefore)
        lines << Tr::tr("since %1: at least %2").arg(since, length);
    else if (hold.knownLength(end) > milliseconds(0))
        lines << Tr::tr("since before %1: at least %2").arg(since, length);
    else
        lines << Tr::tr("since before %1", "a time").arg(since);
    lines << (hold.ended ? Tr::tr("%1 at %2").arg(holdEnd(hold), dateAndTime(*hold.ended)) : holdEnd(hold));
    if (hold.sampled)
        lines << sampledMark();
    return lines.join(u'\n');
}

QString text::whyNothing(const HoldsAnswer &answer, const HistoryRange &range)
{
    if (!answer.since)
        return Tr::tr("No data for this period");
    const QString before = Tr::tr("No data before %1").arg(dateAndTime(*answer.since));
    if (*answer.since >= range.to)
        return before;
    const auto covers = [&range](const HistoryRange &unseen) {
        return unseen.from <= range.from && unseen.to >= range.to;
    };
    if (std::any_of(answer.unseen.begin(), answer.unseen.end(), covers))
        return Tr::tr("Not observed in this period");
    QStringList lines{Tr::tr("No lock was seen to be acquired or contended in this period")};
    if (*answer.since > range.from)
        lines << before;
    const auto isLater = [&answer](const HistoryRange &unseen) { return unseen.from >= *answer.since; };
    if (std::any_of(answer.unseen.begin(), answer.unseen.end(), isLater))
        lines << Tr::tr("Part of this period was not observed");
    return lines.join(u'\n');
}

} // namespace lockscope
