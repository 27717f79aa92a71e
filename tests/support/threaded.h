// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// An object on its own thread, deleted while the thread's event loop still runs, so that its deferred
// deletions happen.

#include <QThread>

namespace lockscope::test
{

template<class T> struct Threaded {
    explicit Threaded(T *what) : object(what)
    {
        object->moveToThread(&thread);
        door.moveToThread(&thread);
        thread.start();
    }
    ~Threaded()
    {
        QMetaObject::invokeMethod(
            &door, [this] { delete object; }, Qt::BlockingQueuedConnection);
        thread.quit();
        thread.wait();
    }
    Q_DISABLE_COPY_MOVE(Threaded)

    T *object;
    QThread thread;
    QObject door;
};

} // namespace lockscope::test
