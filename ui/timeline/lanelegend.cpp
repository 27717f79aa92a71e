// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/lanelegend.h"

#include "ui/text/accessibility.h"
#include "ui/theme/metrics.h"
#include "ui/widgets/flowlayout.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>

namespace lockscope
{

LaneLegend::LaneLegend(QWidget *parent) : QWidget(parent)
{
    auto *flow = new FlowLayout(this);
    flow->setContentsMargins(margins(Spacing::Medium, Spacing::Tight));
    flow->setSpacing(spacing(Spacing::Page));
    setAccessibleName(tr("Legend"));
}

void LaneLegend::show(const std::set<LaneSign> &signs)
{
    if (std::exchange(m_signs, signs) != signs)
        fill();
}

void LaneLegend::fill()
{
    while (QLayoutItem *item = layout()->takeAt(0)) {
        item->widget()->hide();
        item->widget()->deleteLater(); // Qt may be visiting all widgets, for a new style
        delete item;
    }
    for (const LaneSign sign : m_signs) {
        auto *entry = new QWidget(this);
        auto *row = new QHBoxLayout(entry);
        row->setContentsMargins({});
        row->setSpacing(spacing(Spacing::Small));
        auto *picture = new QLabel(entry);
        auto *words = new QLabel(signText(sign), entry);
        words->setTextFormat(Qt::PlainText);
        words->setFont(smallFont(font()));
        const QSize size(lines(*this, 2), lines(*this, 1));
        QPixmap pixmap(size * devicePixelRatioF());
        pixmap.setDevicePixelRatio(devicePixelRatioF());
        pixmap.fill(Qt::transparent);
        QPainter painter(&pixmap);
        paintSign(painter, QRectF({}, size), sign, palette());
        painter.end();
        picture->setPixmap(pixmap);
        row->addWidget(picture);
        row->addWidget(words);
        layout()->addWidget(entry);
        entry->show();
    }
    explain(*this, entries().join(QStringLiteral(", ")));
    updateGeometry();
}

QStringList LaneLegend::entries() const
{
    QStringList texts;
    for (const LaneSign sign : m_signs)
        texts << signText(sign);
    return texts;
}

void LaneLegend::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange)
        fill();
}

} // namespace lockscope
