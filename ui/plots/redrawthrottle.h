// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Limits the redraw rate of a widget: up to four times a second for new data, almost at once for user input,
// never while hidden. A member of the widget; GUI thread.

#include <QTimer>
#include <QWidget>

#include <functional>

namespace lockscope
{

class RedrawThrottle final
{
public:
    static constexpr std::chrono::milliseconds Frame{250};
    static constexpr std::chrono::milliseconds ByHand{30};

    RedrawThrottle(QWidget *widget, std::function<void()> draw) : m_widget(widget), m_draw(std::move(draw))
    {
        m_timer.setSingleShot(true);
        QObject::connect(&m_timer, &QTimer::timeout, widget, [this] { drawNow(); });
    }

    void want(std::chrono::milliseconds within = Frame)
    {
        if (!m_widget->isVisible())
            return;
        if (!m_timer.isActive() || m_timer.remainingTimeAsDuration() > within)
            m_timer.start(within);
    }
    void drawNow()
    {
        m_timer.stop();
        if (!m_widget->isVisible())
            return;
        ++m_drawn;
        m_draw();
    }
    bool isWanted() const { return m_timer.isActive(); } // A redraw is pending
    int drawn() const { return m_drawn; }

private:
    QWidget *m_widget;
    std::function<void()> m_draw;
    QTimer m_timer{};
    int m_drawn = 0;
};

} // namespace lockscope
