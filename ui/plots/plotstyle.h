// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// How the plots of the pages look, and what they share: hairlines, small labels, a time axis that says the
// day where it shows more than one, shaded stretches. GUI thread.

#include "ui/theme/theme.h"

#include <qcustomplot.h>

namespace lockscope
{

// How far an arrow key moves the marked moment, as a part of the time shown, further with Shift; 0: another
// key.
double keyStep(const QKeyEvent &event);
// Whether Escape is about to become a shortcut of the window: accept the event to get the key instead.
bool isEscapeOverride(const QEvent &event);

void dressAxis(QCPAxis *axis, const QPalette &palette, const QFont &small);
QSharedPointer<QCPAxisTicker> timeTicker();
void tellTimes(QCPAxis *axis, int width); // the form of the labels, and how many there is room for

// Stretches of an axis, full height, behind what is drawn.
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
