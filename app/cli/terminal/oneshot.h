// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A value that is set once, by whichever comes first: a system signal, a timer or a reply. One coroutine
// waits for it; later values are ignored. The coroutine resumes from the event loop, never inside happen().
// One thread; must outlive the wait.

#include <QCoreApplication>

#include <coroutine>
#include <optional>
#include <utility>

namespace lockscope::cli
{

template<class T> class OneShot
{
public:
    OneShot() = default;
    OneShot(const OneShot &) = delete;
    OneShot &operator=(const OneShot &) = delete;

    void happen(T value)
    {
        if (m_value)
            return;
        m_value = std::move(value);
        if (m_waiting)
            QMetaObject::invokeMethod(
                QCoreApplication::instance(), [waiting = m_waiting] { waiting.resume(); },
                Qt::QueuedConnection);
    }
    bool happened() const { return m_value.has_value(); }

    struct Awaiter {
        OneShot *moment;
        bool await_ready() const noexcept { return moment->happened(); }
        void await_suspend(std::coroutine_handle<> waiting) noexcept { moment->m_waiting = waiting; }
        T await_resume() { return *moment->m_value; }
    };
    Awaiter reached() { return {this}; }

private:
    std::optional<T> m_value;
    std::coroutine_handle<> m_waiting;
};

} // namespace lockscope::cli
