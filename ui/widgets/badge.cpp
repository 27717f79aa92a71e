// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/badge.h"

#include "ui/text/accessibility.h"
#include "ui/theme/metrics.h"
#include "ui/theme/theme.h"

#include <QPainter>

namespace lockscope
{

Badge::Badge(QWidget *parent) : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
}

void Badge::say(const QString &word, const QColor &color, const QString &help, const QIcon &icon)
{
    m_word = word;
    m_color = color;
    m_icon = icon;
    setToolTip(help);
    speakOf(*this, word);
    explain(*this, help);
    updateGeometry();
    update();
}

QSize Badge::sizeHint() const
{
    const QFontMetrics metrics(strongFont(font()));
    const int icon = m_icon.isNull() ? 0 : metrics.ascent() + spacing(Spacing::Small);
    return {metrics.horizontalAdvance(m_word) + icon + 2 * spacing(Spacing::Large),
            metrics.height() + spacing(Spacing::Medium)};
}

void Badge::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(translucent(m_color, 0.12));
    painter.setPen(QPen(m_color, 1));
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), cornerRadius(), cornerRadius());
    painter.setFont(strongFont(font()));
    QRect text = rect().marginsRemoved(marginsAtSides(Spacing::Large, Spacing::Large));
    if (!m_icon.isNull()) {
        const int size = painter.fontMetrics().ascent();
        m_icon.paint(&painter, QRect(text.left(), (height() - size) / 2, size, size));
        text.setLeft(text.left() + size + spacing(Spacing::Small));
    }
    painter.setPen(m_color);
    painter.drawText(text, Qt::AlignLeft | Qt::AlignVCenter, m_word);
}

} // namespace lockscope
