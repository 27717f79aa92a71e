// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/plotstyle.h"

#include "ui/text/format.h"

namespace lockscope
{

void dressAxis(QCPAxis *axis, const QPalette &palette, const QFont &small)
{
    const Theme theme = Theme::of(palette);
    axis->setBasePen(QPen(theme.grid));
    axis->setTickPen(QPen(theme.grid));
    axis->setSubTickPen(Qt::NoPen);
    axis->setTickLabelColor(theme.muted);
    axis->setTickLabelFont(small);
    axis->setLabelPadding(0);
    axis->grid()->setPen(QPen(theme.grid, 1, Qt::DotLine));
    axis->grid()->setZeroLinePen(Qt::NoPen);
}

double keyStep(const QKeyEvent &event)
{
    const int direction = event.key() == Qt::Key_Left ? -1 : event.key() == Qt::Key_Right ? 1 : 0;
    return direction * (event.modifiers().testFlag(Qt::ShiftModifier) ? 0.1 : 0.01);
}

bool isEscapeOverride(const QEvent &event)
{
    return event.type() == QEvent::ShortcutOverride &&
           static_cast<const QKeyEvent &>(event).key() == Qt::Key_Escape;
}

namespace
{

// Its number of ticks is only a wish, and too many labels overlap.
class TimeTicker final : public QCPAxisTickerDateTime
{
public:
    void setLeastStep(double seconds) { m_least = seconds; }

protected:
    double getTickStep(const QCPRange &range) override
    {
        double size = range.size();
        double step = QCPAxisTickerDateTime::getTickStep(range);
        while (step > 0 && step < m_least)
            step = QCPAxisTickerDateTime::getTickStep(QCPRange(0, size *= 1.2));
        return whole(step);
    }

private:
    // The plot library also steps by 0.5 s, 2.5 s and 150 s, which the labels cannot show.
    double whole(double step) const
    {
        constexpr double wholes[] = {1, 2, 5, 10, 15, 30, 60, 120, 300};
        const double least = std::max(m_least, step * 0.8);
        const auto *found = std::ranges::lower_bound(wholes, least);
        return found == std::end(wholes) ? step : *found;
    }

    double m_least = 0;
};

} // namespace

QSharedPointer<QCPAxisTicker> timeTicker()
{
    return QSharedPointer<TimeTicker>::create();
}

void tellTimes(QCPAxis *axis, int width)
{
    const double span = axis->range().size();
    const QString form = span < 900          ? QStringLiteral("HH:mm:ss")
                         : span < 86'400     ? QStringLiteral("HH:mm")
                         : span < 86'400 * 5 ? text::dateForm(false) + QStringLiteral(" HH:mm")
                                             : text::dateForm(false);
    const int words = QFontMetrics(axis->tickLabelFont()).horizontalAdvance(form);
    if (const auto clock = axis->ticker().dynamicCast<TimeTicker>()) {
        clock->setDateTimeFormat(form);
        clock->setLeastStep(span * words * 1.1 / std::max(1, width));
    }
    const int label = words * 8 / 5;
    axis->ticker()->setTickCount(std::clamp(width / std::max(1, label), 2, 10));
}

Shades::Shades(QCustomPlot *plot, QCPAxis *axis)
    : QCPLayerable(plot, QStringLiteral("background")), m_axis(axis)
{
}

void Shades::setBrushes(const QColor &plain, const QColor &hatch)
{
    m_plain = plain;
    m_hatch = QBrush(hatch, Qt::BDiagPattern);
}

void Shades::applyDefaultAntialiasingHint(QCPPainter *painter) const
{
    painter->setAntialiasing(false);
}

void Shades::draw(QCPPainter *painter)
{
    const QRect room = m_axis->axisRect()->rect();
    for (const QCPRange &stretch : m_stretches) {
        const double left = m_axis->coordToPixel(stretch.lower);
        const double right = m_axis->coordToPixel(stretch.upper);
        const QRectF rect(left, room.top(), std::max(1.0, right - left), room.height());
        painter->fillRect(rect, m_plain);
        painter->fillRect(rect, m_hatch);
    }
}

TimeCursor::TimeCursor(QCPAxis *axis)
    : QCPLayerable(axis->parentPlot(), QStringLiteral("overlay")), m_axis(axis)
{
}

void TimeCursor::applyDefaultAntialiasingHint(QCPPainter *painter) const
{
    painter->setAntialiasing(false);
}

void TimeCursor::draw(QCPPainter *painter)
{
    if (!m_at || !m_axis->range().contains(*m_at))
        return;
    const QRect room = m_axis->axisRect()->rect();
    const double x = m_axis->coordToPixel(*m_at);
    painter->setPen(m_pen);
    painter->drawLine(QLineF(x, room.top(), x, room.bottom()));
}

} // namespace lockscope
