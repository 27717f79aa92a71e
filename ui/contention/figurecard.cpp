// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/contention/figurecard.h"

#include "ui/text/accessibility.h"
#include "ui/theme/metrics.h"
#include "ui/theme/theme.h"

#include <QEvent>
#include <QPainter>
#include <QStyle>

namespace lockscope
{

FigureCard::FigureCard(const QString &title, const QString &help, const QString &action, QWidget *parent)
    : QAbstractButton(parent), m_help(help), m_action(action)
{
    setText(title);
    setFocusPolicy(Qt::StrongFocus);
    setAttribute(Qt::WA_Hover);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    setCursor(Qt::PointingHandCursor);
    show({});
}

void FigureCard::show(Figure figure, const QString &why)
{
    m_figure = std::move(figure);
    QStringList lines{m_help};
    if (!why.isEmpty())
        lines << m_figure.mark + QStringLiteral(": ") + why;
    lines << m_action;
    setToolTip(lines.join(u'\n'));
    speakOf(*this, QStringLiteral("%1: %2 %3").arg(text(), m_figure.value, m_figure.mark).trimmed());
    explain(*this, toolTip());
    update();
}

void FigureCard::setValue(const QString &value)
{
    if (value == m_figure.value)
        return;
    m_figure.value = value;
    speakOf(*this, QStringLiteral("%1: %2 %3").arg(text(), m_figure.value, m_figure.mark).trimmed());
    update();
}

void FigureCard::setLook(const QIcon &icon, const QColor &line)
{
    m_line = line;
    setIcon(icon);
    update();
}

QFont FigureCard::valueFont() const
{
    return figureFont(font());
}

// The curve gets the remaining height: one line of text, or half a line if space is short.
QSize FigureCard::sizeFor(double sparkLines) const
{
    const QFontMetrics plain = fontMetrics();
    const int height = plain.height() + QFontMetrics(valueFont()).height() +
                       int(plain.height() * sparkLines) + 2 * spacing(Spacing::Small) +
                       spacing(Spacing::Tight);
    const int words =
        plain.horizontalAdvance(text()) + (icon().isNull() ? 0 : plain.height() + spacing(Spacing::Small));
    return {std::max(words, characters(*this, 17)) + 2 * spacing(Spacing::Large), height};
}

void FigureCard::paintText(QPainter &painter, const QRect &room) const
{
    const Theme theme = Theme::of(palette());
    const QFontMetrics plain = fontMetrics();
    QRect title(room.left(), room.top(), room.width(), plain.height());
    if (!icon().isNull()) {
        const int side = plain.height();
        icon().paint(&painter, QRect(title.topLeft(), QSize(side, side)));
        title.setLeft(title.left() + side + spacing(Spacing::Small));
    }
    painter.setPen(theme.muted);
    painter.drawText(title, Qt::AlignVCenter, plain.elidedText(text(), Qt::ElideRight, title.width()));
    const QFontMetrics large(valueFont());
    const QRect value(room.left(), title.bottom() + 1, room.width(), large.height());
    painter.setPen(palette().color(QPalette::Text));
    painter.setFont(valueFont());
    painter.drawText(value, Qt::AlignVCenter, m_figure.value);
    painter.setFont(font());
    const int taken = large.horizontalAdvance(m_figure.value) + characters(*this, 1);
    painter.setPen(theme.muted);
    painter.drawText(value.adjusted(taken, 0, 0, 0), Qt::AlignVCenter | Qt::AlignRight,
                     plain.elidedText(m_figure.mark, Qt::ElideRight, value.width() - taken));
}

void FigureCard::paintEvent(QPaintEvent *)
{
    const Theme theme = Theme::of(palette());
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const bool marked = underMouse() || hasFocus();
    painter.setPen(QPen(marked ? theme.accent : theme.grid, hasFocus() ? 2 : 1));
    painter.setBrush(palette().color(isDown() ? QPalette::AlternateBase : QPalette::Base));
    painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), cornerRadius(), cornerRadius());
    const QRect room = rect().marginsRemoved(margins(Spacing::Large, Spacing::Small));
    paintText(painter, room);
    const int words = fontMetrics().height() + QFontMetrics(valueFont()).height() + spacing(Spacing::Tight);
    const QRectF spark = room.adjusted(0, words, 0, 0);
    paintSparkline(painter, spark, m_figure.points,
                   {.line = m_line.isValid() ? m_line : theme.accent, .shade = theme.grid});
}

void FigureCard::changeEvent(QEvent *event)
{
    QAbstractButton::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        updateGeometry();
}

} // namespace lockscope
