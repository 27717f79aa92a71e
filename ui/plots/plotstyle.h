// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The common look of the plots: hairlines, small labels, a time axis that shows dates when it spans more than
// one day, shaded ranges. GUI thread.

#include "ui/theme/theme.h"

#include <qcustomplot.h>

namespace lockscope
{

// How far an arrow key moves the marked moment, as a fraction of the visible range, further with Shift; 0:
// another key.
double keyStep(const QKeyEvent &event);
// Whether Escape is about to trigger a shortcut of the window. Accept the event to receive the key instead.
bool isEscapeOverride(const QEvent &event);

void dressAxis(QCPAxis *axis, const QPalette &palette, const QFont &small);
QSharedPointer<QCPAxisTicker> timeTicker();
void tellTimes(QCPAxis *axis, int width); // Sets the form of the labels and how many fit

// Shaded ranges of an axis, full height, behind the plot.
class Shades final : public QCPLayerable
{
public:
    Shades(QCustomPlot *plot, QCPAxis *axis);
    void show(std::vector<QCPRange> stretches) { m_stretches = std::move(stretches); }
    void setBrushes(const QColor &plain, const QColor &hatch);

protected:
    void applyDefaultAntialiasingHint(QCPPainter *painter) const override;
    void draw(QCPPainter *painter) override;
    QRect clipRect() const override { return m_axis->axisRect()->rect(); }

private:
    QCPAxis *m_axis;
    std::vector<QCPRange> m_stretches{};
    QBrush m_plain{};
    QBrush m_hatch{};
};

// A vertical line through every plot of a picture.
class TimeCursor final : public QCPLayerable
{
public:
    explicit TimeCursor(QCPAxis *axis);
    void show(std::optional<double> at) { m_at = at; }
    void setPen(const QPen &pen) { m_pen = pen; }

protected:
    void applyDefaultAntialiasingHint(QCPPainter *painter) const override;
    void draw(QCPPainter *painter) override;
    QRect clipRect() const override { return m_axis->axisRect()->rect(); }

private:
    QCPAxis *m_axis;
    std::optional<double> m_at{};
    QPen m_pen{};
};

} // namespace lockscope
