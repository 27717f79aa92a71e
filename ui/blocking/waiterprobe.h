// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Identifies the clients that wait by listening to the masters (MONITOR): a button, the cost before it
// begins, progress, and a way to stop it. Owner: its parent; GUI thread. It stops with this object.

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
    // beside: stand left of its buttons, the first as wide as it can.
    WaiterProbe(EngineBridge &link, const QList<QWidget *> &beside, QWidget *parent = nullptr);
    ~WaiterProbe() override;

    bool isRunning() const { return m_step == Step::Running; }
    void reset(); // Of another connection
    void ask();   // For the cost

signals:
    void began();
    void found(const lockscope::BlockingReport &report);

private:
    enum class Step { Idle, Asking, Ready, Running };
    void setStep(Step step);
    void showCost(const std::vector<ProbeEstimate> &estimates);
    void start();
    void finish(const BlockingReport &report);

    EngineBridge &m_link;
    Notice *m_notice;
    QPushButton *m_listen;
    QPushButton *m_stop;
    QProgressBar *m_progress;
    QTimer m_clock;
    Step m_step = Step::Idle;
    quint64 m_estimateId = 0;
    quint64 m_probeId = 0;
};

} // namespace lockscope
