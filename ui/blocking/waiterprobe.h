// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Identifies waiting clients by listening to the masters with MONITOR: a button, the cost before it starts,
// progress, and a button to stop. Owner: its parent; GUI thread. The probe stops when this object is
// destroyed.

#include "core/engine/blocking/blockingreport.h"

#include <QTimer>
#include <QWidget>

class QProgressBar;
class QPushButton;

namespace lockscope
{

class EngineBridge;
class Notice;

class WaiterProbe final : public QWidget
{
    Q_OBJECT
public:
    // beside: widgets to the left of its buttons; the first takes the free width.
    WaiterProbe(EngineBridge &bridge, const QList<QWidget *> &beside, QWidget *parent = nullptr);
    ~WaiterProbe() override;

    bool isRunning() const { return m_step == Step::Running; }
    void setConnected(bool connected); // Stops what runs
    void ask();                        // Requests the cost
    bool closeQuestion();              // False: it is not open

signals:
    void began();
    void found(const lockscope::BlockingReport &report);

private:
    enum class Step { Idle, Asking, Ready, Running };
    void reset();
    void setStep(Step step);
    void showCost(const std::vector<ProbeEstimate> &estimates);
    void start();
    void finish(const BlockingReport &report);

    EngineBridge &m_bridge;
    Notice *m_notice;
    QPushButton *m_listen;
    QPushButton *m_stop;
    QProgressBar *m_progress;
    QTimer m_clock;
    Step m_step = Step::Idle;
    bool m_hadFocus = false; // Its button, when the cost was requested
    quint64 m_estimateId = 0;
    quint64 m_probeId = 0;
};

} // namespace lockscope
