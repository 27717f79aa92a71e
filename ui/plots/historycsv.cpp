// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/historycsv.h"

#include "core/base/csv.h"
#include "core/base/utctext.h"

namespace lockscope
{

namespace
{

QString number(milliseconds time)
{
    return QString::number(qint64(time.count()));
}

QString sight(bool sampled)
{
    return sampled ? QStringLiteral("sampled") : QStringLiteral("exact");
}

QString endOf(const Hold &hold)
{
    if (!hold.ended)
        return QStringLiteral("held");
    return hold.how == EventKind::Changed ? QStringLiteral("unseen") : QLatin1String(name(hold.how));
}

QString stateOf(const TtlTrace::Piece &piece)
{
    switch (piece.state) {
    case TtlTrace::Piece::State::Counting:
        return piece.renewal ? QStringLiteral("renewed") : QStringLiteral("counting");
    case TtlTrace::Piece::State::Eternal:
        return QStringLiteral("no-expiry");
    case TtlTrace::Piece::State::Unknown:
        return QStringLiteral("unknown");
    case TtlTrace::Piece::State::Absent:
        break;
    }
    return QStringLiteral("no-lock");
}

} // namespace

QByteArray holdsCsv(const std::vector<Hold> &holds, const HistoryRange &range, WallTime now)
{
    QByteArray csv("key,kind,owner,node,began,began_before,ended,end,held_ms,sight\n");
    for (const Hold &hold : holds) {
        if (hold.began > range.to || hold.ended.value_or(range.to) < range.from)
            continue;
        csv += csvLine({escapedText(hold.key.bytes), QString::fromLatin1(hold.kind),
                        escapedText(hold.owner.bytes), escapedText(hold.node.bytes), utcText(hold.began),
                        hold.beganBefore ? QStringLiteral("yes") : QStringLiteral("no"),
                        hold.ended ? utcText(*hold.ended) : QString(), endOf(hold), number(hold.length(now)),
                        sight(hold.sampled)});
    }
    return csv;
}

QByteArray contentionCsv(const std::vector<Contention> &locks)
{
    QByteArray csv("key,kind,from,to,most_waiters,wait_estimate_ms,waiters_sight,acquired,held_ms,sight\n");
    for (const Contention &lock : locks) {
        const std::optional<milliseconds> wait = lock.waitEstimate();
        csv += csvLine({escapedText(lock.key.bytes), QString::fromLatin1(lock.kind), utcText(lock.over.from),
                        utcText(lock.over.to), QString::number(lock.mostWaiters),
                        wait ? number(*wait) : QString(), sight(true), QString::number(lock.acquired),
                        number(lock.heldFor), sight(lock.sampled)});
    }
    return csv;
}

QByteArray holdLengthsCsv(const HoldLengths &lengths, bool sampled)
{
    QByteArray csv("from_ms,to_ms,holds,sight\n");
    for (size_t step = 0; step < HoldLengths::Steps; ++step) {
        if (lengths.countAt(step) > 0)
            csv += csvLine({QString::number(HoldLengths::lowerEdge(step), 'f', 1),
                            QString::number(HoldLengths::lowerEdge(step + 1), 'f', 1),
                            QString::number(lengths.countAt(step)), sight(sampled)});
    }
    return csv;
}

QByteArray ttlCsv(const std::vector<TtlTrace::Piece> &pieces, const WallAxis &axis)
{
    QByteArray csv("from,to,state,ttl_from_ms,ttl_to_ms\n");
    for (const TtlTrace::Piece &piece : pieces) {
        const bool counts = piece.state == TtlTrace::Piece::State::Counting;
        csv +=
            csvLine({utcText(axis.wall(piece.from)), utcText(axis.wall(piece.to)), stateOf(piece),
                     counts ? number(piece.ttlFrom) : QString(), counts ? number(piece.ttlTo) : QString()});
    }
    return csv;
}

} // namespace lockscope
