// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The tallies of a time window, kept up to date: asked for once, then each second's is put to them as it
// comes, so that following costs no question. Asks again when somebody looks elsewhere. Costs nothing while
// nobody looks. Owner: a page; GUI thread.

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
    static constexpr milliseconds Patience{120}; // until somebody who drags or turns the wheel is done

    TallyFeed(HistoryBridge &link, TimeWindow &window, QObject *parent = nullptr);

    void setActive(bool active);
    bool isActive() const { return m_active; }
    const std::deque<Tally> &tallies() const { return m_tallies; } // oldest first
    bool isWanted() const { return m_patience.isActive(); }        // it is to be asked for soon
    bool isKnown() const { return m_known; }                       // there was an answer

signals:
    void changed();

private:
    void ask();
    void look();
    void take(const Tally &tally);
    void tellBegin();
    void forget();

    HistoryBridge &m_link;
    TimeWindow &m_window;
    QTimer m_patience{};
    bool m_active = false;
    bool m_known = false;
    quint64 m_asked = 0;       // 0: nothing is under way
    HistoryRange m_covered{};  // by what is here or under way
    milliseconds m_step{1000}; // of what is here or under way
    std::deque<Tally> m_tallies{};
};

} // namespace lockscope
