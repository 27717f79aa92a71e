// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/timemouse.h"

#include <qcustomplot.h>

#include <cmath>

namespace lockscope
{

namespace
{

constexpr double ZoomAStep = 0.8; // For one wheel step of 120 units

} // namespace

TimeMouse::TimeMouse(QCustomPlot *plot, TimeWindow &window) : QObject(plot), m_plot(plot), m_window(window)
{
    plot->setMouseTracking(true);
    plot->installEventFilter(this);
    connect(plot, &QCustomPlot::mousePress, this, &TimeMouse::press);
    connect(plot, &QCustomPlot::mouseMove, this, &TimeMouse::move);
    connect(plot, &QCustomPlot::mouseRelease, this, &TimeMouse::release);
    connect(plot, &QCustomPlot::mouseDoubleClick, &window, &TimeWindow::goLive);
    connect(plot, &QCustomPlot::mouseWheel, this, [this](QWheelEvent *event) {
        const double at = timeAt(event->position()).value_or(axisSeconds(m_window.range().to));
        m_window.zoom(std::pow(ZoomAStep, double(event->angleDelta().y()) / 120.0), at);
        event->accept();
    });
}

std::optional<double> TimeMouse::timeAt(const QPointF &point) const
{
    const QCPAxisRect *rect = m_plot->axisRectAt(point);
    if (!rect || !rect->rect().contains(point.toPoint()))
        return {};
    return rect->axis(QCPAxis::atBottom)->pixelToCoord(point.x());
}

void TimeMouse::press(QMouseEvent *event)
{
    if (event->button() != Qt::LeftButton || (isTaken && isTaken(event->position())))
        return;
    m_pressed = event->position();
    m_last = event->position();
    m_panning = false;
}

void TimeMouse::move(QMouseEvent *event)
{
    emit hovered(timeAt(event->position()), event->position());
    if (!m_pressed)
        return;
    const bool isFar =
        (event->position() - *m_pressed).manhattanLength() >= QApplication::startDragDistance();
    m_panning = m_panning || isFar;
    const QCPAxisRect *rect = m_plot->axisRectAt(*m_pressed);
    if (!m_panning || !rect)
        return;
    const double seconds = double(m_window.span().count()) / 1000.0 / std::max(1, rect->width());
    m_window.pan((m_last.x() - event->position().x()) * seconds);
    m_last = event->position();
}

void TimeMouse::release(QMouseEvent *event)
{
    if (m_pressed && !m_panning)
        emit clicked(event->position());
    m_pressed.reset();
    m_panning = false;
}

bool TimeMouse::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::Leave)
        emit hovered({}, {});
    if (event->type() == QEvent::Wheel &&
        (static_cast<QWheelEvent *>(event)->modifiers() & wheelNeeds) != wheelNeeds) {
        event->ignore();
        return true;
    }
    return QObject::eventFilter(watched, event);
}

} // namespace lockscope
