// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What changed in the middle of a time window: its second half compared with its first, in sentences. A
// click shows the lock. Queries the history while visible. Owner: CausesPane; GUI thread.

#include "core/base/outcome.h"
#include "ui/bridges/historybridge.h"
#include "ui/plots/timewindow.h"

#include <QListWidget>
#include <QTimer>

namespace lockscope
{

class ChangeList final : public QListWidget
{
    Q_OBJECT
public:
    static constexpr milliseconds AskEvery{5'000}; // While live
    static constexpr milliseconds Patience{120};   // Wait until the user stops dragging or scrolling

    ChangeList(HistoryBridge &link, TimeWindow &window, QWidget *parent = nullptr);

    const Changes &changes() const { return m_changes; }
    bool isKnown() const { return m_known; } // There was an answer
    QSize sizeHint() const override;
    bool isWanted() const { return m_patience.isActive() || m_clock.isActive(); } // A query is due soon

signals:
    void changed();
    void lockWanted(const lockscope::LockName &key);

protected:
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    void ask();
    void take(const Changes &changes);

    HistoryBridge &m_link;
    TimeWindow &m_window;
    QTimer m_clock{};
    QTimer m_patience{};
    quint64 m_asked = 0;  // 0: no query pending
    bool m_again = false; // Another query follows the pending one
    bool m_known = false; // There was an answer
    Changes m_changes{};
};

} // namespace lockscope
