// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/wakeup.h"

#include <algorithm>

namespace lockscope
{

LongTimer::LongTimer(std::function<void()> timeout) : m_timeout(std::move(timeout))
{
    m_timer.setSingleShot(true);
    m_timer.setTimerType(Qt::PreciseTimer);
    QObject::connect(&m_timer, &QTimer::timeout, &m_timer, [this] { arm(); });
}

void LongTimer::start(milliseconds duration, WaitsFor waitsFor)
{
    m_end = now() + duration;
    m_ifLate = waitsFor == WaitsFor::Answer ? std::max(duration, Standstill) : milliseconds(0);
    m_timer.start(std::min<milliseconds>(duration, LongestTimer));
}

void LongTimer::arm()
{
    const milliseconds left = millisecondsBetween(now(), m_end);
    if (left > milliseconds(0))
        return m_timer.start(std::min<milliseconds>(left, LongestTimer));
    const milliseconds again = std::min(-left, std::exchange(m_ifLate, milliseconds(0)));
    if (again >= Standstill)
        return m_timer.start(again);
    const auto timeout = m_timeout;
    timeout();
}

WakeUp::WakeUp() = default;

WakeUp::~WakeUp()
{
    cancel();
}

void WakeUp::Awaiter::await_suspend(std::coroutine_handle<> handle)
{
    Q_ASSERT(!m_wakeUp.m_waiting);
    m_wakeUp.m_waiting = handle;
    if (!m_wakeUp.m_timer)
        m_wakeUp.m_timer.emplace([wakeUp = &m_wakeUp] { wakeUp->resume(); });
    m_wakeUp.m_timer->start(std::max(m_timeout, milliseconds(0)), m_waitsFor);
}

void WakeUp::fire()
{
    m_fired = true;
    resume();
}

void WakeUp::cancel()
{
    m_cancelled = true;
    resume();
}

void WakeUp::resume()
{
    if (m_timer)
        m_timer->stop();
    if (const auto waiting = std::exchange(m_waiting, {}))
        waiting.resume();
}

WakeUp::Cause WakeUp::takeCause()
{
    const bool fired = std::exchange(m_fired, false);
    if (m_cancelled)
        return Cause::Cancelled;
    return fired ? Cause::Fired : Cause::TimedOut;
}

std::shared_ptr<WakeUp> WakeUps::add(quint64 id)
{
    std::erase_if(m_waiting, [](const auto &entry) { return entry.second.expired(); });
    auto wakeUp = std::make_shared<WakeUp>();
    m_waiting.emplace_back(id, wakeUp);
    return wakeUp;
}

void WakeUps::fire() const
{
    const auto waiting = m_waiting;
    for (const auto &[id, weak] : waiting) {
        if (const auto wakeUp = weak.lock())
            wakeUp->fire();
    }
}

void WakeUps::cancel(std::optional<quint64> which) const
{
    const auto waiting = m_waiting;
    for (const auto &[id, weak] : waiting) {
        const auto wakeUp = which.value_or(id) == id ? weak.lock() : nullptr;
        if (wakeUp)
            wakeUp->cancel();
    }
}

} // namespace lockscope
