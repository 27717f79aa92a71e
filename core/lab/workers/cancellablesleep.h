// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The pauses of several coroutines, which all end when cancelled. Held by shared_ptr; one thread.

#include "core/base/wakeup.h"

#include <qcorotask.h>

#include <memory>
#include <vector>

namespace lockscope
{

class CancellableSleep final
{
public:
    ~CancellableSleep() { cancel(); }
    // False: cancelled, now or before.
    static QCoro::Task<bool> wait(std::shared_ptr<CancellableSleep> pauses, milliseconds time)
    {
        if (pauses->m_cancelled)
            co_return false;
        const auto wakeUp = std::make_shared<WakeUp>();
        pauses->m_running.push_back(wakeUp);
        co_await wakeUp->wait(time);
        std::erase(pauses->m_running, wakeUp);
        co_return !pauses->m_cancelled;
    }
    void cancel()
    {
        m_cancelled = true;
        const auto running = m_running;
        for (const auto &wakeUp : running)
            wakeUp->cancel();
    }
    bool isCancelled() const { return m_cancelled; }

private:
    std::vector<std::shared_ptr<WakeUp>> m_running;
    bool m_cancelled = false;
};

} // namespace lockscope
