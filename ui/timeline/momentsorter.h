// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// All locks at a moment, put in order off the GUI thread: values in, values out, jobs are
// numbered, and only the last one's result is reported. Names are compared by their bytes. Lives on the GUI
// thread, owns one worker thread; destroying it waits for the running job.

#include "core/history/hold.h"

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
    void stop(); // nothing is reported any more

signals:
    void sorted(const lockscope::MomentPtr &moment);

private:
    QThread m_thread;
    QObject m_worker; // on m_thread
    std::atomic<quint64> m_wanted{0};
};

} // namespace lockscope
