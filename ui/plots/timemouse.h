// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Mouse handling for plots on the shared time axis: the wheel zooms, dragging pans, a double click returns to
// now. Owner: the plot's widget; GUI thread. Hides the plot library.

#include "ui/plots/timewindow.h"

#include <QPointF>

class QCustomPlot;
class QMouseEvent;

namespace lockscope
{

class TimeMouse final : public QObject
{
    Q_OBJECT
public:
    TimeMouse(QCustomPlot *plot, TimeWindow &window);

    // The time at the point; empty: outside the plots.
    std::optional<double> timeAt(const QPointF &point) const;
    // Returns true if something else handles a press there, so it does not pan.
    std::function<bool(const QPointF &point)> isTaken = {};
    // Required for zooming; otherwise the wheel is left to the surroundings.
    Qt::KeyboardModifiers wheelNeeds{};

signals:
    void hovered(std::optional<double> at, const QPointF &point);
    void clicked(const QPointF &point);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void press(QMouseEvent *event);
    void move(QMouseEvent *event);
    void release(QMouseEvent *event);

    QCustomPlot *m_plot;
    TimeWindow &m_window;
    std::optional<QPointF> m_pressed{};
    QPointF m_last{};
    bool m_panning = false;
};

} // namespace lockscope
