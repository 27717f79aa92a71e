// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workthread.h"

#include <QTimer>

namespace lockscope
{

WorkThread::WorkThread(const QString &name)
{
    m_thread.setObjectName(name);
    m_door.moveToThread(&m_thread);
    m_thread.start();
}

WorkThread::~WorkThread()
{
    end();
}

void WorkThread::run(std::function<void()> work)
{
    QMetaObject::invokeMethod(&m_door, std::move(work), Qt::QueuedConnection);
}

void WorkThread::end(std::function<void()> last)
{
    if (!m_thread.isRunning())
        return;
    run([this, last = std::move(last)] {
        if (last)
            last();
        // Quits after one more turn of the loop, which runs deferred deletions.
        QTimer::singleShot(0, &m_door, [this] { m_thread.quit(); });
    });
    m_thread.wait();
}

} // namespace lockscope
