// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/lanelegend.h"

#include "ui/text/accessibility.h"
#include "ui/theme/metrics.h"
#include "ui/widgets/flowlayout.h"

#include <QEvent>
#include <QPainter>

namespace lockscope
{

LaneLegend::LaneLegend(QWidget *parent) : QWidget(parent), m_flow(new FlowLayout(this))
{
    m_flow->setContentsMargins(margins(Spacing::Medium, Spacing::Tight));
    m_flow->setSpacing(spacing(Spacing::Page));
    setAccessibleName(tr("Legend"));
}

void LaneLegend::show(const std::set<LaneSign> &signs)
{
    if (std::exchange(m_signs, signs) != signs)
        fill();
}

void LaneLegend::fill()
{
    m_flow->removeAll();
    const QSize size(lines(*this, 2), lines(*this, 1));
    for (const LaneSign sign : m_signs) {
        QPixmap picture(size * devicePixelRatioF());
        picture.setDevicePixelRatio(devicePixelRatioF());
        picture.fill(Qt::transparent);
        QPainter painter(&picture);
        paintSign(painter, QRectF({}, size), sign, palette());
        painter.end();
        m_flow->addSample(picture, signText(sign));
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
