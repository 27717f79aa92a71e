// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Waits for a state of an object that a signal tells. QTRY_VERIFY looks every 50 ms and misses a state that
// is shorter, such as the pause before a first further attempt to connect.

#include <QEventLoop>
#include <QTimer>

#include <chrono>
#include <functional>

namespace lockscope::test
{

// False if it has not come within `patience`.
template<class Object, class Signal>
bool reached(const Object &object, Signal changed, const std::function<bool()> &isThere,
             std::chrono::milliseconds patience)
{
    bool there = isThere();
    if (there)
        return true;
    QEventLoop loop;
    QObject::connect(&object, changed, &loop, [&] {
        there = there || isThere();
        if (there)
            loop.quit();
    });
    QTimer::singleShot(patience, &loop, &QEventLoop::quit);
    loop.exec();
    return there;
}

} // namespace lockscope::test
