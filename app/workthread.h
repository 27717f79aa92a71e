// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A thread with an event loop and an orderly end: work posted before the end still runs. Used from the thread
// that created it. Ends at destruction at the latest.

#include <QThread>

#include <functional>

namespace lockscope
{

class WorkThread final
{
public:
    explicit WorkThread(const QString &name);
    ~WorkThread();
    Q_DISABLE_COPY_MOVE(WorkThread)

    void take(QObject *object) { object->moveToThread(&m_thread); }
    void run(std::function<void()> work);      // queued on the thread
    void end(std::function<void()> last = {}); // runs last on the thread, then waits for the thread to end

private:
    QThread m_thread;
    QObject m_door; // on m_thread
};

} // namespace lockscope
