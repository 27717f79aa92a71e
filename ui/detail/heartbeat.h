// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The observed renewals of a lock's watchdog, and missed ones. Pure; time is a parameter.

#include "core/values/events.h"

#include <deque>
#include <span>

namespace lockscope
{

struct Heartbeat {
    struct Gap {
        Instant from{}; // The beat before
        Instant to{};   // The beat after, or now
        qint64 missed = 1;
    };
    std::vector<Instant> beats{};
    std::vector<Gap> gaps{};
    std::vector<Instant> holds{}; // Starts of holds
    std::vector<Instant> ends{};  // Ends of holds
};

// Events within [from, at]. renewals: of the current hold, from the engine; gone: there is no current hold.
Heartbeat heartbeatOf(const std::deque<LockEvent> &events, const Renewals &renewals, bool gone, Instant from,
                      Instant at);

} // namespace lockscope
