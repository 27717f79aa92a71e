// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/lanepainter.h"

#include "ui/plots/plotstyle.h"
#include "ui/plots/timelinewords.h"
#include "ui/text/format.h"
#include "ui/theme/metrics.h"

namespace lockscope
{

namespace
{

static_assert(OwnerLooks == Theme::OwnerLooks);

constexpr double LaneLines = 1.5; // Least height of a lane, in lines of text
constexpr double HighestLane = 34;
constexpr double Least = 2; // In pixels: every hold must be visible

constexpr double Narrow = 3; // In pixels: no room for a border

} // namespace

LanePainter::LanePainter(QCustomPlot *plot) : QCPLayerable(plot, QStringLiteral("main")), m_plot(plot) {}

void LanePainter::applyTheme(const QPalette &palette, const QFont &font)
{
    m_palette = palette;
    m_font = font;
    m_small = smallFont(font);
    m_theme = Theme::of(palette);
    m_nobody = {.fill = m_theme.gap, .edge = m_theme.muted};
}

const OwnerLook &LanePainter::lookOf(const LaneBar &bar) const
{
    return answer.holds[bar.hold].owner.isEmpty() ? m_nobody : m_theme.owner(bar.look);
}

void LanePainter::applyDefaultAntialiasingHint(QCPPainter *painter) const
{
    painter->setAntialiasing(false);
}

size_t LanePainter::roomFor() const
{
    const double least = QFontMetricsF(m_small).height() * LaneLines;
    return size_t(std::max(1.0, m_plot->axisRect()->height() / least));
}

QRectF LanePainter::laneRect(size_t lane) const
{
    const QRect room = m_plot->axisRect()->rect();
    const double height = std::min(HighestLane, room.height() / double(std::max<size_t>(1, drawn())));
    return {double(room.left()), room.top() + height * double(lane), double(room.width()), height};
}

const Lane *LanePainter::laneAt(const QPointF &point) const
{
    for (size_t i = 0; i < drawn(); ++i) {
        const QRectF rect = laneRect(i);
        if (point.y() >= rect.top() && point.y() < rect.bottom())
            return &lanes[i];
    }
    return nullptr;
}

QRectF LanePainter::barRect(const Lane &lane, size_t at, const LaneBar &bar) const
{
    const QRectF room = laneRect(at).adjusted(0, 2, 0, -2);
    const double height = room.height() / lane.rows;
    const double from = x(bar.from);
    const double to = x(bar.open ? std::max(bar.from, now) : bar.to);
    return {from, room.top() + height * bar.row, std::max(Least, to - from), std::max(2.0, height - 1)};
}

const LaneBar *LanePainter::barAt(const QPointF &point) const
{
    const Lane *lane = laneAt(point);
    if (!lane)
        return nullptr;
    const size_t at = size_t(lane - lanes.data());
    const LaneBar *found = nullptr;
    for (const LaneBar &bar : lane->bars) {
        if (barRect(*lane, at, bar).adjusted(-1, -1, 1, 1).contains(point))
            found = &bar;
    }
    return found;
}

void LanePainter::draw(QCPPainter *painter)
{
    m_drawnBars = 0;
    painter->setClipRect(m_plot->axisRect()->rect());
    drawUnseen(painter);
    for (size_t i = 0; i < drawn(); ++i)
        drawLane(painter, i);
    drawMarks(painter);
    painter->setClipRect(m_plot->viewport());
    drawMoment(painter);
}

// An empty lane means nothing where nothing was observed or the answer is incomplete.
void LanePainter::drawUnseen(QCPPainter *painter) const
{
    const QRectF room = m_plot->axisRect()->rect();
    const QFontMetricsF metrics(m_small);
    const auto hatch = [&](double from, double to) {
        const QRectF rect(QPointF(from, room.top()), QPointF(to, room.bottom()));
        const QRectF seen = rect & room;
        painter->fillRect(seen, QBrush(m_theme.grid, Qt::BDiagPattern));
        const QString word = text::unseenWord();
        const QSizeF size(metrics.horizontalAdvance(word) + metrics.height(), metrics.height());
        if (seen.width() < size.width())
            return;
        const QRectF label(seen.center() - QPointF(size.width(), size.height()) / 2, size);
        painter->fillRect(label, m_palette.color(QPalette::Base));
        painter->drawText(label, Qt::AlignCenter, word);
    };
    painter->setFont(m_small);
    painter->setPen(m_theme.muted);
    for (const HistoryRange &unseen : answer.unseen)
        hatch(x(axisSeconds(unseen.from)), x(axisSeconds(unseen.to)));
    if (answer.leftOutBefore)
        hatch(room.left(), x(axisSeconds(*answer.leftOutBefore)));
}

void LanePainter::drawLane(QCPPainter *painter, size_t at)
{
    const Lane &lane = lanes[at];
    const QRectF room = laneRect(at);
    painter->setPen(QPen(m_theme.grid));
    painter->drawLine(QLineF(room.bottomLeft(), room.bottomRight()));
    // Skips bars that end in a pixel already drawn.
    std::array<double, MostRowsOfLane> drawnTo;
    drawnTo.fill(room.left() - 1);
    for (const LaneBar &bar : lane.bars) {
        const QRectF rect = barRect(lane, at, bar);
        double &edge = drawnTo[size_t(bar.row)];
        if (rect.left() > room.right() || rect.right() < edge + 1)
            continue;
        drawBar(painter, rect, bar);
        edge = rect.right();
        ++m_drawnBars;
    }
    drawTicks(painter, at);
}

void LanePainter::drawBar(QCPPainter *painter, const QRectF &rect, const LaneBar &bar)
{
    const Hold &hold = answer.holds[bar.hold];
    const OwnerLook &look = lookOf(bar);
    if (rect.width() <= Narrow) { // There may be ten thousand of them
        painter->fillRect(rect, look.edge);
        if (hold.ended && hold.how != EventKind::Released)
            drawEnd(painter, rect, hold, look.edge);
        return;
    }
    const QRectF seen = rect & QRectF(m_plot->axisRect()->rect()).adjusted(-2, 0, 2, 0);
    painter->fillRect(seen, look.fill);
    if (look.pattern != Qt::NoBrush)
        painter->fillRect(seen, QBrush(look.hatch, look.pattern));
    const Qt::PenStyle style = hold.sampled ? Qt::DashLine : Qt::SolidLine;
    painter->setPen(QPen(look.edge, 1, style));
    painter->drawLine(QLineF(seen.topLeft(), seen.topRight()));
    painter->drawLine(QLineF(seen.bottomLeft(), seen.bottomRight()));
    if (!hold.beganBefore)
        painter->drawLine(QLineF(rect.topLeft(), rect.bottomLeft()));
    drawEnd(painter, rect, hold, look.edge);
    drawName(painter, seen, hold);
}

void LanePainter::drawName(QCPPainter *painter, const QRectF &seen, const Hold &hold)
{
    const QFontMetricsF metrics(m_small);
    const QRectF room = seen.adjusted(4, 0, -4, 0);
    if (room.height() < metrics.height() * 0.8 ||
        room.width() < metrics.horizontalAdvance(QLatin1Char('x')) * 6)
        return;
    const QString before = hold.beganBefore ? QStringLiteral("‹ ") : QString();
    QString name = before + text::owner(hold.owner);
    painter->setFont(m_small);
    painter->setPen(m_palette.color(QPalette::Text));
    if (metrics.horizontalAdvance(name) > room.width())
        name = metrics.elidedText(before + text::ownerFull(hold.owner), Qt::ElideRight, room.width());
    painter->drawText(room, Qt::AlignVCenter | Qt::AlignLeft, name);
}

// The shape of the end shows how it ended, in addition to the colour.
void LanePainter::drawEnd(QCPPainter *painter, const QRectF &rect, const Hold &hold,
                          const QColor &colour) const
{
    if (!hold.ended)
        return;
    const QLineF edge(rect.topRight(), rect.bottomRight());
    switch (hold.how) {
    case EventKind::Expired:
        painter->setPen(QPen(m_theme.warning, 4, Qt::SolidLine, Qt::FlatCap));
        return painter->drawLine(edge.translated(-2, 0));
    case EventKind::Forced: {
        painter->setPen(QPen(m_theme.critical, 2));
        const QPointF middle = edge.center();
        const double arm = std::min(4.0, rect.height() / 2);
        painter->drawLine(QLineF(middle + QPointF(-arm, -arm), middle + QPointF(arm, arm)));
        return painter->drawLine(QLineF(middle + QPointF(-arm, arm), middle + QPointF(arm, -arm)));
    }
    case EventKind::Released:
        painter->setPen(QPen(colour, 1));
        return painter->drawLine(edge);
    default: // The end was not observed
        painter->setPen(QPen(m_theme.warning, 2, Qt::DotLine));
        return painter->drawLine(edge);
    }
}

void LanePainter::drawTicks(QCPPainter *painter, size_t at)
{
    const QRectF room = laneRect(at);
    painter->setPen(QPen(m_theme.ok, 1));
    double last = room.left() - 10;
    for (const double tick : lanes[at].ticks) {
        const double place = x(tick);
        if (place < last + 1 || place > room.right())
            continue;
        painter->drawLine(QLineF(place, room.bottom() - 5, place, room.bottom()));
        last = place;
    }
}

void LanePainter::drawMarks(QCPPainter *painter)
{
    const QRect room = m_plot->axisRect()->rect();
    const QFontMetricsF metrics(m_small);
    double freeFrom = room.left();
    painter->setFont(m_small);
    for (const Mark &mark : answer.marks) {
        const double place = x(axisSeconds(mark.at));
        if (place < room.left() || place > room.right())
            continue;
        const QColor colour = isBad(mark.kind) ? m_theme.critical : m_theme.muted;
        painter->setPen(QPen(colour, 1.5, isBad(mark.kind) ? Qt::DashLine : Qt::DotLine));
        painter->drawLine(QLineF(place, room.top(), place, room.bottom()));
        const QString word = text::markWord(mark.kind);
        const double wide = metrics.horizontalAdvance(word) + 6;
        if (place < freeFrom)
            continue;
        const double left = place + wide > room.right() ? place - wide - 1 : place + 1;
        const QRectF label(left, room.bottom() - metrics.height() - 1, wide, metrics.height());
        painter->fillRect(label, m_palette.color(QPalette::Base));
        painter->drawText(label, Qt::AlignCenter, word);
        freeFrom = place + wide;
    }
}

void LanePainter::drawMoment(QCPPainter *painter)
{
    if (!moment || !m_plot->xAxis->range().contains(*moment))
        return;
    const QRect room = m_plot->axisRect()->rect();
    const double place = x(*moment);
    painter->setAntialiasing(true);
    painter->setPen(QPen(m_theme.info, 1.5));
    painter->drawLine(QLineF(place, room.top(), place, room.bottom()));
    painter->setBrush(m_theme.info);
    const double top = room.top() - 1;
    painter->drawPolygon(QPolygonF{{place - 6, top - 8}, {place + 6, top - 8}, {place, top}});
}

} // namespace lockscope
