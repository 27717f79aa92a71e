// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Sorts, groups and filters on a worker thread: values in, values out. Only the result of the last job is
// reported; older jobs are abandoned. Lives on the GUI thread and owns the worker thread; the destructor
// cancels the running job and waits for it.

#include "ui/locks/model/arrangement.h"

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

    void start(std::vector<LockPtr> locks, std::vector<LockPtr> ended, const Criteria &criteria, Instant at);
    bool isBusy() const { return m_busy; }

signals:
    void arranged(const std::shared_ptr<lockscope::Arrangement> &arrangement);

private:
    void finish(quint64 number, const std::shared_ptr<Arrangement> &arrangement);

    QThread m_thread;
    QObject m_worker; // Lives on m_thread
    std::atomic<quint64> m_wanted{0};
    bool m_busy = false;
};

} // namespace lockscope
