// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Sorts, groups and filters off the GUI thread: values in, values out, jobs are numbered. Only the last job's
// result is of interest; an older one is given up, and never reported. Lives on the GUI thread, owns one
// worker thread; destroying it gives up the running job and waits for that.

#include "ui/locks/arrangement.h"

#include <QObject>
#include <QThread>

#include <memory>

namespace lockscope
{

class Arranger final : public QObject
{
    Q_OBJECT
public:
    explicit Arranger(QObject *parent = nullptr);
    ~Arranger() override;

    void start(std::vector<LockPtr> locks, const Criteria &criteria, Instant at);
    bool isBusy() const { return m_busy; }

signals:
    void arranged(const std::shared_ptr<lockscope::Arrangement> &arrangement);

private:
    void finish(quint64 number, const std::shared_ptr<Arrangement> &arrangement);

    QThread m_thread;
    QObject m_worker; // on m_thread
    std::atomic<quint64> m_wanted{0};
    bool m_busy = false;
};

} // namespace lockscope
