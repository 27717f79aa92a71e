// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The tallies of the chosen locks, in the intervals of the tallies of all. Sends the history one query at a
// time, and none without locks or while inactive. Owner: the contention page; GUI thread.

#include "ui/plots/tallyfeed.h"

#include <map>

namespace lockscope
{

using LockTallies = std::map<LockName, std::deque<Tally>>;

class LockFeed final : public QObject
{
    Q_OBJECT
public:
    static constexpr size_t MostHolds = 20'000; // Of all the locks; the newest

    // all: the feed of the same page, which sets the pace.
    LockFeed(HistoryBridge &bridge, const TallyFeed &all, TimeWindow &window, QObject *parent = nullptr);

    void setKeys(const std::vector<LockName> &keys);
    void setActive(bool active);
    const LockTallies &tallies() const { return m_tallies; } // Of known locks only

signals:
    void changed();

private:
    void look();
    void ask();
    void forget();
    void take(const HoldsAnswer &answer);
    milliseconds pace() const;

    HistoryBridge &m_bridge;
    const TallyFeed &m_all;
    TimeWindow &m_window;
    std::vector<LockName> m_keys{};
    bool m_active = false;
    quint64 m_asked = 0; // 0: no query pending
    std::vector<LockName> m_askedKeys{};
    bool m_again = false;   // Another query follows the pending one
    HistoryRange m_range{}; // Of the last query
    WallTime m_askedAt{};
    LockTallies m_tallies{};
};

} // namespace lockscope
