// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/badge.h"

#include <QPainter>

namespace lockscope
{
namespace
{

constexpr int Side = 8;

QFont strong(QFont font)
{
    font.setBold(true);
    return font;
}

} // namespace

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
    setAccessibleName(word);
    setAccessibleDescription(help);
    updateGeometry();
    update();
}

QSize Badge::sizeHint() const
{
    const QFontMetrics metrics(strong(font()));
    const int icon = m_icon.isNull() ? 0 : metrics.ascent() + 5;
    return {metrics.horizontalAdvance(m_word) + icon + 2 * Side, metrics.height() + 6};
}

void Badge::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    QColor ground = m_color;
    ground.setAlphaF(0.12F);
    painter.setBrush(ground);
    painter.setPen(QPen(m_color, 1));
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
    painter.setFont(strong(font()));
    QRect text = rect().adjusted(Side, 0, -Side, 0);
    if (!m_icon.isNull()) {
        const int size = painter.fontMetrics().ascent();
        m_icon.paint(&painter, QRect(text.left(), (height() - size) / 2, size, size));
        text.setLeft(text.left() + size + 5);
    }
    painter.setPen(m_color);
    painter.drawText(text, Qt::AlignLeft | Qt::AlignVCenter, m_word);
}

} // namespace lockscope
