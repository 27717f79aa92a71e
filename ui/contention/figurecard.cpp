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
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    setFocusPolicy(action.isEmpty() ? Qt::NoFocus : Qt::StrongFocus);
    if (!action.isEmpty()) {
        setAttribute(Qt::WA_Hover);
        setCursor(Qt::PointingHandCursor);
    }
    show({});
}

void FigureCard::show(Figure figure, const QString &why)
{
    m_figure = std::move(figure);
    QStringList lines{m_help};
    if (!why.isEmpty())
        lines << (m_figure.mark.isEmpty() ? why : m_figure.mark + QStringLiteral(": ") + why);
    if (!m_action.isEmpty())
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

void FigureCard::setCompact(bool compact)
{
    m_isCompact = compact;
    updateGeometry();
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
    return {std::max(words, characters(*this, 13)) + 2 * spacing(Spacing::Large), height};
}

QSize FigureCard::compactSize() const
{
    return {characters(*this, 24) + 2 * spacing(Spacing::Large),
            fontMetrics().height() + 2 * spacing(Spacing::Small)};
}

// Returns the part of the room that it fills.
QRect FigureCard::paintTitle(QPainter &painter, QRect room) const
{
    const QFontMetrics plain = fontMetrics();
    const QRect title(room.left(), room.top(), room.width(), plain.height());
    room = title;
    if (!icon().isNull()) {
        const int side = plain.height();
        icon().paint(&painter, QRect(title.topLeft(), QSize(side, side)));
        room.setLeft(title.left() + side + spacing(Spacing::Small));
    }
    painter.setPen(Theme::of(palette()).muted);
    painter.drawText(room, Qt::AlignVCenter, plain.elidedText(text(), Qt::ElideRight, room.width()));
    return title;
}

void FigureCard::paintText(QPainter &painter, const QRect &room) const
{
    const QRect title = paintTitle(painter, room);
    const QFontMetrics plain = fontMetrics();
    const QFontMetrics large(valueFont());
    const QRect value(room.left(), title.bottom() + 1, room.width(), large.height());
    const int taken = large.horizontalAdvance(m_figure.value) + characters(*this, 1);
    const auto fits = [&](const QString &mark, int width) { return plain.horizontalAdvance(mark) <= width; };
    QString mark = m_figure.mark;
    // A figure that is not known is a dash: without room for both, what it was matters more.
    const bool isAlone = isUnknown() && !fits(mark, value.width() - taken) &&
                         (fits(mark, value.width()) || m_figure.shortMark.isEmpty());
    if (!isAlone && !fits(mark, value.width() - taken))
        mark = mark.startsWith(u'≈')          ? QStringLiteral("≈")
               : m_figure.shortMark.isEmpty() ? mark
                                              : m_figure.shortMark;
    if (!isAlone) {
        painter.setPen(palette().color(QPalette::Text));
        painter.setFont(valueFont());
        painter.drawText(value, Qt::AlignVCenter, m_figure.value);
        painter.setFont(font());
    }
    const QRect rest = value.adjusted(isAlone ? 0 : taken, 0, 0, 0);
    painter.setPen(Theme::of(palette()).muted);
    painter.drawText(rest, Qt::AlignVCenter | (isAlone ? Qt::AlignLeft : Qt::AlignRight),
                     plain.elidedText(mark, Qt::ElideRight, rest.width()));
}

// The value, whose sign has to do for "sampled", or what is known instead of it.
void FigureCard::paintLine(QPainter &painter, const QRect &room) const
{
    const bool isRough = m_figure.mark.startsWith(u'≈');
    const QString shown =
        isUnknown() ? m_figure.mark : (isRough ? QStringLiteral("≈ ") : QString()) + m_figure.value;
    const QFont strong = strongFont(font());
    const QFontMetrics metrics(isUnknown() ? font() : strong);
    const int wide = std::min(metrics.horizontalAdvance(shown), room.width());
    painter.setFont(isUnknown() ? font() : strong);
    painter.setPen(isUnknown() ? Theme::of(palette()).muted : palette().color(QPalette::Text));
    painter.drawText(room, Qt::AlignVCenter | Qt::AlignRight,
                     metrics.elidedText(shown, Qt::ElideRight, room.width()));
    painter.setFont(font());
    paintTitle(painter, room.adjusted(0, 0, -wide - characters(*this, 1), 0));
}

void FigureCard::paintEvent(QPaintEvent *)
{
    const Theme theme = Theme::of(palette());
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const bool marked = !m_action.isEmpty() && (underMouse() || hasFocus());
    const bool isPressed = !m_action.isEmpty() && isDown();
    painter.setPen(QPen(marked ? theme.accent : theme.grid, hasFocus() ? 2 : 1));
    painter.setBrush(palette().color(isPressed ? QPalette::AlternateBase : QPalette::Base));
    painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), cornerRadius(), cornerRadius());
    const QRect room = rect().marginsRemoved(margins(Spacing::Large, Spacing::Small));
    if (m_isCompact)
        return paintLine(painter, room);
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
