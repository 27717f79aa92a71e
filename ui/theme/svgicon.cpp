// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/svgicon.h"

#include <QCache>
#include <QFile>
#include <QIconEngine>
#include <QPainter>
#include <QPixmap>
#include <QSvgRenderer>

namespace lockscope
{
namespace
{

class SvgIconEngine final : public QIconEngine
{
public:
    SvgIconEngine(const QString &name, IconColour colour, const QColor &ground)
        : m_name(name), m_colour(std::move(colour)), m_ground(ground)
    {
    }

    void paint(QPainter *painter, const QRect &rect, QIcon::Mode mode, QIcon::State) override
    {
        paintSvg(*painter, rect, m_name, m_colour(mode), m_ground);
    }

    QPixmap pixmap(const QSize &size, QIcon::Mode mode, QIcon::State state) override
    {
        if (size.isEmpty()) // A button squeezed to nothing
            return {};
        QPixmap pixmap(size);
        pixmap.fill(Qt::transparent);
        QPainter painter(&pixmap);
        paint(&painter, QRect(QPoint(), size), mode, state);
        return pixmap;
    }

    QIconEngine *clone() const override { return new SvgIconEngine(m_name, m_colour, m_ground); }

private:
    QString m_name;
    IconColour m_colour;
    QColor m_ground;
};

// Cached, because table cells are painted often. Few colours exist, but users add their own.
QSvgRenderer &rendererOf(const QString &name, const QColor &colour, const QColor &ground)
{
    static QCache<std::pair<QString, quint64>, QSvgRenderer> kept(500);
    const std::pair key(name, quint64(colour.rgb()) << 32 | ground.rgb());
    if (QSvgRenderer *renderer = kept.object(key))
        return *renderer;
    QFile file(QStringLiteral(":/icons/%1.svg").arg(name));
    QByteArray svg = file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    svg.replace("currentColor", colour.name().toLatin1()).replace("white", ground.name().toLatin1());
    auto *renderer = new QSvgRenderer(svg);
    kept.insert(key, renderer);
    return *renderer;
}

} // namespace

QIcon svgIcon(const QString &name, IconColour colour, const QColor &ground)
{
    return QIcon(new SvgIconEngine(name, std::move(colour), ground));
}

void paintSvg(QPainter &painter, const QRectF &rect, const QString &name, const QColor &colour,
              const QColor &ground)
{
    const double side = std::min(rect.width(), rect.height());
    QRectF square(0, 0, side, side);
    square.moveCenter(rect.center());
    painter.save();
    painter.setOpacity(painter.opacity() * colour.alphaF());
    rendererOf(name, colour, ground).render(&painter, square);
    painter.restore();
}

} // namespace lockscope
