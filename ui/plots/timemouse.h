// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The mouse on a plot of the shared time axis: the wheel zooms, dragging pans, a double click goes back to
// now. Owner: the plot's widget; GUI thread. The plot library stays behind this header.

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

    // Of the plot under the point; nothing: it is beside them.
    std::optional<double> timeAt(const QPointF &point) const;
    // Says who else wants a press; then it is not for panning.
    std::function<bool(const QPointF &point)> isTaken = {};
    Qt::KeyboardModifiers wheelNeeds{}; // to zoom; else it is left to what is around the plot

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
