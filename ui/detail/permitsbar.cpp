// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/detail/permitsbar.h"

#include "ui/text/accessibility.h"
#include "ui/text/holdertext.h"
#include "ui/theme/metrics.h"
#include "ui/theme/theme.h"

#include <QLabel>
#include <QPainter>
#include <QPainterPath>
#include <QVBoxLayout>

#include <algorithm>

namespace lockscope
{

namespace
{

int barHeight()
{
    return spacing(Spacing::Page) + spacing(Spacing::Tight);
}

} // namespace

PermitsBar::PermitsBar(QWidget *parent) : QWidget(parent), m_words(new QLabel(this))
{
    m_words->setWordWrap(true);
    m_words->setTextFormat(Qt::PlainText);
    m_words->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins({});
    column->addWidget(m_words);
}

void PermitsBar::show(const std::optional<Permits> &permits)
{
    m_permits = permits;
    m_words->setText(permits ? text::permits(*permits) : QString());
    layout()->setContentsMargins(0, isDrawn() ? barHeight() + spacing(Spacing::Medium) : 0, 0, 0);
    speakOf(*this, m_words->text());
    update();
}

QString PermitsBar::words() const
{
    return m_words->text();
}

// With an unknown total, a bar would look like all or nothing.
bool PermitsBar::isDrawn() const
{
    return m_permits && (m_permits->total || (m_permits->held && m_permits->available));
}

// Overdue permits can be taken, so `available` includes them.
PermitsBar::Parts PermitsBar::partsOf(const Permits &permits)
{
    const double overdue = double(std::max<qint64>(0, permits.overdue));
    const double held = double(std::max<qint64>(0, permits.held.value_or(0)));
    const double free = std::max(0.0, double(permits.available.value_or(0)) - overdue);
    const double all = std::max(held + overdue + free, double(permits.total.value_or(0)));
    if (all <= 0)
        return {};
    return {.held = held / all, .overdue = overdue / all, .free = free / all};
}

QRect PermitsBar::barRect() const
{
    return QRect(0, 2, width(), barHeight());
}

void PermitsBar::paintEvent(QPaintEvent *)
{
    if (!isDrawn())
        return;
    const Theme theme = Theme::of(palette());
    const QRectF bar = QRectF(barRect()).adjusted(0.5, 0.5, -0.5, -0.5);
    const Parts parts = partsOf(*m_permits);
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    QPainterPath shape;
    shape.addRoundedRect(bar, 3, 3);
    painter.fillPath(shape, theme.barBackground);
    painter.setClipPath(shape);
    double at = bar.left();
    const auto part = [&](double share, const QColor &fill, Qt::BrushStyle pattern) {
        const QRectF rect(at, bar.top(), bar.width() * share, bar.height());
        painter.fillRect(rect, fill);
        if (pattern != Qt::NoBrush)
            painter.fillRect(rect, QBrush(theme.warning, pattern));
        at = rect.right();
    };
    part(parts.held, isEnabled() ? theme.barFill : theme.grid, Qt::NoBrush);
    part(parts.overdue, theme.barLow, Qt::BDiagPattern);
    painter.setClipping(false);
    painter.setPen(QPen(theme.muted, 1));
    painter.setBrush(Qt::NoBrush);
    painter.drawRoundedRect(bar, 3, 3);
}

} // namespace lockscope
