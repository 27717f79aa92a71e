// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Sorts all locks at a moment on a worker thread: values in, values out. Only the result of the last job is
// reported. Compares names by their bytes. Lives on the GUI thread and owns the worker thread; the destructor
// waits for the running job.

#include "core/history/values/hold.h"

#include <QObject>
#include <QThread>

#include <atomic>
#include <memory>

namespace lockscope
{

enum class MomentOrder { Lock, Owner, Length };

using MomentPtr = std::shared_ptr<const HistoryMoment>;

// Pure; any thread.
void sortMoment(HistoryMoment &moment, MomentOrder by, bool descending);

class MomentSorter final : public QObject
{
    Q_OBJECT
public:
    explicit MomentSorter(QObject *parent = nullptr);
    ~MomentSorter() override;

    void start(const MomentPtr &moment, MomentOrder by, bool descending);
    void stop(); // Discards pending results

signals:
    void sorted(const lockscope::MomentPtr &moment);

private:
    QThread m_thread;
    QObject m_worker; // Lives on m_thread
    std::atomic<quint64> m_wanted{0};
};

} // namespace lockscope
