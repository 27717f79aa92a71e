// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/blocking/graph/graphpainter.h"

#include "ui/theme/icons.h"
#include "ui/theme/metrics.h"

#include <QFontMetricsF>
#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>

namespace lockscope
{

namespace
{

constexpr double Thin = 1.2;
constexpr double Thick = 3;

// Where the line from the centre of a rectangle to a point leaves it.
QPointF borderTowards(const QRectF &rect, const QPointF &point)
{
    const QPointF away = point - rect.center();
    const double share =
        std::max(std::abs(away.x()) / (rect.width() / 2), std::abs(away.y()) / (rect.height() / 2));
    return share <= 1 ? point : rect.center() + away / share;
}

// The middle of the side that faces a point.
QPointF sideTowards(const QRectF &rect, const QPointF &point)
{
    return {point.x() < rect.center().x() ? rect.left() : rect.right(), rect.center().y()};
}

struct Curve {
    QPainterPath path{};
    QPointF end{};
    QPointF direction{}; // Where it comes from at the end
};

Curve straight(const QRectF &from, const QRectF &to, const std::vector<QPointF> &bends)
{
    Curve curve;
    curve.path.moveTo(borderTowards(from, bends.empty() ? to.center() : bends.front()));
    for (const QPointF &bend : bends)
        curve.path.lineTo(bend);
    curve.direction = bends.empty() ? from.center() : bends.back();
    curve.end = borderTowards(to, curve.direction);
    curve.path.lineTo(curve.end);
    return curve;
}

// Level at each end and where it passes other nodes.
Curve wave(const QRectF &from, const QRectF &to, const std::vector<QPointF> &bends)
{
    Curve curve;
    QPointF at = sideTowards(from, to.center());
    curve.path.moveTo(at);
    std::vector<QPointF> points = bends;
    points.push_back(sideTowards(to, from.center()));
    for (const QPointF &point : points) {
        const double middle = (at.x() + point.x()) / 2;
        curve.path.cubicTo({middle, at.y()}, {middle, point.y()}, point);
        at = point;
    }
    curve.end = at;
    curve.direction = {at.x() + (from.center().x() < at.x() ? -1 : 1), at.y()};
    return curve;
}

void paintArrow(QPainter &painter, const Curve &curve, double size, const QColor &colour)
{
    QPointF back = curve.direction - curve.end;
    back *= size / std::max(1e-9, std::hypot(back.x(), back.y()));
    const QPointF across(-back.y() / 2, back.x() / 2);
    painter.setPen(Qt::NoPen);
    painter.setBrush(colour);
    painter.drawPolygon(QPolygonF({curve.end, curve.end + back + across, curve.end + back - across}));
}

void paintAge(QPainter &painter, const QRectF &rect, size_t step, const Theme &theme)
{
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.accent);
    const double share = double(step + 1) / double(Theme::Ages);
    const double height = std::max(2.0, rect.height() / 14);
    painter.drawRect(QRectF(rect.left(), rect.bottom() - height, rect.width() * share, height));
}

} // namespace

GraphPainter::GraphPainter(QPainter &painter, const GraphPicture &picture, const QPalette &palette,
                           const QFont &font)
    : m_painter(painter), m_picture(picture), m_palette(palette), m_font(font), m_theme(Theme::of(palette)),
      m_levels(picture.graph.nodes.size(), VerdictLevel::Ok)
{
    for (const GraphEdge &edge : picture.graph.edges) {
        if (!edge.isDeadlocked)
            continue;
        const VerdictLevel level = edge.isCertain ? VerdictLevel::Critical : VerdictLevel::Warning;
        for (const size_t node : {edge.blocker, edge.blocked})
            m_levels[node] = std::max(m_levels[node], level);
    }
}

void GraphPainter::paint(const QRectF &visible, std::optional<size_t> current)
{
    const auto isOfCurrent = [current](const GraphEdge &edge) {
        return current && (edge.blocker == *current || edge.blocked == *current);
    };
    m_painter.setRenderHint(QPainter::Antialiasing);
    for (const bool onTop : {false, true}) {
        for (size_t i = 0; i < m_picture.graph.edges.size(); ++i) {
            const GraphEdge &edge = m_picture.graph.edges[i];
            QRectF covered = m_picture.rectOf(edge.blocker) | m_picture.rectOf(edge.blocked);
            for (const QPointF &bend : m_picture.layout.bends[i])
                covered |= QRectF(bend, QSizeF(1, 1));
            if (covered.intersects(visible) && onTop == (edge.isDeadlocked || isOfCurrent(edge)))
                paintEdge(i, isOfCurrent(edge));
        }
    }
    for (size_t node = 0; node < m_picture.graph.nodes.size(); ++node) {
        if (m_picture.rectOf(node).intersects(visible))
            paintNode(node, node == current);
    }
}

void GraphPainter::paintEdge(size_t place, bool isOfCurrent)
{
    const GraphEdge &edge = m_picture.graph.edges[place];
    const std::vector<QPointF> &bends = m_picture.layout.bends[place];
    const QRectF blocker = m_picture.rectOf(edge.blocker);
    const QRectF blocked = m_picture.rectOf(edge.blocked);
    std::vector<QPointF> backwards(bends.rbegin(), bends.rend());
    const bool isBeside = std::abs(blocker.center().x() - blocked.center().x()) > blocker.width();
    const Curve curve = edge.isDeadlocked || !isBeside ? straight(blocked, blocker, backwards)
                                                       : wave(blocked, blocker, backwards);
    const QColor colour =
        edge.isDeadlocked ? m_theme.verdict(edge.isCertain ? VerdictLevel::Critical : VerdictLevel::Warning)
        : isOfCurrent     ? m_palette.color(QPalette::Text)
                          : m_theme.muted;
    const double width = edge.isDeadlocked ? Thick : isOfCurrent ? 2 * Thin : Thin;
    m_painter.setBrush(Qt::NoBrush);
    const bool isPossible = edge.isDeadlocked && !edge.isCertain;
    m_painter.setPen(QPen(colour, width,
                          isPossible    ? Qt::DashDotLine
                          : edge.isSure ? Qt::SolidLine
                                        : Qt::DashLine,
                          Qt::FlatCap));
    m_painter.drawPath(curve.path);
    paintArrow(m_painter, curve, edge.isDeadlocked ? 4 * Thick : 7 * Thin, colour);
}

void GraphPainter::paintNode(size_t place, bool isCurrent)
{
    const GraphNode &node = m_picture.graph.nodes[place];
    const QRectF rect = m_picture.rectOf(place);
    const Lock *lock = m_picture.lockAt(place);
    const double radius = lock ? cornerRadius() : rect.height() / 2;
    const VerdictLevel level = m_levels[place];
    const bool isOne = lock || node.kind == GraphNode::Kind::Client;
    QPainterPath shape;
    shape.addRoundedRect(rect, radius, radius);
    m_painter.fillPath(shape, lock ? m_theme.age(m_picture.ageOf(*lock)) : m_palette.color(QPalette::Base));
    if (lock) {
        m_painter.save();
        m_painter.setClipPath(shape, Qt::IntersectClip);
        paintAge(m_painter, rect, m_picture.ageOf(*lock), m_theme);
        m_painter.restore();
    }
    const QColor colour = level == VerdictLevel::Ok ? m_theme.muted : m_theme.verdict(level);
    m_painter.setBrush(Qt::NoBrush);
    m_painter.setPen(
        QPen(colour, level == VerdictLevel::Ok ? Thin : Thick * 0.7, isOne ? Qt::SolidLine : Qt::DotLine));
    m_painter.drawPath(shape);
    if (isCurrent) {
        const double gap = 2 * Thin;
        m_painter.setPen(QPen(m_palette.color(QPalette::Highlight), 2 * Thin));
        m_painter.drawRoundedRect(rect.adjusted(-gap, -gap, gap, gap), radius + gap, radius + gap);
    }
    if (m_withTexts)
        paintTexts(place, rect);
}

void GraphPainter::paintTexts(size_t place, QRectF rect)
{
    const Lock *lock = m_picture.lockAt(place);
    const QString title = nodeTitle(m_picture, place), state = nodeState(m_picture, place);
    const double margin = lock ? spacing(Spacing::Medium) : rect.height() / 3;
    rect.adjust(margin, spacing(Spacing::Small), -margin, -spacing(Spacing::Small));
    const QColor text = m_palette.color(QPalette::Text);
    if (lock) {
        const double size = QFontMetricsF(m_font).height();
        paintGlyph(m_painter, QRectF(rect.left(), rect.center().y() - size / 2, size, size), Glyph::Padlock,
                   text);
        rect.setLeft(rect.left() + size + spacing(Spacing::Medium));
    }
    const auto write = [&](const QString &words, const QFont &font, const QColor &colour, const QRectF &where,
                           Qt::TextElideMode elide) {
        m_painter.setFont(font);
        m_painter.setPen(colour);
        m_painter.drawText(where, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
                           QFontMetricsF(font).elidedText(words, elide, where.width()));
    };
    if (state.isEmpty())
        return write(title, m_font, text, rect, Qt::ElideMiddle);
    QRectF upper = rect, lower = rect;
    upper.setBottom(rect.center().y());
    lower.setTop(rect.center().y());
    write(title, m_font, text, upper, Qt::ElideMiddle);
    write(state, m_font, lock ? text : m_theme.muted, lower, Qt::ElideRight);
}

void paintSign(QPainter &painter, const QRectF &rect, GraphSign sign, const QPalette &palette)
{
    const Theme theme = Theme::of(palette);
    painter.setRenderHint(QPainter::Antialiasing);
    if (sign <= GraphSign::Age3) {
        const auto step = size_t(sign);
        painter.fillRect(rect, theme.age(step));
        paintAge(painter, rect, step, theme);
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(theme.muted, Thin));
        painter.drawRect(rect.adjusted(Thin / 2, Thin / 2, -Thin / 2, -Thin / 2));
        return;
    }
    const bool isDeadlock = sign != GraphSign::NotSeenToListen;
    const QColor colour = sign == GraphSign::Deadlock ? theme.critical
                          : isDeadlock                ? theme.warning
                                                      : theme.muted;
    painter.setPen(QPen(colour, isDeadlock ? Thick : Thin,
                        sign == GraphSign::Deadlock ? Qt::SolidLine
                        : isDeadlock                ? Qt::DashDotLine
                                                    : Qt::DashLine));
    painter.drawLine(QPointF(rect.left(), rect.center().y()), QPointF(rect.right(), rect.center().y()));
}

} // namespace lockscope
