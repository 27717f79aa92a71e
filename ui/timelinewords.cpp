// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timelinewords.h"

#include "ui/format.h"
#include "ui/tallycurves.h"

#include <QCoreApplication>

#include <algorithm>

namespace lockscope
{

namespace
{

class Words
{
    Q_DECLARE_TR_FUNCTIONS(lockscope::Timeline)
};

} // namespace

bool isBad(Mark::Kind kind)
{
    return kind == Mark::Kind::Failover || kind == Mark::Kind::Lost || kind == Mark::Kind::Gap;
}

QString text::markWord(Mark::Kind kind)
{
    switch (kind) {
    case Mark::Kind::Failover:
        return Words::tr("failover");
    case Mark::Kind::Lost:
        return Words::tr("disconnected");
    case Mark::Kind::Back:
        return Words::tr("connected again");
    case Mark::Kind::Gap:
        return Words::tr("changes missed");
    case Mark::Kind::Opened:
        return Words::tr("recording began");
    case Mark::Kind::Closed:
        return Words::tr("recording ended");
    }
    return {};
}

QString text::unseenWord()
{
    return Words::tr("not seen");
}

QString text::mark(const Mark &mark)
{
    QStringList parts{dateAndTime(mark.at), markWord(mark.kind)};
    if (mark.kind == Mark::Kind::Failover && mark.other != mark.node)
        parts << Words::tr("%1 is master instead of %2").arg(node(mark.node), node(mark.other));
    else if (!mark.node.isEmpty())
        parts << node(mark.node);
    return parts.join(QStringLiteral(" · "));
}

QString text::holdEnd(const Hold &hold)
{
    if (!hold.ended)
        return Words::tr("still held");
    switch (hold.how) {
    case EventKind::Released:
        return Words::tr("released");
    case EventKind::Expired:
        return Words::tr("expired");
    case EventKind::Forced:
        return Words::tr("released by force");
    default:
        return Words::tr("ended, nobody saw how");
    }
}

QString text::hold(const Hold &hold, WallTime now)
{
    const QString length = duration(hold.length(now));
    QStringList lines{key(hold.key), Words::tr("held by %1").arg(ownerFull(hold.owner))};
    lines << (hold.beganBefore
                  ? Words::tr("since before %1: at least %2").arg(dateAndTime(hold.began), length)
                  : Words::tr("since %1: %2").arg(dateAndTime(hold.began), length));
    lines << (hold.ended ? Words::tr("%1 at %2").arg(holdEnd(hold), dateAndTime(*hold.ended))
                         : holdEnd(hold));
    if (hold.sampled)
        lines << sampledMark();
    return lines.join(u'\n');
}

QString text::whyNothing(const HoldsAnswer &answer, const HistoryRange &range)
{
    if (!answer.since)
        return Words::tr("Nothing is known of this stretch");
    const QString before = Words::tr("Nothing is known before %1").arg(dateAndTime(*answer.since));
    if (*answer.since >= range.to)
        return before;
    const auto covers = [&range](const HistoryRange &unseen) {
        return unseen.from <= range.from && unseen.to >= range.to;
    };
    if (std::any_of(answer.unseen.begin(), answer.unseen.end(), covers))
        return Words::tr("Nothing is known of this stretch: nobody looked");
    QStringList lines{Words::tr("No lock was taken or waited for in this stretch")};
    if (*answer.since > range.from)
        lines << before;
    const auto isLater = [&answer](const HistoryRange &unseen) { return unseen.from >= *answer.since; };
    if (std::any_of(answer.unseen.begin(), answer.unseen.end(), isLater))
        lines << Words::tr("Of a part of it nothing is known: nobody looked");
    return lines.join(u'\n');
}

} // namespace lockscope
