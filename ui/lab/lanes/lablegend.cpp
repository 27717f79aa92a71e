// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lab/lanes/lablegend.h"

#include "ui/theme/metrics.h"
#include "ui/theme/theme.h"
#include "ui/widgets/flowlayout.h"

#include <QEvent>
#include <QPainter>

namespace lockscope
{

namespace
{

QString signText(LabLegend::Sign sign)
{
    switch (sign) {
    case LabLegend::Stay:
        return LabLegend::tr("in the critical section");
    case LabLegend::Violation:
        return LabLegend::tr("violation: two workers inside");
    case LabLegend::Phase:
        return LabLegend::tr("start of a phase: one variant");
    case LabLegend::Round:
        return LabLegend::tr("start of a round");
    }
    return {};
}

// As the lanes draw it.
QPixmap sample(LabLegend::Sign sign, const QWidget &widget)
{
    const QPalette palette = widget.palette();
    const Theme theme = Theme::of(palette);
    const int height = QFontMetrics(smallFont(widget.font())).height();
    const double ratio = widget.devicePixelRatioF();
    QPixmap picture((QSizeF(height * 1.8, height) * ratio).toSize());
    picture.setDevicePixelRatio(ratio);
    picture.fill(Qt::transparent);
    QPainter painter(&picture);
    const QRectF all(0, 0, height * 1.8, height);
    switch (sign) {
    case LabLegend::Stay:
        painter.fillRect(all.adjusted(0, height * 0.32, 0, -height * 0.32), theme.accent);
        break;
    case LabLegend::Violation: {
        painter.fillRect(all.adjusted(0, height * 0.15, 0, -height * 0.15), theme.critical);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(QPen(palette.color(QPalette::Base), 1.2));
        const QRectF cross(height * 0.3, height * 0.3, height * 0.4, height * 0.4);
        painter.drawLine(cross.topLeft(), cross.bottomRight());
        painter.drawLine(cross.topRight(), cross.bottomLeft());
        break;
    }
    case LabLegend::Phase:
    case LabLegend::Round:
        painter.setPen(QPen(theme.muted, 1, sign == LabLegend::Phase ? Qt::SolidLine : Qt::DotLine));
        painter.drawLine(QLineF(all.center().x(), 0, all.center().x(), height));
        break;
    }
    return picture;
}

} // namespace

LabLegend::LabLegend(QWidget *parent) : QWidget(parent), m_flow(new FlowLayout(this))
{
    m_flow->setContentsMargins(margins(Spacing::Tight));
    setAccessibleName(tr("Legend"));
}

void LabLegend::show(const QList<Sign> &signs)
{
    if (std::exchange(m_signs, signs) != signs)
        fill();
}

void LabLegend::fill()
{
    m_flow->removeAll();
    for (const Sign sign : std::as_const(m_signs))
        m_flow->addSample(sample(sign, *this), signText(sign));
    setVisible(!m_signs.isEmpty());
    updateGeometry();
}

QStringList LabLegend::entries() const
{
    QStringList entries;
    for (const Sign sign : m_signs)
        entries << signText(sign);
    return entries;
}

void LabLegend::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange)
        fill();
}

} // namespace lockscope
