// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The tallies of a time window: queried once, then extended by each second's tally without further queries.
// Queries again when the range changes; idle while inactive. Owner: a page; GUI thread.

#include "ui/bridges/historybridge.h"
#include "ui/plots/timewindow.h"

#include <QTimer>

#include <deque>

namespace lockscope
{

class TallyFeed final : public QObject
{
    Q_OBJECT
public:
    static constexpr milliseconds Patience{120}; // Wait until the user stops dragging or scrolling

    TallyFeed(HistoryBridge &bridge, TimeWindow &window, QObject *parent = nullptr);

    void setActive(bool active);
    bool isActive() const { return m_active; }
    const std::deque<Tally> &tallies() const { return m_tallies; } // Oldest first
    bool isWanted() const { return m_patience.isActive(); }        // A query is due soon
    bool isKnown() const { return m_known; }                       // An answer has arrived since it is active
    // What the tallies do not have of this range does not exist. False: a query for it is pending or due.
    bool covers(const HistoryRange &range) const;

signals:
    void changed();

private:
    void ask();
    void look();
    void take(const Tally &tally);
    void tellBegin();
    void forget();

    HistoryBridge &m_bridge;
    TimeWindow &m_window;
    QTimer m_patience{};
    bool m_active = false;
    bool m_known = false;
    quint64 m_asked = 0;       // 0: no query pending
    HistoryRange m_covered{};  // By m_tallies or the pending query
    HistoryRange m_answered{}; // By m_tallies, if an answer has arrived
    milliseconds m_step{1000}; // Length of those tallies
    std::deque<Tally> m_tallies{};
};

} // namespace lockscope
