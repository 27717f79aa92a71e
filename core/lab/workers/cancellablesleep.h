// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Sleeps of several coroutines that all end when cancelled. Held by shared_ptr; one thread.

#include "core/base/wakeup.h"

#include <qcorotask.h>

#include <memory>

namespace lockscope
{

class CancellableSleep final
{
public:
    ~CancellableSleep() { cancel(); }
    // False: cancelled, now or earlier.
    static QCoro::Task<bool> wait(std::shared_ptr<CancellableSleep> pauses, milliseconds time)
    {
        if (pauses->m_cancelled)
            co_return false;
        const auto wakeUp = pauses->m_running.add();
        co_await wakeUp->wait(time);
        co_return !pauses->m_cancelled;
    }
    void cancel()
    {
        m_cancelled = true;
        m_running.cancel();
    }
    bool isCancelled() const { return m_cancelled; }

private:
    WakeUps m_running;
    bool m_cancelled = false;
};

} // namespace lockscope
