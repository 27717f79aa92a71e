// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The beats of a lock's watchdog as they were seen, and where one stayed away. Pure; time is a parameter.

#include "core/values/events.h"

#include <deque>
#include <span>

namespace lockscope
{

struct Heartbeat {
    struct Gap {
        Instant from{}; // the beat before
        Instant to{};   // the beat after it; or now
        qint64 missed = 1;
    };
    std::vector<Instant> beats{};
    std::vector<Gap> gaps{};
    std::vector<Instant> holds{}; // where a hold began
    std::vector<Instant> ends{};  // and ended
};

// What took place within [from, at]. renewals: what the engine learnt of the hold there is now; gone: there
// is none.
Heartbeat heartbeatOf(const std::deque<LockEvent> &events, const Renewals &renewals, bool gone, Instant from,
                      Instant at);

} // namespace lockscope
