// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The full history of one lock, present or gone: its events, newest on top, and a summary. Owner: the main
// window; GUI thread.

#include "core/history/values/hold.h"

#include <QDialog>

class QLabel;

namespace lockscope
{

class EventTimeline;
class HistoryBridge;

class LockEventsDialog final : public QDialog
{
    Q_OBJECT
public:
    LockEventsDialog(HistoryBridge &bridge, const LockName &key, QWidget *parent = nullptr);

    const LockName &key() const { return m_key; }
    EventTimeline &events() { return *m_events; }
    QString summary() const;

private:
    void take(const LockEvents &lockEvents);

    HistoryBridge &m_bridge;
    LockName m_key;
    quint64 m_asked;
    QLabel *m_summary;
    EventTimeline *m_events;
};

} // namespace lockscope
