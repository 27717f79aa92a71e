// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/memory/tallier.h"

namespace lockscope
{

namespace
{

using namespace std::chrono_literals;
using std::chrono::duration_cast;

constexpr milliseconds LongestSecond = 5s;

WallTime floorTo(WallTime at, milliseconds step)
{
    const auto since = duration_cast<milliseconds>(at.time_since_epoch());
    return WallTime(since - since % step);
}

// What was watched and what was not are told apart.
bool areOneStep(const Tally &a, const Tally &b, milliseconds step)
{
    return a.blind == b.blind && floorTo(a.from, step) == floorTo(b.from, step);
}

void addBounded(std::deque<Tally> &ring, const Tally &tally, size_t most)
{
    ring.push_back(tally);
    if (ring.size() > most)
        ring.pop_front();
}

qint64 *counterOfEnd(Tally &tally, EventKind kind)
{
    switch (kind) {
    case EventKind::Released:
        return &tally.released;
    case EventKind::Expired:
        return &tally.expired;
    case EventKind::Forced:
        return &tally.forced;
    default:
        return &tally.unseen;
    }
}

} // namespace

void Tallier::clear(WallTime at)
{
    m_second = {};
    m_minute.reset();
    m_seconds.clear();
    m_minutes.clear();
    m_sampled = false;
    m_blind = true;
    begin(at);
}

void Tallier::begin(WallTime at)
{
    m_second = Tally{.from = at, .totals = m_second.totals, .sampled = m_sampled, .blind = m_blind};
    m_second.mostWaiters = m_second.totals.waiters;
    m_weighedAt = at;
}

void Tallier::note(const LockEvent &event)
{
    // Reentries do not count, because every source merges them and no plot shows them.
    const bool counts = event.held || event.kind == EventKind::Acquired || event.kind == EventKind::Renewed;
    m_second.sampled = m_second.sampled || (counts && event.sampled);
    m_second.acquired += event.kind == EventKind::Acquired ? 1 : 0;
    m_second.reentered += event.kind == EventKind::Reentered ? 1 : 0;
    m_second.renewed += event.kind == EventKind::Renewed ? 1 : 0;
    if (!event.held)
        return;
    ++*counterOfEnd(m_second, event.kind);
    if (!event.endsWholeHold())
        return;
    m_second.holds.add(*event.held);
    m_second.heldSeconds += double(event.held->count()) / 1000.0;
}

void Tallier::noteUnread(qint64 keys)
{
    m_second.unread += keys;
    m_second.sampled = m_second.sampled || keys > 0;
}

void Tallier::noteTotals(const LockTotals &totals, WallTime at)
{
    weigh(at);
    m_second.totals = totals;
    m_second.mostWaiters = std::max(m_second.mostWaiters, totals.waiters);
}

// Adds the time of the present waiters up to now.
void Tallier::weigh(WallTime at)
{
    const auto time = std::chrono::duration<double>(std::max(at - m_weighedAt, WallTime::duration{}));
    m_second.waiterSeconds += double(m_second.totals.waiters) * time.count();
    m_weighedAt = at;
}

void Tallier::setSampled(bool sampled)
{
    m_sampled = sampled;
    m_second.sampled = m_second.sampled || sampled;
}

void Tallier::setBlind(bool blind)
{
    m_blind = blind;
    m_second.blind = m_second.blind || blind;
}

Tally Tallier::turn(WallTime at, std::optional<Tally> *minute)
{
    weigh(at);
    m_second.length = duration_cast<milliseconds>(at - m_second.from);
    if (m_second.length <= 0ms ||
        m_second.length > LongestSecond) { // the machine slept, or its clock was set
        m_second.blind = true;
        m_second.waiterSeconds = 0;
        m_second.length = std::max(m_second.length, 1000ms);
    }
    const Tally second = m_second;
    addBounded(m_seconds, second, SecondsKept);
    if (m_minute && !areOneStep(*m_minute, second, 1min)) {
        addBounded(m_minutes, *m_minute, MinutesKept);
        if (minute)
            *minute = *m_minute;
        m_minute.reset();
    }
    if (m_minute)
        m_minute->add(second);
    else
        m_minute = second;
    begin(at);
    return second;
}

std::optional<WallTime> Tallier::since() const
{
    if (!m_minutes.empty())
        return m_minutes.front().from;
    return m_minute ? std::optional(m_minute->from) : std::nullopt;
}

void addToSteps(std::vector<Tally> &steps, const Tally &tally, milliseconds step)
{
    if (!steps.empty() && areOneStep(steps.back(), tally, step))
        steps.back().add(tally);
    else
        steps.push_back(tally);
}

std::vector<Tally> Tallier::tallies(const HistoryRange &range, milliseconds step) const
{
    std::vector<Tally> steps;
    const auto put = [&](const Tally &tally) {
        if (tally.from + tally.length > range.from && tally.from < range.to)
            addToSteps(steps, tally, step);
    };
    // Minutes cover what is too old for seconds, or steps too coarse to need them.
    const WallTime secondsFrom = m_seconds.empty() ? WallTime::max() : m_seconds.front().from;
    for (const Tally &minute : m_minutes) {
        if (step >= 1min || minute.from + minute.length <= secondsFrom)
            put(minute);
    }
    if (step >= 1min) {
        if (m_minute)
            put(*m_minute);
        return steps;
    }
    for (const Tally &second : m_seconds)
        put(second);
    return steps;
}

} // namespace lockscope
