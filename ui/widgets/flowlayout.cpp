// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/flowlayout.h"

#include "ui/theme/metrics.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QPixmap>

#include <algorithm>
#include <utility>

namespace lockscope
{

FlowLayout::FlowLayout(QWidget *parent) : QLayout(parent)
{
    setContentsMargins({});
    setSpacing(lockscope::spacing(Spacing::Medium));
    parent->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
}

FlowLayout::~FlowLayout()
{
    qDeleteAll(m_items);
}

void FlowLayout::addItem(QLayoutItem *item)
{
    m_items.append(item);
}

QLayoutItem *FlowLayout::itemAt(int index) const
{
    return m_items.value(index);
}

QLayoutItem *FlowLayout::takeAt(int index)
{
    return index >= 0 && index < count() ? m_items.takeAt(index) : nullptr;
}

void FlowLayout::addSample(const QPixmap &picture, const QString &meaning)
{
    auto *sample = new QWidget(parentWidget());
    auto *row = new QHBoxLayout(sample);
    row->setContentsMargins({});
    row->setSpacing(lockscope::spacing(Spacing::Small));
    auto *image = new QLabel(sample);
    image->setPixmap(picture);
    auto *words = new QLabel(meaning, sample);
    words->setTextFormat(Qt::PlainText);
    words->setFont(smallFont(parentWidget()->font()));
    row->addWidget(image);
    row->addWidget(words);
    addWidget(sample);
    sample->show();
}

void FlowLayout::addSample(const std::function<void(QPainter &, const QRectF &)> &paint,
                           const QString &meaning)
{
    const QWidget &legend = *parentWidget();
    const QSize size(lines(legend, 2), lines(legend, 1));
    QPixmap picture(size * legend.devicePixelRatioF());
    picture.setDevicePixelRatio(legend.devicePixelRatioF());
    picture.fill(Qt::transparent);
    QPainter painter(&picture);
    paint(painter, QRectF({}, size));
    painter.end();
    addSample(picture, meaning);
}

void FlowLayout::removeAll()
{
    while (QLayoutItem *item = takeAt(0)) {
        item->widget()->hide();
        item->widget()->deleteLater(); // Qt may be visiting all widgets, for a new style
        delete item;
    }
}

QList<QRect> FlowLayout::places(const QRect &room) const
{
    QList<QRect> result;
    QPoint at = room.topLeft();
    int rowHeight = 0;
    for (const QLayoutItem *item : m_items) {
        if (item->isEmpty()) {
            result.append(QRect());
            continue;
        }
        const QSize size = item->sizeHint();
        if (at.x() > room.left() && at.x() + size.width() > room.right() + 1) {
            at = {room.left(), at.y() + rowHeight + QLayout::spacing()};
            rowHeight = 0;
        }
        result.append(QRect(at, QSize(std::min(size.width(), room.width()), size.height())));
        at.rx() += size.width() + QLayout::spacing();
        rowHeight = std::max(rowHeight, size.height());
    }
    return result;
}

int FlowLayout::heightAt(int width) const
{
    const QMargins edges = contentsMargins();
    int bottom = 0;
    for (const QRect &place : places(QRect(0, 0, width - edges.left() - edges.right(), 0)))
        bottom = std::max(bottom, place.y() + place.height());
    return bottom + edges.top() + edges.bottom();
}

QSize FlowLayout::sizeHint() const
{
    const QMargins edges = contentsMargins();
    int width = 0;
    for (const QLayoutItem *item : m_items)
        width += item->isEmpty() ? 0 : item->sizeHint().width() + QLayout::spacing();
    width += edges.left() + edges.right();
    return {width, std::max(m_height, heightAt(width))};
}

QSize FlowLayout::minimumSize() const
{
    const QMargins edges = contentsMargins();
    QSize widest;
    for (const QLayoutItem *item : m_items)
        widest = item->isEmpty() ? widest : widest.expandedTo(item->minimumSize());
    return {widest.width() + edges.left() + edges.right(),
            std::max(m_height, widest.height() + edges.top() + edges.bottom())};
}

void FlowLayout::setGeometry(const QRect &rect)
{
    QLayout::setGeometry(rect);
    const QList<QRect> where = places(rect.marginsRemoved(contentsMargins()));
    for (int i = 0; i < count(); ++i) {
        if (!m_items[i]->isEmpty())
            m_items[i]->setGeometry(where[i]);
    }
    if (const int height = heightAt(rect.width()); height != std::exchange(m_height, height))
        update();
}

} // namespace lockscope
