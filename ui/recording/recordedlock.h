// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// One lock at a moment of a recording: its holders, how their holds ended, and its events up to then. Owner:
// the recording's window; GUI thread.

#include "core/history/playback/lockthen.h"

#include <QWidget>

class QLabel;

namespace lockscope
{

class EventTimeline;
class HistoryBridge;
class RecordingBridge;

class RecordedLock final : public QWidget
{
    Q_OBJECT
public:
    RecordedLock(HistoryBridge &history, RecordingBridge &recording, QWidget *parent = nullptr);

    void choose(const LockName &key); // Empty: none. Then call goTo()
    const LockName &key() const { return m_key; }
    void goTo(WallTime at);
    QString headline() const;
    EventTimeline &events() { return *m_events; }

private:
    void askEvents();
    void take(const LockThen &then);
    void showState();
    void showEvents();
    QString freeState() const;
    QString state() const;
    QString whyUnknown() const;

    HistoryBridge &m_history;
    RecordingBridge &m_recording;
    LockName m_key{};
    quint64 m_askedEvents = 0;
    quint64 m_asked = 0;
    LockEvents m_lockEvents{};
    std::optional<LockThen> m_then{}; // nullopt: not known yet
    QLabel *m_name;
    QLabel *m_state;
    EventTimeline *m_events;
};

} // namespace lockscope
