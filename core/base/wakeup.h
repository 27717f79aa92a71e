// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A place where one coroutine waits until somebody fires it, its time is over, or it is cancelled for good.
// A fire that comes while nobody waits is kept for the next wait, so none is missed. Resumes on the thread
// that made it. Hold it by shared_ptr in the waiting coroutine: the destructor cancels.

#include "core/base/clock.h"

#include <QTimer>

#include <coroutine>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace lockscope
{

class WakeUp
{
public:
    enum class Cause { Fired, TimedOut, Cancelled };

    class Awaiter
    {
    public:
        Awaiter(WakeUp &wakeUp, milliseconds timeout) : m_wakeUp(wakeUp), m_timeout(timeout) {}
        bool await_ready() const noexcept { return m_wakeUp.m_fired || m_wakeUp.m_cancelled; }
        void await_suspend(std::coroutine_handle<> handle);
        Cause await_resume() { return m_wakeUp.takeCause(); }

    private:
        WakeUp &m_wakeUp;
        milliseconds m_timeout;
    };

    WakeUp();
    ~WakeUp();
    Q_DISABLE_COPY_MOVE(WakeUp)

    Awaiter wait(milliseconds timeout) { return {*this, timeout}; }
    void fire();
    void cancel();
    bool isCancelled() const { return m_cancelled; }

private:
    void startTimer(milliseconds timeout);
    void resume();
    Cause takeCause();

    std::optional<QTimer> m_timer;
    std::coroutine_handle<> m_waiting;
    bool m_fired = false;
    bool m_cancelled = false;
};

// The coroutines that wait for the same event. Each is listed for as long as it keeps what add() gave it.
// Firing and cancelling may add others, which are left alone, and may delete this.
class WakeUps
{
public:
    WakeUps() = default;
    ~WakeUps() { cancel(); }
    Q_DISABLE_COPY_MOVE(WakeUps)

    std::shared_ptr<WakeUp> add(quint64 id = 0);
    void fire() const;
    void cancel(std::optional<quint64> id = {}) const; // nothing: all of them

private:
    std::vector<std::pair<quint64, std::weak_ptr<WakeUp>>> m_waiting;
};

} // namespace lockscope
