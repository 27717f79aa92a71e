// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/lanelegend.h"

#include "ui/text/accessibility.h"
#include "ui/theme/metrics.h"
#include "ui/widgets/flowlayout.h"

#include <QEvent>

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
    for (const LaneSign sign : m_signs) {
        const auto paint = [&](QPainter &painter, const QRectF &rect) {
            paintSign(painter, rect, sign, palette());
        };
        m_flow->addSample(paint, signText(sign));
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
