// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lab/lanes/labphases.h"

#include "ui/theme/metrics.h"
#include "ui/theme/theme.h"

#include <algorithm>
#include <utility>

namespace lockscope
{

namespace
{

constexpr double LeastRound = 8; // Pixels between two rounds
constexpr size_t MostRows = 5;

double secondsOf(milliseconds time)
{
    return double(time.count()) / 1000;
}

} // namespace

std::vector<LabPhase> phasesOf(const LabOutcome &outcome)
{
    std::vector<LabPhase> phases;
    for (const LabArm &arm : outcome.arms) {
        LabPhase phase{.title = arm.title,
                       .from = secondsOf(arm.began),
                       .to = secondsOf(arm.ended),
                       .cycles = arm.figures.cycles,
                       .violations = arm.figures.violations};
        for (const milliseconds round : arm.rounds)
            phase.rounds.push_back(secondsOf(round));
        phases.push_back(std::move(phase));
    }
    return phases;
}

LabPhases::LabPhases(QCPAxis *time)
    : QCPLayerable(time->parentPlot(), QStringLiteral("grid"), time->axisRect()), m_time(time)
{
}

void LabPhases::applyTheme(const QPalette &palette, const QFont &font)
{
    const Theme theme = Theme::of(palette);
    m_font = smallFont(font);
    m_text = palette.color(QPalette::Text);
    m_line = theme.grid;
    m_muted = theme.muted;
    m_bands[0] = theme.barBackground;
    m_bands[1] = palette.color(QPalette::Window);
}

int LabPhases::rowHeight() const
{
    return QFontMetrics(m_font).height() + spacing(Spacing::Tight);
}

int LabPhases::height() const
{
    return int(m_rows) * rowHeight();
}

bool LabPhases::isSeen(const LabPhase &phase) const
{
    const QRect rect = m_time->axisRect()->rect();
    return x(phase.to) > rect.left() && x(phase.from) < rect.right();
}

void LabPhases::fitTitles(bool keep)
{
    const size_t before = std::exchange(m_rows, 1);
    const auto seen =
        size_t(std::ranges::count_if(phases, [this](const LabPhase &phase) { return isSeen(phase); }));
    if (areTitlesCut())
        m_rows = std::min(MostRows, seen);
    if (keep)
        m_rows = std::max(m_rows, before);
    QMargins margins = m_time->axisRect()->margins(); // Those of the tick labels are in it
    const int top = height() + spacing(Spacing::Small);
    if (margins.top() == top)
        return;
    margins.setTop(top);
    m_time->axisRect()->setMargins(margins);
    parentPlot()->replot(QCustomPlot::rpQueuedReplot);
}

bool LabPhases::areTitlesCut() const
{
    for (size_t i = 0; i < phases.size(); ++i) {
        if (isSeen(phases[i]) && isCut(i))
            return true;
    }
    return false;
}

bool LabPhases::isCut(size_t phase) const
{
    return QFontMetrics(m_font).horizontalAdvance(phases[phase].title) > int(titleOf(phase).width());
}

// Up to the next title in its row. At the end of the plot, it begins before its band if it has a row of its
// own.
QRectF LabPhases::titleOf(size_t phase) const
{
    const QRect rect = m_time->axisRect()->rect();
    const double pad = spacing(Spacing::Tight);
    const size_t next = phase + m_rows;
    const double end =
        next < phases.size() ? std::min(x(phases[next].from), double(rect.right())) : rect.right();
    double from = std::max(x(phases[phase].from), double(rect.left())) + pad;
    if (m_rows > 1 && next >= phases.size())
        from = std::clamp(end - pad - QFontMetrics(m_font).horizontalAdvance(phases[phase].title) - 1,
                          rect.left() + pad, from);
    const double top = rect.top() - height() + double(phase % m_rows) * rowHeight();
    return {from, top, std::max(0.0, end - pad - from), double(rowHeight())};
}

QRect LabPhases::clipRect() const
{
    return m_time->axisRect()->rect().adjusted(0, -height() - 1, 0, 0);
}

QRectF LabPhases::bandOf(const LabPhase &phase) const
{
    const QRect rect = m_time->axisRect()->rect();
    const double from = std::max(x(phase.from), double(rect.left()));
    const double to = std::min(x(phase.to), double(rect.right()));
    const size_t row = size_t(&phase - phases.data()) % m_rows;
    return {from, rect.top() - height() + double(row) * rowHeight(), std::max(0.0, to - from),
            double(rowHeight())};
}

const LabPhase *LabPhases::phaseAt(const QPointF &point) const
{
    const double at = m_time->pixelToCoord(point.x());
    const auto found = std::ranges::find_if(
        phases, [at](const LabPhase &phase) { return phase.from <= at && at <= phase.to; });
    return found != phases.end() && clipRect().contains(point.toPoint()) ? &*found : nullptr;
}

bool LabPhases::roundsAreApart(const LabPhase &phase) const
{
    const auto count = double(phase.rounds.size());
    return count > 1 && (x(phase.to) - x(phase.from)) / count >= LeastRound;
}

QRectF LabPhases::textOf(size_t phase) const
{
    QRectF text = titleOf(phase);
    text.setWidth(
        std::min(text.width(), double(QFontMetrics(m_font).horizontalAdvance(phases[phase].title))));
    return text;
}

void LabPhases::applyDefaultAntialiasingHint(QCPPainter *painter) const
{
    painter->setAntialiasing(false);
}

void LabPhases::draw(QCPPainter *painter)
{
    const QRect rect = m_time->axisRect()->rect();
    painter->setFont(m_font);
    const QFontMetrics metrics(m_font);
    for (size_t i = 0; i < phases.size(); ++i) {
        const QRectF band = bandOf(phases[i]);
        if (band.width() < 1)
            continue;
        painter->fillRect(band, m_bands[i % 2]);
        painter->setPen(QPen(m_muted, 1));
        const QRectF title = textOf(i); // No line goes through it
        painter->drawLine(QLineF(band.left(), title.left() > band.left() ? band.top() : band.bottom(),
                                 band.left(), rect.bottom()));
        if (title.right() < band.right())
            painter->drawLine(QLineF(band.right(), band.top(), band.right(), band.bottom()));
        painter->drawLine(band.bottomLeft(), band.bottomRight());
        drawRounds(painter, phases[i]);
    }
    painter->setPen(m_text);
    for (size_t i = 0; i < phases.size(); ++i) {
        const QRectF place = titleOf(i);
        if (isSeen(phases[i]) && place.width() >= 4 * metrics.averageCharWidth())
            painter->drawText(place, Qt::AlignLeft | Qt::AlignVCenter,
                              metrics.elidedText(phases[i].title, Qt::ElideRight, int(place.width())));
    }
}

void LabPhases::drawRounds(QCPPainter *painter, const LabPhase &phase) const
{
    if (!roundsAreApart(phase))
        return;
    const QRect rect = m_time->axisRect()->rect();
    painter->setPen(QPen(m_muted, 1, Qt::DotLine));
    for (const double round : phase.rounds)
        painter->drawLine(QLineF(x(round), rect.top(), x(round), rect.bottom()));
}

} // namespace lockscope
