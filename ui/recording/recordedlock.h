// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// One lock at a moment of a recording: its holders, how their holds ended, and its events up to then. Owner:
// the recording's window; GUI thread.

#include "core/history/values/hold.h"

#include <QWidget>

class QLabel;

namespace lockscope
{

class EventTimeline;
class HistoryBridge;

class RecordedLock final : public QWidget
{
    Q_OBJECT
public:
    explicit RecordedLock(HistoryBridge &bridge, QWidget *parent = nullptr);

    void choose(const LockName &key); // Empty: none
    const LockName &key() const { return m_key; }
    void show(const HistoryMoment &moment);
    using QWidget::show;
    QString headline() const;
    EventTimeline &events() { return *m_events; }

private:
    void ask();
    void showState();
    void showEvents();
    QString state() const;
    bool isUnreadable() const; // The server refused to show the key at this moment

    HistoryBridge &m_bridge;
    LockName m_key{};
    quint64 m_asked = 0;
    LockEvents m_lockEvents{};
    WallTime m_at{};
    std::vector<Hold> m_holds{}; // Of the lock, at that moment
    bool m_watched = true;
    bool m_hidden = false;  // A node could not be reached
    bool m_lost = false;    // A node of these holds could not be reached
    bool m_complete = true; // All holds of the moment are known
    QLabel *m_name;
    QLabel *m_state;
    EventTimeline *m_events;
};

} // namespace lockscope
