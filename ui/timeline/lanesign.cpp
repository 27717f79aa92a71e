// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/lanesign.h"

#include "core/base/tr.h"
#include "ui/plots/timelinewords.h"
#include "ui/text/format.h"

#include <QPainter>

namespace lockscope
{

LaneSign signOf(std::optional<VerdictLevel> level)
{
    return level ? LaneSign(int(LaneSign::Ok) + int(*level)) : LaneSign::Unjudged;
}

LaneSign signOf(Mark::Kind kind)
{
    switch (kind) {
    case Mark::Kind::Failover:
        return LaneSign::Failover;
    case Mark::Kind::Lost:
        return LaneSign::Lost;
    case Mark::Kind::Back:
        return LaneSign::Back;
    case Mark::Kind::Gap:
        return LaneSign::Gap;
    case Mark::Kind::Flushed:
        return LaneSign::Flushed;
    case Mark::Kind::Opened:
        return LaneSign::Opened;
    case Mark::Kind::Closed:
        return LaneSign::Closed;
    }
    return LaneSign::Gap;
}

namespace
{

std::optional<Mark::Kind> markOf(LaneSign sign)
{
    switch (sign) {
    case LaneSign::Failover:
        return Mark::Kind::Failover;
    case LaneSign::Lost:
        return Mark::Kind::Lost;
    case LaneSign::Back:
        return Mark::Kind::Back;
    case LaneSign::Gap:
        return Mark::Kind::Gap;
    case LaneSign::Flushed:
        return Mark::Kind::Flushed;
    case LaneSign::Opened:
        return Mark::Kind::Opened;
    case LaneSign::Closed:
        return Mark::Kind::Closed;
    default:
        return {};
    }
}

} // namespace

QPen markPen(Mark::Kind kind, const Theme &theme)
{
    return {isBad(kind) ? theme.critical : theme.muted, 1.5, isBad(kind) ? Qt::DashLine : Qt::DotLine};
}

// A shape for each, as lines of one colour look alike.
void paintMarkHead(QPainter &painter, const QPointF &middle, Mark::Kind kind, const Theme &theme)
{
    const double arm = MarkHeadArm;
    const QColor colour = isBad(kind) ? theme.critical : theme.muted;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(colour, 1.5));
    painter.setBrush(colour);
    const auto at = [&middle, arm](double x, double y) { return middle + QPointF(x * arm, y * arm); };
    switch (kind) {
    case Mark::Kind::Failover:
        painter.drawPolygon(QPolygonF{at(0, -1), at(1, 0), at(0, 1), at(-1, 0)});
        break;
    case Mark::Kind::Lost:
        painter.drawLine(QLineF(at(-1, -1), at(1, 1)));
        painter.drawLine(QLineF(at(-1, 1), at(1, -1)));
        break;
    case Mark::Kind::Back:
        painter.drawEllipse(middle, arm, arm);
        break;
    case Mark::Kind::Gap:
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(QRectF(at(-1, -1), at(1, 1)));
        break;
    case Mark::Kind::Flushed:
        painter.setBrush(Qt::NoBrush);
        painter.drawEllipse(middle, arm, arm);
        break;
    case Mark::Kind::Opened:
        painter.drawPolygon(QPolygonF{at(-1, -1), at(1, 0), at(-1, 1)});
        break;
    case Mark::Kind::Closed:
        painter.drawRect(QRectF(at(-1, -1), at(1, 1)));
        break;
    }
    painter.restore();
}

QString signText(LaneSign sign)
{
    const auto kind = markOf(sign);
    if (kind == Mark::Kind::Failover)
        return Tr::tr("failover or restart");
    if (kind)
        return text::markWord(*kind);
    switch (sign) {
    case LaneSign::Ok:
    case LaneSign::Info:
    case LaneSign::Warning:
    case LaneSign::Critical:
        return Tr::tr("verdict: %1").arg(text::verdictWord(VerdictLevel(int(sign) - int(LaneSign::Ok))));
    case LaneSign::Unjudged:
        return Tr::tr("verdict unknown");
    case LaneSign::Owner:
        return Tr::tr("one owner of several");
    case LaneSign::Sampled:
        return Tr::tr("sampled: fast changes may be missing");
    case LaneSign::HeldBefore:
        return Tr::tr("already held when first seen");
    case LaneSign::Renewal:
        return Tr::tr("renewal");
    case LaneSign::Expired:
        return Tr::tr("expired");
    case LaneSign::Forced:
        return Tr::tr("released by force");
    case LaneSign::EndUnseen:
        return Tr::tr("ended unseen");
    case LaneSign::Waiters:
        return Tr::tr("waiters, at least; scale on the right");
    default:
        return text::unseenWord();
    }
}

void paintVerdict(QPainter &painter, const QRectF &rect, std::optional<VerdictLevel> level,
                  const Theme &theme, Qt::PenStyle edges)
{
    painter.fillRect(rect, level ? theme.verdictFill(*level) : QBrush(theme.grid));
    if (level)
        painter.fillRect(rect, theme.verdictHatch(*level));
    painter.setPen(QPen(level ? theme.verdict(*level) : theme.muted, 1, edges));
    painter.drawLine(QLineF(rect.topLeft(), rect.topRight()));
    painter.drawLine(QLineF(rect.bottomLeft(), rect.bottomRight()));
}

// The shape of the end shows how it ended, in addition to the colour.
void paintEnd(QPainter &painter, const QRectF &bar, EventKind how, const QColor &colour, const Theme &theme)
{
    const QLineF edge(bar.topRight(), bar.bottomRight());
    switch (how) {
    case EventKind::Expired:
        painter.setPen(QPen(theme.warning, 4, Qt::SolidLine, Qt::FlatCap));
        return painter.drawLine(edge.translated(-2, 0));
    case EventKind::Forced: {
        painter.setPen(QPen(theme.critical, 2));
        const QPointF middle = edge.center();
        const double arm = std::min(4.0, bar.height() / 2);
        painter.drawLine(QLineF(middle + QPointF(-arm, -arm), middle + QPointF(arm, arm)));
        return painter.drawLine(QLineF(middle + QPointF(-arm, arm), middle + QPointF(arm, -arm)));
    }
    case EventKind::Released:
        painter.setPen(QPen(colour, 1));
        return painter.drawLine(edge);
    default: // The end was not observed
        painter.setPen(QPen(theme.warning, 2, Qt::DotLine));
        return painter.drawLine(edge);
    }
}

void paintWaiters(QPainter &painter, const QRectF &rect, const Theme &theme)
{
    painter.fillRect(rect, translucent(theme.accent, 0.45));
    painter.setPen(QPen(theme.accent, 1));
    painter.drawLine(QLineF(rect.topLeft(), rect.topRight()));
}

void paintSign(QPainter &painter, const QRectF &rect, LaneSign sign, const QPalette &palette)
{
    const Theme theme = Theme::of(palette);
    painter.setClipRect(rect);
    painter.fillRect(rect, palette.color(QPalette::Base));
    const QRectF bar = rect.adjusted(0, 1, -1, -1);
    const QRectF half(bar.topLeft(), QSizeF(bar.width() * 0.6, bar.height()));
    const auto ended = [&](EventKind how) {
        paintVerdict(painter, half, VerdictLevel::Ok, theme, Qt::SolidLine);
        paintEnd(painter, half, how, theme.ok, theme);
    };
    if (const auto kind = markOf(sign)) {
        painter.setPen(markPen(*kind, theme));
        painter.drawLine(QLineF(bar.center().x(), bar.top(), bar.center().x(), bar.bottom()));
        return paintMarkHead(painter, bar.center(), *kind, theme);
    }
    switch (sign) {
    case LaneSign::Ok:
    case LaneSign::Info:
    case LaneSign::Warning:
    case LaneSign::Critical:
        return paintVerdict(painter, bar, VerdictLevel(int(sign) - int(LaneSign::Ok)), theme, Qt::SolidLine);
    case LaneSign::Unjudged:
        return paintVerdict(painter, bar, {}, theme, Qt::SolidLine);
    case LaneSign::Owner:
        paintVerdict(painter, bar, VerdictLevel::Ok, theme, Qt::SolidLine);
        return painter.fillRect(QRectF(bar.topLeft(), QSizeF(bar.width(), 4)), theme.owner(0).edge);
    case LaneSign::Sampled:
        return paintVerdict(painter, bar, VerdictLevel::Ok, theme, Qt::DashLine);
    case LaneSign::HeldBefore:
        paintVerdict(painter, bar, VerdictLevel::Ok, theme, Qt::SolidLine);
        painter.setPen(palette.color(QPalette::Text));
        return painter.drawText(bar, Qt::AlignCenter, QStringLiteral("‹"));
    case LaneSign::Renewal:
        paintVerdict(painter, bar, VerdictLevel::Ok, theme, Qt::SolidLine);
        painter.setPen(QPen(theme.ok, 1));
        return painter.drawLine(QLineF(bar.center().x(), bar.bottom() - 5, bar.center().x(), bar.bottom()));
    case LaneSign::Expired:
        return ended(EventKind::Expired);
    case LaneSign::Forced:
        return ended(EventKind::Forced);
    case LaneSign::EndUnseen:
        return ended(EventKind::Changed);
    case LaneSign::Waiters:
        return paintWaiters(painter, bar.adjusted(0, bar.height() / 3, 0, 0), theme);
    default:
        return painter.fillRect(bar, QBrush(theme.grid, Qt::BDiagPattern));
    }
}

} // namespace lockscope
