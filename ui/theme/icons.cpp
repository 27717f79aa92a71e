// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/icons.h"

#include "ui/theme/theme.h"

#include <QGuiApplication>
#include <QIconEngine>
#include <QPainter>
#include <QPainterPath>
#include <QPalette>
#include <QPixmap>

namespace lockscope
{
namespace
{

// All shapes in a square of 16 units.
QPainterPath plug()
{
    QPainterPath path;
    path.moveTo(5.5, 1.5);
    path.lineTo(5.5, 5);
    path.moveTo(10.5, 1.5);
    path.lineTo(10.5, 5);
    path.moveTo(3.5, 5);
    path.lineTo(12.5, 5);
    path.lineTo(12.5, 7.5);
    path.arcTo(QRectF(3.5, 3, 9, 9), 0, -180);
    path.closeSubpath();
    path.moveTo(8, 12);
    path.lineTo(8, 15);
    return path;
}

QPainterPath circling()
{
    QPainterPath path;
    path.arcMoveTo(QRectF(2.5, 2.5, 11, 11), 35);
    path.arcTo(QRectF(2.5, 2.5, 11, 11), 35, 290);
    path.moveTo(13.2, 1.8);
    path.lineTo(13.0, 5.6);
    path.lineTo(9.3, 5.2);
    return path;
}

QPainterPath plus()
{
    QPainterPath path;
    path.moveTo(8, 2.5);
    path.lineTo(8, 13.5);
    path.moveTo(2.5, 8);
    path.lineTo(13.5, 8);
    return path;
}

QPainterPath lens()
{
    QPainterPath path;
    path.addEllipse(QPointF(6.8, 6.8), 4.6, 4.6);
    path.moveTo(10.2, 10.2);
    path.lineTo(14.2, 14.2);
    return path;
}

QPainterPath padlock()
{
    QPainterPath path;
    path.addRoundedRect(QRectF(3, 7.2, 10, 7), 1.5, 1.5);
    path.moveTo(5.2, 7);
    path.lineTo(5.2, 4.8);
    path.arcTo(QRectF(5.2, 2, 5.6, 5.6), 180, -180);
    path.lineTo(10.8, 7);
    return path;
}

QPainterPath pin()
{
    QPainterPath path;
    path.moveTo(4.5, 2);
    path.lineTo(11.5, 2);
    path.moveTo(6, 2);
    path.lineTo(6, 6.5);
    path.lineTo(3.5, 9.5);
    path.lineTo(12.5, 9.5);
    path.lineTo(10, 6.5);
    path.lineTo(10, 2);
    path.moveTo(8, 9.5);
    path.lineTo(8, 14.5);
    return path;
}

QPainterPath keyboard()
{
    QPainterPath path;
    path.addRoundedRect(QRectF(1.5, 4, 13, 8.5), 1.5, 1.5);
    for (const double x : {4.5, 7.0, 9.5, 12.0}) {
        path.moveTo(x - 0.4, 6.8);
        path.lineTo(x + 0.1, 6.8);
    }
    path.moveTo(5, 10);
    path.lineTo(11, 10);
    return path;
}

QPainterPath server()
{
    QPainterPath path;
    path.addRoundedRect(QRectF(2, 2.5, 12, 5), 1.2, 1.2);
    path.addRoundedRect(QRectF(2, 8.8, 12, 5), 1.2, 1.2);
    for (const double y : {5.0, 11.3}) {
        path.moveTo(4.6, y);
        path.lineTo(5.2, y);
    }
    return path;
}

// A dot is a line of no length with round ends.
void dot(QPainterPath &path, double x, double y)
{
    path.moveTo(x, y);
    path.lineTo(x + 0.01, y);
}

QPainterPath mutex()
{
    QPainterPath path = padlock();
    path.moveTo(8, 10);
    path.lineTo(8, 11.4);
    return path;
}

// A book under the bow: many may read it, one may write.
QPainterPath readWrite()
{
    QPainterPath path;
    path.moveTo(5.2, 6);
    path.lineTo(5.2, 4.8);
    path.arcTo(QRectF(5.2, 2, 5.6, 5.6), 180, -180);
    path.lineTo(10.8, 6);
    path.moveTo(8, 8.6);
    path.cubicTo(6.6, 7.2, 4, 7, 1.8, 7.4);
    path.lineTo(1.8, 13.2);
    path.cubicTo(4, 12.8, 6.6, 13, 8, 14.4);
    path.cubicTo(9.4, 13, 12, 12.8, 14.2, 13.2);
    path.lineTo(14.2, 7.4);
    path.cubicTo(12, 7, 9.4, 7.2, 8, 8.6);
    path.lineTo(8, 14.4);
    return path;
}

QPainterPath semaphore()
{
    QPainterPath path;
    path.addRoundedRect(QRectF(4.4, 1.4, 7.2, 13.2), 2.4, 2.4);
    for (const double y : {4.6, 8.0, 11.4})
        dot(path, 8, y);
    return path;
}

// A gate with its crossbar.
QPainterPath gate()
{
    QPainterPath path;
    for (const double x : {2.6, 13.4}) {
        path.moveTo(x, 2);
        path.lineTo(x, 14.4);
    }
    for (const double y : {5.0, 11.4}) {
        path.moveTo(2.6, y);
        path.lineTo(13.4, y);
    }
    path.moveTo(2.6, 11.4);
    path.lineTo(13.4, 5);
    return path;
}

QPainterPath group()
{
    QPainterPath path;
    path.addRoundedRect(QRectF(1.4, 8, 8, 6.4), 1.3, 1.3);
    path.moveTo(3.2, 8);
    path.lineTo(3.2, 6.4);
    path.arcTo(QRectF(3.2, 4.2, 4.4, 4.4), 180, -180);
    path.lineTo(7.6, 8);
    // The one behind, as far as it shows.
    path.moveTo(12.4, 5.6);
    path.lineTo(12.4, 4);
    path.arcTo(QRectF(8, 1.6, 4.4, 4.4), 0, 140);
    path.moveTo(12, 5.6);
    path.lineTo(13.2, 5.6);
    path.arcTo(QRectF(12, 5.6, 2.6, 2.6), 90, -90);
    path.lineTo(14.6, 10.4);
    path.arcTo(QRectF(12, 9.2, 2.6, 2.6), 0, -90);
    path.lineTo(12.2, 11.8);
    return path;
}

QPainterPath clock()
{
    QPainterPath path;
    path.addEllipse(QRectF(1.8, 1.8, 12.4, 12.4));
    path.moveTo(8, 4.6);
    path.lineTo(8, 8.2);
    path.lineTo(10.6, 9.8);
    return path;
}

QPainterPath bareKey()
{
    QPainterPath path;
    path.addEllipse(QPointF(5, 11), 3.4, 3.4);
    path.moveTo(7.4, 8.6);
    path.lineTo(14, 2);
    path.moveTo(10.6, 5.4);
    path.lineTo(12.8, 7.6);
    path.moveTo(13, 3);
    path.lineTo(14.6, 4.6);
    return path;
}

// Two sliders: a wheel with teeth is a blot at this size.
QPainterPath sliders()
{
    QPainterPath path;
    for (const auto &[y, x] : {std::pair(4.6, 10.4), std::pair(11.4, 5.6)}) {
        path.moveTo(1.8, y);
        path.lineTo(x - 2, y);
        path.addEllipse(QPointF(x, y), 2, 2);
        path.moveTo(x + 2, y);
        path.lineTo(14.2, y);
    }
    return path;
}

QPainterPath chevron(double direction)
{
    QPainterPath path;
    path.moveTo(8 - 2.25 * direction, 3);
    path.lineTo(8 + 2.75 * direction, 8);
    path.lineTo(8 - 2.25 * direction, 13);
    return path;
}

QPainterPath zoom(bool closer)
{
    QPainterPath path = lens();
    path.moveTo(4.8, 6.8);
    path.lineTo(8.8, 6.8);
    if (closer) {
        path.moveTo(6.8, 4.8);
        path.lineTo(6.8, 8.8);
    }
    return path;
}

QPainterPath question()
{
    QPainterPath path;
    path.addEllipse(QRectF(1.8, 1.8, 12.4, 12.4));
    path.moveTo(5.9, 6.4);
    path.cubicTo(5.9, 3.6, 10.1, 3.6, 10.1, 6.2);
    path.cubicTo(10.1, 7.8, 8, 7.8, 8, 9.4);
    dot(path, 8, 11.6);
    return path;
}

QPainterPath letterI()
{
    QPainterPath path;
    path.addEllipse(QRectF(1.8, 1.8, 12.4, 12.4));
    dot(path, 8, 5);
    path.moveTo(8, 7.6);
    path.lineTo(8, 11.4);
    return path;
}

QPainterPath terminal()
{
    QPainterPath path;
    path.addRoundedRect(QRectF(1.5, 2.5, 13, 11), 1.5, 1.5);
    path.moveTo(4.4, 6);
    path.lineTo(6.6, 8);
    path.lineTo(4.4, 10);
    path.moveTo(8.4, 10.4);
    path.lineTo(11.4, 10.4);
    return path;
}

QPainterPath folder()
{
    QPainterPath path;
    path.moveTo(1.8, 13);
    path.lineTo(1.8, 3.4);
    path.lineTo(6.2, 3.4);
    path.lineTo(7.8, 5.2);
    path.lineTo(14.2, 5.2);
    path.lineTo(14.2, 13);
    path.closeSubpath();
    return path;
}

QPainterPath pulse()
{
    QPainterPath path;
    path.moveTo(1.4, 8.6);
    path.lineTo(4.6, 8.6);
    path.lineTo(6.6, 3.4);
    path.lineTo(9.4, 13);
    path.lineTo(11.2, 8.6);
    path.lineTo(14.6, 8.6);
    return path;
}

// An arrow that turns back.
QPainterPath turning()
{
    QPainterPath path;
    path.moveTo(5.6, 2.4);
    path.lineTo(2.4, 5.6);
    path.lineTo(5.6, 8.8);
    path.moveTo(2.4, 5.6);
    path.lineTo(9.4, 5.6);
    path.arcTo(QRectF(5.4, 5.6, 8, 8), 90, -180);
    path.lineTo(5.6, 13.6);
    return path;
}

// The prompt of a command line.
QPainterPath prompt()
{
    QPainterPath path;
    path.moveTo(3, 3);
    path.lineTo(7.6, 8);
    path.lineTo(3, 13);
    path.moveTo(8.6, 13);
    path.lineTo(13.6, 13);
    return path;
}

QPainterPath copies()
{
    QPainterPath path;
    path.addRoundedRect(QRectF(5.5, 5.5, 8.5, 8.5), 1.5, 1.5);
    path.moveTo(3, 10.5);
    path.arcTo(QRectF(2, 7.5, 3, 3), 270, -90);
    path.lineTo(2, 3.5);
    path.arcTo(QRectF(2, 2, 3, 3), 180, -90);
    path.lineTo(9, 2);
    path.arcTo(QRectF(7.5, 2, 3, 3), 90, -60);
    return path;
}

// An arrow out of a tray.
QPainterPath tray()
{
    QPainterPath path;
    path.moveTo(8, 10);
    path.lineTo(8, 2);
    path.moveTo(4.8, 5.2);
    path.lineTo(8, 2);
    path.lineTo(11.2, 5.2);
    path.moveTo(2.5, 10.5);
    path.lineTo(2.5, 13.8);
    path.lineTo(13.5, 13.8);
    path.lineTo(13.5, 10.5);
    return path;
}

QPainterPath outline(Glyph glyph)
{
    QPainterPath path;
    switch (glyph) {
    case Glyph::Connect:
        return plug();
    case Glyph::Disconnect:
        path = plug();
        path.moveTo(1.5, 14.5);
        path.lineTo(14.5, 1.5);
        return path;
    case Glyph::Rescan:
        return circling();
    case Glyph::Play:
        path.moveTo(5, 3);
        path.lineTo(13, 8);
        path.lineTo(5, 13);
        path.closeSubpath();
        return path;
    case Glyph::Stop:
        path.addRoundedRect(QRectF(3.4, 3.4, 9.2, 9.2), 1.2, 1.2);
        return path;
    case Glyph::Add:
        return plus();
    case Glyph::Search:
        return lens();
    case Glyph::Padlock:
        return padlock();
    case Glyph::Keyboard:
        return keyboard();
    case Glyph::Server:
        return server();
    case Glyph::Close:
        path.moveTo(4, 4);
        path.lineTo(12, 12);
        path.moveTo(12, 4);
        path.lineTo(4, 12);
        return path;
    case Glyph::Pin:
        return pin();
    case Glyph::Back:
        return chevron(-1);
    case Glyph::Forward:
        return chevron(1);
    case Glyph::Settings:
        return sliders();
    case Glyph::Help:
        return question();
    case Glyph::Info:
        return letterI();
    case Glyph::Terminal:
        return terminal();
    case Glyph::Folder:
        return folder();
    case Glyph::Pulse:
        return pulse();
    case Glyph::Reopen:
        return turning();
    case Glyph::Command:
        return prompt();
    case Glyph::Mutex:
        return mutex();
    case Glyph::ReadWrite:
        return readWrite();
    case Glyph::Semaphore:
        return semaphore();
    case Glyph::Latch:
        return gate();
    case Glyph::Group:
        return group();
    case Glyph::Workload:
        return clock();
    case Glyph::Bare:
        return bareKey();
    case Glyph::Closer:
        return zoom(true);
    case Glyph::Farther:
        return zoom(false);
    case Glyph::Live:
        path.addEllipse(QPointF(8, 8), 5.5, 5.5);
        path.addEllipse(QPointF(8, 8), 1.5, 1.5);
        return path;
    case Glyph::Paused:
        for (const double x : {5.5, 10.5}) {
            path.moveTo(x, 3.5);
            path.lineTo(x, 12.5);
        }
        return path;
    case Glyph::Copy:
        return copies();
    case Glyph::Export:
        return tray();
    }
    return path;
}

class GlyphEngine final : public QIconEngine
{
public:
    explicit GlyphEngine(Glyph glyph, const QString &colour = {}) : m_glyph(glyph), m_colour(colour) {}

    void paint(QPainter *painter, const QRect &rect, QIcon::Mode mode, QIcon::State) override
    {
        const QPalette palette = QGuiApplication::palette();
        const auto group = mode == QIcon::Disabled ? QPalette::Disabled : QPalette::Active;
        const QColor colour = m_colour.isEmpty() ? palette.color(group, QPalette::ButtonText)
                                                 : visibleColour(m_colour, palette);
        paintGlyph(*painter, rect, m_glyph, colour);
    }

    QPixmap pixmap(const QSize &size, QIcon::Mode mode, QIcon::State state) override
    {
        if (size.isEmpty()) // on a button that is squeezed to nothing
            return {};
        QPixmap pixmap(size);
        pixmap.fill(Qt::transparent);
        QPainter painter(&pixmap);
        paint(&painter, QRect(QPoint(), size), mode, state);
        return pixmap;
    }

    QIconEngine *clone() const override { return new GlyphEngine(m_glyph, m_colour); }

private:
    Glyph m_glyph;
    QString m_colour; // empty: the palette's for text
};

} // namespace

void paintGlyph(QPainter &painter, const QRectF &rect, Glyph glyph, const QColor &color)
{
    const double side = std::min(rect.width(), rect.height());
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.translate(rect.center());
    painter.scale(side / 16.0, side / 16.0);
    painter.translate(-8, -8);
    painter.setPen(QPen(color, 1.5, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.setBrush(Qt::NoBrush);
    painter.drawPath(outline(glyph));
    painter.restore();
}

QIcon colourIcon(const QString &colour)
{
    return QIcon(new GlyphEngine(Glyph::Server, colour));
}

QIcon glyphIcon(Glyph glyph)
{
    return QIcon(new GlyphEngine(glyph));
}

QIcon applicationIcon()
{
    return QIcon(QStringLiteral(":/icons/lockscope-256.png"));
}

} // namespace lockscope
