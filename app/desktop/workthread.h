// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A thread with an event loop, and its orderly end: what is posted while things are taken down still happens.
// Lives on the thread that made it. Ends when destroyed, at the latest.

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
    void run(std::function<void()> work);      // later, over there
    void end(std::function<void()> last = {}); // runs it over there, then waits for the end of the thread

private:
    QThread m_thread;
    QObject m_door; // on m_thread
};

} // namespace lockscope
