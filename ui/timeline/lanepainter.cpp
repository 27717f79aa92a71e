// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/lanepainter.h"

#include "core/base/tr.h"
#include "ui/plots/plotstyle.h"
#include "ui/plots/timelinewords.h"
#include "ui/text/format.h"
#include "ui/theme/metrics.h"

namespace lockscope
{

namespace
{

static_assert(OwnerLooks == Theme::OwnerLooks);

constexpr double LaneLines = 1.5;  // Least height of a lane, in lines of text
constexpr double BarsLines = 1.25; // Of its bars, if there are waiters below
constexpr double BandLines = 0.65; // Of the waiters
constexpr double HighestBars = 34;
constexpr double HighestBand = 26;
constexpr double BandShare = 0.42; // Of a lane
constexpr double OwnerStripe = 4;
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
}

void LanePainter::setLanes(std::vector<Lane> wanted)
{
    lanes = std::move(wanted);
    m_scale = scaleEnd(mostWaiters(lanes));
}

void LanePainter::applyDefaultAntialiasingHint(QCPPainter *painter) const
{
    painter->setAntialiasing(false);
}

size_t LanePainter::roomFor(double height) const
{
    const double least = QFontMetricsF(m_small).height() * (m_scale > 0 ? BarsLines + BandLines : LaneLines);
    return size_t(std::max(1.0, height / least));
}

QRectF LanePainter::laneRect(size_t lane) const
{
    const QRect room = m_plot->axisRect()->rect();
    const double most = HighestBars + (m_scale > 0 ? HighestBand : 0);
    const double height = std::min(most, room.height() / double(std::max<size_t>(1, drawn())));
    return {double(room.left()), room.top() + height * double(lane), double(room.width()), height};
}

QRectF LanePainter::bandRect(size_t lane) const
{
    const QRectF all = laneRect(lane);
    const double line = QFontMetricsF(m_small).height();
    const double beside = std::max(all.height() - line * BarsLines, line * BandLines);
    const double height = m_scale > 0 ? std::min({HighestBand, all.height() * BandShare, beside}) : 0;
    return {all.left(), all.bottom() - height, all.width(), height};
}

QRectF LanePainter::barsRect(size_t lane) const
{
    const QRectF all = laneRect(lane);
    return {all.left(), all.top(), all.width(), all.height() - bandRect(lane).height()};
}

namespace
{

QString mostText(qint64 waiters)
{
    return Tr::tr("max %1", "waiters of a lane").arg(text::number(waiters));
}

} // namespace

int LanePainter::scaleWidth() const
{
    return m_scale > 0 ? QFontMetrics(m_small).horizontalAdvance(mostText(mostWaiters(lanes))) + 6 : 0;
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
    const QRectF room = barsRect(at).adjusted(0, 2, 0, -2);
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

const LaneWaiters *LanePainter::waitersAt(const QPointF &point) const
{
    const Lane *lane = laneAt(point);
    const double at = m_plot->xAxis->pixelToCoord(point.x());
    if (!lane || at > now)
        return nullptr;
    const auto part = std::ranges::find_if(
        lane->waiters, [at](const LaneWaiters &one) { return one.from <= at && at < one.to; });
    return part == lane->waiters.end() ? nullptr : &*part;
}

void LanePainter::draw(QCPPainter *painter)
{
    m_drawnBars = 0;
    m_signs.clear();
    painter->setClipRect(m_plot->axisRect()->rect());
    drawUnseen(painter);
    for (size_t i = 0; i < drawn(); ++i)
        drawLane(painter, i);
    drawMarks(painter);
    painter->setClipRect(m_plot->viewport());
    drawMost(painter);
    drawUndrawn(painter);
    drawMoment(painter);
}

// An empty lane means nothing where nothing was observed or the answer is incomplete.
void LanePainter::drawUnseen(QCPPainter *painter)
{
    const QRectF room = m_plot->axisRect()->rect();
    const QFontMetricsF metrics(m_small);
    const auto hatch = [&](double from, double to) {
        const QRectF rect(QPointF(from, room.top()), QPointF(to, room.bottom()));
        const QRectF seen = rect & room;
        if (seen.isEmpty())
            return;
        m_signs.insert(LaneSign::NotObserved);
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
        drawBar(painter, rect, lane, bar);
        edge = rect.right();
        ++m_drawnBars;
    }
    drawTicks(painter, at);
    drawWaiters(painter, at);
}

void LanePainter::drawBar(QCPPainter *painter, const QRectF &rect, const Lane &lane, const LaneBar &bar)
{
    const Hold &hold = answer.holds[bar.hold];
    drawVerdicts(painter, rect, lane, bar);
    const QColor edge = painter->pen().color(); // Of the last verdict
    if (rect.width() <= Narrow) {               // There may be ten thousand of them
        if (hold.ended && hold.how != EventKind::Released)
            drawEnd(painter, rect, hold, edge);
        return;
    }
    QRectF seen = rect & QRectF(m_plot->axisRect()->rect()).adjusted(-2, 0, 2, 0);
    if (!hold.beganBefore)
        painter->drawLine(QLineF(rect.topLeft(), rect.bottomLeft()));
    if (hold.sampled)
        m_signs.insert(LaneSign::Sampled);
    drawEnd(painter, rect, hold, edge);
    if (lane.severalOwners && !hold.owner.isEmpty()) {
        const double height = std::min(OwnerStripe, rect.height() / 4);
        painter->fillRect(QRectF(seen.topLeft(), QSizeF(seen.width(), height)), m_theme.owner(bar.look).edge);
        seen.setTop(seen.top() + height);
        m_signs.insert(LaneSign::Owner);
    }
    drawName(painter, seen, hold);
}

void LanePainter::drawVerdicts(QCPPainter *painter, const QRectF &rect, const Lane &lane, const LaneBar &bar)
{
    const QRectF room = QRectF(m_plot->axisRect()->rect()).adjusted(-2, 0, 2, 0);
    const std::vector<LaneVerdict> parts = verdictsOn(lane, bar, answer, now);
    if (rect.width() <= Narrow) { // No room for edges
        const auto level = parts.back().level;
        m_signs.insert(signOf(level));
        painter->setPen(level ? m_theme.verdict(*level) : m_theme.muted);
        return painter->fillRect(rect & room, painter->pen().color());
    }
    const Qt::PenStyle style = answer.holds[bar.hold].sampled ? Qt::DashLine : Qt::SolidLine;
    for (const LaneVerdict &part : parts) {
        QRectF place = rect;
        if (&part != &parts.front())
            place.setLeft(x(part.from));
        if (&part != &parts.back())
            place.setRight(x(part.to));
        const QRectF seen = place & room;
        if (seen.isEmpty() || (place.width() < 0.5 && parts.size() > 1))
            continue;
        m_signs.insert(signOf(part.level));
        paintVerdict(*painter, seen, part.level, m_theme, style);
    }
}

void LanePainter::drawName(QCPPainter *painter, const QRectF &seen, const Hold &hold)
{
    const QFontMetricsF metrics(m_small);
    const QRectF room = seen.adjusted(4, 0, -4, 0);
    if (room.height() < metrics.height() * 0.8 ||
        room.width() < metrics.horizontalAdvance(QLatin1Char('x')) * 6)
        return;
    const QString before = hold.beganBefore ? QStringLiteral("‹ ") : QString();
    if (hold.beganBefore)
        m_signs.insert(LaneSign::HeldBefore);
    QString name = before + text::owner(hold.owner);
    if (metrics.horizontalAdvance(name) > room.width())
        name = metrics.elidedText(before + text::ownerFull(hold.owner), Qt::ElideRight, room.width());
    const double height = std::min(metrics.height(), room.height());
    const QRectF label(room.left() - 2, room.center().y() - height / 2, metrics.horizontalAdvance(name) + 4,
                       height);
    painter->fillRect(label, m_palette.color(QPalette::Base)); // The hatch of a verdict would cross it
    painter->setFont(m_small);
    painter->setPen(m_palette.color(QPalette::Text));
    painter->drawText(room, Qt::AlignVCenter | Qt::AlignLeft, name);
}

void LanePainter::drawEnd(QCPPainter *painter, const QRectF &rect, const Hold &hold, const QColor &colour)
{
    if (!hold.ended || rect.right() > m_plot->axisRect()->right() + 1)
        return;
    if (hold.how == EventKind::Expired)
        m_signs.insert(LaneSign::Expired);
    else if (hold.how == EventKind::Forced)
        m_signs.insert(LaneSign::Forced);
    else if (hold.how != EventKind::Released)
        m_signs.insert(LaneSign::EndUnseen);
    paintEnd(*painter, rect, hold.how, colour, m_theme);
}

void LanePainter::drawTicks(QCPPainter *painter, size_t at)
{
    const QRectF room = barsRect(at);
    painter->setPen(QPen(m_theme.ok, 1));
    double last = room.left() - 10;
    for (const double tick : lanes[at].ticks) {
        const double place = x(tick);
        if (place < last + 1 || place > room.right())
            continue;
        painter->drawLine(QLineF(place, room.bottom() - 5, place, room.bottom()));
        m_signs.insert(LaneSign::Renewal);
        last = place;
    }
}

void LanePainter::drawWaiters(QCPPainter *painter, size_t at)
{
    const QRectF room = bandRect(at).adjusted(0, 1, 0, -1);
    for (const LaneWaiters &part : lanes[at].waiters) {
        const double left = std::max(room.left(), x(part.from));
        const double right = std::min(room.right(), x(std::min(part.to, now)));
        if (right <= left)
            continue;
        const double height = std::max(2.0, room.height() * double(part.waiters) / double(m_scale));
        paintWaiters(*painter, QRectF(left, room.bottom() - height, std::max(1.0, right - left), height),
                     m_theme);
        m_signs.insert(LaneSign::Waiters);
    }
}

// The most waiters of each lane, at the height that they have on the scale of all lanes.
void LanePainter::drawMost(QCPPainter *painter) const
{
    const QFontMetricsF metrics(m_small);
    painter->setFont(m_small);
    for (size_t i = 0; i < drawn() && m_scale > 0; ++i) {
        if (lanes[i].waiters.empty())
            continue;
        const QRectF band = bandRect(i).adjusted(0, 1, 0, -1);
        const qint64 most = mostWaiters({&lanes[i], 1});
        const double top = band.bottom() - band.height() * double(most) / double(m_scale);
        painter->setPen(QPen(m_theme.grid, 1, Qt::DotLine));
        painter->drawLine(QLineF(band.left(), top, band.right() + 3, top));
        painter->setPen(m_theme.muted);
        const double text = std::min(top - metrics.height() / 2, band.bottom() - metrics.height());
        const QRectF place(band.right() + 4, text, scaleWidth(), metrics.height());
        painter->drawText(place, Qt::AlignVCenter | Qt::AlignLeft, mostText(most));
    }
}

// Below the names of the lanes.
void LanePainter::drawUndrawn(QCPPainter *painter) const
{
    if (lanes.size() <= drawn())
        return;
    const QRect room = m_plot->axisRect()->rect();
    const QFontMetricsF metrics(m_small);
    painter->setFont(m_small);
    painter->setPen(m_theme.muted);
    painter->drawText(QRectF(spacing(Spacing::Tight), room.bottom() + 1, room.left(), metrics.height()),
                      Qt::AlignVCenter | Qt::AlignLeft,
                      Tr::tr("%Ln more", "lanes that do not fit", int(lanes.size() - drawn())));
}

void LanePainter::drawMarks(QCPPainter *painter)
{
    const QRect room = m_plot->axisRect()->rect();
    const QFontMetricsF metrics(m_small);
    double freeFrom = room.left();
    painter->setFont(m_small);
    for (size_t i = 0; i < answer.marks.size(); ++i) {
        const Mark &mark = answer.marks[i];
        const double place = x(axisSeconds(mark.at));
        if (place < room.left() || place > room.right())
            continue;
        painter->setPen(markPen(mark.kind, m_theme));
        m_signs.insert(signOf(mark.kind));
        painter->drawLine(QLineF(place, room.top(), place, room.bottom()));
        const QPointF head(place, room.bottom() - metrics.height() / 2);
        const double arm = MarkHeadArm + 2;
        painter->fillRect(QRectF(head, head).adjusted(-arm, -arm, arm, arm), m_palette.color(QPalette::Base));
        paintMarkHead(*painter, head, mark.kind, m_theme);
        const QString word = text::markWord(mark);
        const double wide = metrics.horizontalAdvance(word) + 6;
        const bool isLast = i + 1 == answer.marks.size();
        const double next = isLast ? room.right() : x(axisSeconds(answer.marks[i + 1].at)) - arm;
        // Only where the next mark leaves room; the others are known by their shape.
        if (place < freeFrom || (!isLast && next < place + arm + wide))
            continue;
        const double left = place + arm + wide > room.right() ? place - arm - wide : place + arm;
        const QRectF label(left, room.bottom() - metrics.height() - 1, wide, metrics.height());
        painter->fillRect(label, m_palette.color(QPalette::Base));
        painter->drawText(label, Qt::AlignCenter, word);
        freeFrom = place + arm + wide;
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
