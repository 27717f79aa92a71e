// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The waiting caused in a time window, queried every few seconds while active and live, and whenever the
// window changes. Owner: a page; GUI thread.

#include "ui/bridges/historybridge.h"
#include "ui/plots/timewindow.h"

#include <QTimer>

namespace lockscope
{

class CostFeed final : public QObject
{
    Q_OBJECT
public:
    static constexpr milliseconds Patience{120}; // Wait until the user stops dragging or scrolling

    CostFeed(HistoryBridge &bridge, TimeWindow &window, QObject *parent = nullptr);

    void setActive(bool active);
    const WaitingCosts &costs() const { return m_costs; }
    bool isWanted() const { return m_patience.isActive() || m_clock.isActive(); } // A query is due soon

signals:
    void changed();

private:
    void ask();
    void take(const WaitingCosts &costs);

    HistoryBridge &m_bridge;
    TimeWindow &m_window;
    QTimer m_clock{};
    QTimer m_patience{};
    bool m_active = false;
    quint64 m_asked = 0;  // 0: no query pending
    bool m_again = false; // Another query follows the pending one
    WaitingCosts m_costs{};
};

} // namespace lockscope
