// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/following/duereads.h"

#include "core/base/wakeup.h"

#include <algorithm>

namespace lockscope
{

using namespace std::chrono_literals;

DueReads::DueReads(QObject *parent) : QObject(parent)
{
    m_timer.setSingleShot(true);
    m_timer.setTimerType(Qt::PreciseTimer);
    connect(&m_timer, &QTimer::timeout, this, [this] {
        emit due(m_deadlines.due(now()));
        start();
    });
}

void DueReads::start()
{
    const auto next = m_deadlines.next();
    if (!next) {
        m_timer.stop();
        return;
    }
    const milliseconds in =
        std::clamp<milliseconds>(millisecondsBetween(now(), *next) + 1ms, 1ms, LongestTimer);
    if (!m_timer.isActive() || m_timer.remainingTimeAsDuration() > in)
        m_timer.start(in);
}

} // namespace lockscope
