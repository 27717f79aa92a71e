// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What changed in the middle of a time window: its second half compared with its first. Queries at each tick
// only while the window is live. Owner: CausesPane; GUI thread.

#include "ui/contention/causes/sentencelist.h"
#include "ui/plots/timewindow.h"

namespace lockscope
{

class ChangeList final : public SentenceList
{
    Q_OBJECT
public:
    static constexpr milliseconds Patience{120}; // Wait until the user stops dragging or scrolling

    ChangeList(HistoryBridge &bridge, TimeWindow &window, QWidget *parent = nullptr);

    const Changes &changes() const { return m_changes; }
    bool isWanted() const { return m_patience.isActive() || m_clock.isActive(); } // A query is due soon

protected:
    void ask() override;
    QString emptyText() const override;
    void hideEvent(QHideEvent *event) override;

private:
    void take(const Changes &changes);

    TimeWindow &m_window;
    QTimer m_patience{};
    bool m_again = false; // Another query follows the pending one
    Changes m_changes{};
};

} // namespace lockscope
