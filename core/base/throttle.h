// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Runs one action for many causes, where the action costs time for each of n parts and each part is a cause.
// With few parts it runs at once; with many at most once in a time that grows with their number, so its share
// of the processor stays the same. Lives on its owner's thread; the action may delete the owner.

#include "core/base/clock.h"

#include <QTimer>

#include <algorithm>
#include <functional>

namespace lockscope
{

class Throttle final
{
public:
    explicit Throttle(std::function<void()> action) : m_action(std::move(action))
    {
        m_timer.setSingleShot(true);
        QObject::connect(&m_timer, &QTimer::timeout, &m_timer, [this] { run(); });
    }

    static constexpr milliseconds pause(size_t parts)
    {
        constexpr size_t Few = 16;
        return parts <= Few ? milliseconds(0) : milliseconds(parts / Few);
    }
    void touch(size_t parts)
    {
        if (m_timer.isActive())
            return;
        if (pause(parts).count() == 0)
            return run();
        const milliseconds since = millisecondsBetween(m_ranAt, now());
        m_timer.start(std::clamp(pause(parts) - since, milliseconds(0), pause(parts)));
    }
    void stop() { m_timer.stop(); }

private:
    void run()
    {
        m_ranAt = now();
        const auto action = m_action; // This object may end meanwhile
        action();
    }

    const std::function<void()> m_action;
    QTimer m_timer;
    Instant m_ranAt{};
};

} // namespace lockscope
