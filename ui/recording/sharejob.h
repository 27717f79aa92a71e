// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Copies a recording for others on a thread of its own (core/history/sharing). One copy at a time. Owner: the
// dialog; GUI thread. The destructor cancels and waits.

#include "core/history/sharing/sharing.h"

#include <QObject>
#include <QPointer>

#include <atomic>

class QThread;

namespace lockscope
{

class ShareJob final : public QObject
{
    Q_OBJECT
public:
    explicit ShareJob(QObject *parent = nullptr) : QObject(parent) {}
    ~ShareJob() override;

    void start(ShareQuery query);
    void cancel() { m_isCancelled = true; } // Then failed(), as cancelled
    bool isRunning() const { return !m_thread.isNull(); }

signals:
    void progressed(double part); // From 0 to 1
    void done(const lockscope::ShareReceipt &receipt);
    void failed(const lockscope::Failure &why);

private:
    QPointer<QThread> m_thread{};
    std::atomic<bool> m_isCancelled = false;
};

} // namespace lockscope
