// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Offers a MONITOR probe that identifies the clients of a lock's holders: first the cost, then progress with
// a way to stop, then the result or why there is none. Closing the dialog stops the probe. Not modal; answers
// carry the number of the request. Owner: the main window; GUI thread.

#include "core/values/probe.h"

#include <QDialog>

class QLabel;
class QProgressBar;
class QPushButton;

namespace lockscope
{

class EngineBridge;
class Notice;

class ProbeDialog final : public QDialog
{
    Q_OBJECT
public:
    enum class Step { Asking, Running, Answered };

    ProbeDialog(EngineBridge &bridge, const LockPtr &lock, QWidget *parent = nullptr);
    ~ProbeDialog() override;

    Step step() const { return m_step; }
    QPushButton *startButton() const { return m_start; }
    QPushButton *stopButton() const { return m_stop; }
    QString sentence() const;

signals:
    void answered(const lockscope::ProbeReport &report);

protected:
    void changeEvent(QEvent *event) override;

private:
    void build();
    void setStep(Step step);
    void showButtons();
    void start();
    void showEstimate(const Outcome<ProbeEstimate> &estimate);
    void showProgress(const ProbeReport &soFar);
    void showReport(const ProbeReport &report);

    EngineBridge &m_bridge;
    const LockPtr m_lock;
    Step m_step = Step::Asking;
    quint64 m_estimateId = 0;
    quint64 m_probeId = 0;
    milliseconds m_length{0};
    NodeId m_node{}; // What is listened to
    Notice *m_notice = nullptr;
    QProgressBar *m_progress = nullptr;
    QPushButton *m_start = nullptr;
    QPushButton *m_stop = nullptr;
    QPushButton *m_close = nullptr;
};

} // namespace lockscope
