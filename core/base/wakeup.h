// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Waiting for any duration. LongTimer: a single-shot QTimer that is not limited to 24 days. WakeUp: lets one
// coroutine wait until fire(), a timeout, or cancel(), which is final. A fire() while no coroutine waits
// counts for the next wait. Resumes on its own thread. The coroutine must hold a shared_ptr: the destructor
// cancels.

#include "core/base/clock.h"

#include <QTimer>

#include <coroutine>
#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace lockscope
{

// QTimer counts milliseconds in an int: what lasts longer looks at the clock again after this.
constexpr milliseconds LongestTimer = std::chrono::hours(24);

// What a timer waits for. When one for an answer is late by Standstill or more, this thread stood still, and
// what arrived meanwhile is not read yet: it waits once more, for as long as it was late, up to its duration.
enum class WaitsFor { Time, Answer };
constexpr milliseconds Standstill{250};

// Calls timeout on its own thread, and may be deleted by it.
class LongTimer
{
public:
    explicit LongTimer(std::function<void()> timeout);
    Q_DISABLE_COPY_MOVE(LongTimer)

    void start(milliseconds duration, WaitsFor waitsFor = WaitsFor::Time);
    void stop() { m_timer.stop(); }

private:
    void arm();

    QTimer m_timer;
    Instant m_end{};
    milliseconds m_ifLate{0}; // at most so long again
    std::function<void()> m_timeout;
};

class WakeUp
{
public:
    enum class Cause { Fired, TimedOut, Cancelled };

    class Awaiter
    {
    public:
        Awaiter(WakeUp &wakeUp, milliseconds timeout, WaitsFor waitsFor)
            : m_wakeUp(wakeUp), m_timeout(timeout), m_waitsFor(waitsFor)
        {
        }
        bool await_ready() const noexcept { return m_wakeUp.m_fired || m_wakeUp.m_cancelled; }
        void await_suspend(std::coroutine_handle<> handle);
        Cause await_resume() { return m_wakeUp.takeCause(); }

    private:
        WakeUp &m_wakeUp;
        milliseconds m_timeout;
        WaitsFor m_waitsFor;
    };

    WakeUp();
    ~WakeUp();
    Q_DISABLE_COPY_MOVE(WakeUp)

    Awaiter wait(milliseconds timeout, WaitsFor waitsFor = WaitsFor::Time)
    {
        return {*this, timeout, waitsFor};
    }
    void fire();
    void cancel();
    bool isCancelled() const { return m_cancelled; }

private:
    void resume();
    Cause takeCause();

    std::optional<LongTimer> m_timer; // created on first use: most are never waited on
    std::coroutine_handle<> m_waiting;
    bool m_fired = false;
    bool m_cancelled = false;
};

// The coroutines that wait for the same event. Each is listed while it keeps the result of add(). fire() and
// cancel() ignore those added meanwhile, and the coroutines they resume may delete this.
class WakeUps
{
public:
    WakeUps() = default;
    ~WakeUps() { cancel(); }
    Q_DISABLE_COPY_MOVE(WakeUps)

    std::shared_ptr<WakeUp> add(quint64 id = 0);
    void fire() const;
    void cancel(std::optional<quint64> id = {}) const; // nullopt: all

private:
    std::vector<std::pair<quint64, std::weak_ptr<WakeUp>>> m_waiting;
};

} // namespace lockscope
