// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fleet/fleethour.h"

#include <algorithm>
#include <utility>

namespace lockscope
{

namespace
{

WallTime minuteOf(WallTime at)
{
    return std::chrono::floor<std::chrono::minutes>(at);
}

} // namespace

void FleetHour::ensure(WallTime at)
{
    if (!m_minutes.empty())
        return;
    m_minutes.push_back({.from = at});
    m_turnedAt = at;
}

void FleetHour::take(const LockDelta &delta, WallTime at)
{
    const std::vector<LockEvent> ofGroup = m_group ? m_group->follow(delta, at) : std::vector<LockEvent>();
    for (const LockEvent &event : m_group ? ofGroup : delta.events) {
        if (!event.endsWholeHold())
            continue;
        ensure(at);
        m_minutes.back().holds.add(*event.held);
    }
}

// A minute that is unknown in part is unknown: a lock may have come and gone in it.
void FleetHour::turn(std::optional<qint64> held, WallTime at)
{
    if (m_minutes.empty() && !held)
        return;
    ensure(at);
    goOnTo(at, held.has_value());
    Tally &minute = m_minutes.back();
    minute.blind = minute.blind || !held;
    minute.totals.held = held.value_or(minute.totals.held);
    m_turnedAt = at;
}

// What was so stays so, but not while the machine slept.
void FleetHour::goOnTo(WallTime at, bool isKnown)
{
    const bool hasSlept = at - m_turnedAt > LongestSilence;
    if (minuteOf(at) - minuteOf(m_minutes.back().from) > Length)
        m_minutes.clear();
    ensure(at);
    while (minuteOf(m_minutes.back().from) < minuteOf(at)) {
        Tally &last = m_minutes.back();
        last.blind = last.blind || hasSlept;
        const WallTime next = minuteOf(last.from) + std::chrono::minutes(1);
        m_minutes.push_back({.from = next, .totals = last.totals, .blind = hasSlept || !isKnown});
    }
    while (minuteOf(m_minutes.front().from) < minuteOf(at) - Length)
        m_minutes.pop_front();
}

std::vector<FleetMinute> FleetHour::minutes() const
{
    std::vector<FleetMinute> all;
    for (const Tally &minute : m_minutes)
        all.push_back(
            {.from = minute.from, .held = minute.blind ? std::nullopt : std::optional(minute.totals.held)});
    return all;
}

HoldLengths FleetHour::holds() const
{
    HoldLengths all;
    for (const Tally &minute : m_minutes)
        all.add(minute.holds);
    return all;
}

} // namespace lockscope
