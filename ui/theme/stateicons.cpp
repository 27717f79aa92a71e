// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/stateicons.h"

#include <QIconEngine>
#include <QPainter>
#include <QPainterPath>
#include <QPixmap>

#include <functional>

namespace lockscope
{

namespace
{

// All shapes are drawn on a field of 16 by 16.
constexpr double Field = 16.0;

// Drawn when it is shown, at the size that is needed then. The same in a selected row or a disabled view: the
// state must stay readable.
class ShapeEngine final : public QIconEngine
{
public:
    using Draw = std::function<void(QPainter &)>;

    explicit ShapeEngine(Draw draw) : m_draw(std::move(draw)) {}

    void paint(QPainter *painter, const QRect &rect, QIcon::Mode, QIcon::State) override
    {
        const double side = std::min(rect.width(), rect.height());
        painter->save();
        painter->setRenderHint(QPainter::Antialiasing);
        painter->translate(rect.x() + (rect.width() - side) / 2, rect.y() + (rect.height() - side) / 2);
        painter->scale(side / Field, side / Field);
        m_draw(*painter);
        painter->restore();
    }

    QPixmap pixmap(const QSize &size, QIcon::Mode mode, QIcon::State state) override
    {
        QPixmap pixmap(size);
        pixmap.fill(Qt::transparent);
        QPainter painter(&pixmap);
        paint(&painter, QRect(QPoint(), size), mode, state);
        return pixmap;
    }

    QIconEngine *clone() const override { return new ShapeEngine(m_draw); }

private:
    Draw m_draw;
};

QIcon drawn(ShapeEngine::Draw draw)
{
    return QIcon(new ShapeEngine(std::move(draw)));
}

QPen stroke(const QColor &color, double width)
{
    return QPen(color, width, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin);
}

void drawCheck(QPainter &painter, const QColor &color, const QColor &ground)
{
    painter.setPen(Qt::NoPen);
    painter.setBrush(color);
    painter.drawEllipse(QRectF(1, 1, 14, 14));
    painter.setPen(stroke(ground, 2.0));
    painter.drawPolyline(QPolygonF{{4.4, 8.3}, {7.0, 10.9}, {11.6, 5.4}});
}

void drawInfo(QPainter &painter, const QColor &color, const QColor &ground)
{
    painter.setPen(Qt::NoPen);
    painter.setBrush(color);
    painter.drawRoundedRect(QRectF(1, 1, 14, 14), 3, 3);
    painter.setPen(stroke(ground, 2.0));
    painter.drawLine(QPointF(8, 7.6), QPointF(8, 11.6));
    painter.setPen(Qt::NoPen);
    painter.setBrush(ground);
    painter.drawEllipse(QPointF(8, 4.4), 1.25, 1.25);
}

void drawTriangle(QPainter &painter, const QColor &color, const QColor &ground)
{
    painter.setPen(stroke(color, 1.6));
    painter.setBrush(color);
    painter.drawPolygon(QPolygonF{{8, 1.9}, {15, 14.1}, {1, 14.1}});
    painter.setPen(stroke(ground, 1.8));
    painter.drawLine(QPointF(8, 6.0), QPointF(8, 9.4));
    painter.setPen(Qt::NoPen);
    painter.setBrush(ground);
    painter.drawEllipse(QPointF(8, 12.2), 1.15, 1.15);
}

void drawOctagon(QPainter &painter, const QColor &color, const QColor &ground)
{
    painter.setPen(stroke(color, 0.8));
    painter.setBrush(color);
    painter.drawPolygon(
        QPolygonF{{5, 0.9}, {11, 0.9}, {15.1, 5}, {15.1, 11}, {11, 15.1}, {5, 15.1}, {0.9, 11}, {0.9, 5}});
    painter.setPen(stroke(ground, 2.2));
    painter.drawLine(QPointF(5.2, 5.2), QPointF(10.8, 10.8));
    painter.drawLine(QPointF(10.8, 5.2), QPointF(5.2, 10.8));
}

void drawPadlock(QPainter &painter, const QColor &color, bool open)
{
    painter.setPen(stroke(color, 1.7));
    painter.setBrush(Qt::NoBrush);
    QPainterPath bow(open ? QPointF(11.4, 5.2) : QPointF(11.4, 8));
    bow.lineTo(11.4, 5.2);
    bow.arcTo(QRectF(4.6, 1.6, 6.8, 6.8), 0, 180);
    bow.lineTo(4.6, 8);
    painter.drawPath(bow);
    painter.setBrush(open ? QBrush(Qt::NoBrush) : QBrush(color));
    painter.drawRoundedRect(QRectF(2.9, 8, 10.2, 6.4), 1.2, 1.2);
}

void drawRenewal(QPainter &painter, const QColor &color)
{
    painter.setPen(stroke(color, 1.8));
    painter.setBrush(Qt::NoBrush);
    painter.drawArc(QRectF(2.6, 2.6, 10.8, 10.8), 20 * 16, 285 * 16);
    painter.setBrush(color);
    painter.setPen(Qt::NoPen);
    painter.drawPolygon(QPolygonF{{15.2, 8.6}, {10.2, 7.4}, {13.8, 3.4}});
}

void drawPlus(QPainter &painter, const QColor &color)
{
    painter.setPen(stroke(color, 2.0));
    painter.drawLine(QPointF(8, 3), QPointF(8, 13));
    painter.drawLine(QPointF(3, 8), QPointF(13, 8));
}

void drawHourglass(QPainter &painter, const QColor &color)
{
    painter.setPen(stroke(color, 1.5));
    painter.setBrush(Qt::NoBrush);
    painter.drawPolygon(QPolygonF{{3.6, 2}, {12.4, 2}, {3.6, 14}, {12.4, 14}});
    painter.setBrush(color);
    painter.drawPolygon(QPolygonF{{8, 9}, {12, 13.8}, {4, 13.8}});
}

void drawBolt(QPainter &painter, const QColor &color)
{
    painter.setPen(stroke(color, 0.8));
    painter.setBrush(color);
    painter.drawPolygon(QPolygonF{{9.6, 1.2}, {3.2, 9.2}, {7.4, 9.2}, {6.2, 14.8}, {12.8, 6.6}, {8.6, 6.6}});
}

void drawSwap(QPainter &painter, const QColor &color)
{
    painter.setPen(stroke(color, 1.7));
    painter.drawLine(QPointF(2.4, 5.2), QPointF(12.6, 5.2));
    painter.drawPolyline(QPolygonF{{10, 2.4}, {13, 5.2}, {10, 8}});
    painter.drawLine(QPointF(13.6, 11.2), QPointF(3.4, 11.2));
    painter.drawPolyline(QPolygonF{{6, 8.6}, {3, 11.2}, {6, 14}});
}

void drawPeople(QPainter &painter, const QColor &color)
{
    painter.setPen(Qt::NoPen);
    painter.setBrush(color);
    for (const double x : {5.0, 11.0}) {
        painter.drawEllipse(QPointF(x, 5), 2.1, 2.1);
        painter.drawChord(QRectF(x - 3.3, 8.2, 6.6, 10), 0, 180 * 16);
    }
}

void drawServer(QPainter &painter, const QColor &color)
{
    painter.setPen(stroke(color, 1.4));
    painter.setBrush(Qt::NoBrush);
    painter.drawRoundedRect(QRectF(2.4, 2.4, 11.2, 4.8), 1, 1);
    painter.drawRoundedRect(QRectF(2.4, 8.8, 11.2, 4.8), 1, 1);
    painter.drawPoint(QPointF(5, 4.8));
    painter.drawPoint(QPointF(5, 11.2));
}

void drawEvent(QPainter &painter, EventKind kind, const QColor &color)
{
    switch (kind) {
    case EventKind::Acquired:
        return drawPadlock(painter, color, false);
    case EventKind::Reentered:
        return drawPlus(painter, color);
    case EventKind::Renewed:
        return drawRenewal(painter, color);
    case EventKind::Released:
        return drawPadlock(painter, color, true);
    case EventKind::Expired:
        return drawHourglass(painter, color);
    case EventKind::Forced:
        return drawBolt(painter, color);
    case EventKind::Changed:
        return drawSwap(painter, color);
    case EventKind::Waiters:
        return drawPeople(painter, color);
    case EventKind::Node:
        return drawServer(painter, color);
    }
}

} // namespace

QIcon verdictShape(VerdictLevel level, const QColor &color, const QColor &ground)
{
    return drawn([level, color, ground](QPainter &painter) {
        switch (level) {
        case VerdictLevel::Ok:
            return drawCheck(painter, color, ground);
        case VerdictLevel::Info:
            return drawInfo(painter, color, ground);
        case VerdictLevel::Warning:
            return drawTriangle(painter, color, ground);
        case VerdictLevel::Critical:
            return drawOctagon(painter, color, ground);
        }
    });
}

QIcon eventShape(EventKind kind, const QColor &color)
{
    return drawn([kind, color](QPainter &painter) { drawEvent(painter, kind, color); });
}

} // namespace lockscope
