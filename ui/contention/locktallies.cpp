// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/contention/locktallies.h"

#include <algorithm>

namespace lockscope
{

namespace
{

WallTime endOfInterval(const Tally &tally)
{
    return tally.from + tally.length;
}

std::deque<Tally> intervalsOf(const HoldsAnswer &answer, const std::deque<Tally> &all, WallTime until)
{
    const WallTime known =
        std::max(answer.since.value_or(WallTime::max()), answer.leftOutBefore.value_or(WallTime::min()));
    std::deque<Tally> intervals;
    for (const Tally &tally : all) {
        if (endOfInterval(tally) > until)
            break;
        intervals.push_back({.from = tally.from,
                             .length = tally.length,
                             .sampled = tally.sampled,
                             .blind = tally.blind || tally.from < known});
    }
    return intervals;
}

// Null: in no interval.
Tally *intervalAt(std::deque<Tally> &intervals, WallTime at)
{
    const auto after = std::ranges::upper_bound(intervals, at, {}, &Tally::from);
    if (after == intervals.begin() || at >= endOfInterval(*std::prev(after)))
        return nullptr;
    return &*std::prev(after);
}

void countEnd(Tally &tally, const Hold &hold)
{
    switch (hold.how) {
    case EventKind::Released:
        ++tally.released;
        break;
    case EventKind::Expired:
        ++tally.expired;
        break;
    case EventKind::Forced:
        ++tally.forced;
        break;
    default:
        ++tally.unseen;
        break;
    }
    tally.sampled = tally.sampled || hold.sampled;
    if (!hold.isWhole())
        return;
    const milliseconds length = hold.length(*hold.ended);
    tally.holds.add(length);
    tally.heldSeconds += std::chrono::duration<double>(length).count();
}

// A hold counts at the end of each interval that it outlasts.
void countHolder(std::deque<Tally> &intervals, const Hold &hold)
{
    auto tally = std::ranges::upper_bound(intervals, hold.began, {}, endOfInterval);
    for (; tally != intervals.end() && (!hold.ended || *hold.ended > endOfInterval(*tally)); ++tally)
        ++tally->totals.held;
}

// The number of waiters holds until the next change.
class WaitersOverTime
{
public:
    explicit WaitersOverTime(std::deque<Tally> &intervals) : m_intervals(intervals) {}

    void change(WallTime at, qint64 waiters)
    {
        goOnTo(at);
        m_waiters = waiters;
        if (Tally *tally = intervalAt(m_intervals, at))
            tally->mostWaiters = std::max(tally->mostWaiters, waiters);
    }
    void goOnTo(WallTime at)
    {
        for (; m_next < m_intervals.size() && m_intervals[m_next].from < at; ++m_next) {
            Tally &tally = m_intervals[m_next];
            const WallTime from = std::max(m_at, tally.from);
            const WallTime to = std::min(at, endOfInterval(tally));
            if (to > from && m_waiters > 0) {
                tally.mostWaiters = std::max(tally.mostWaiters, *m_waiters);
                tally.waiterSeconds += double(*m_waiters) * std::chrono::duration<double>(to - from).count();
            }
            if (endOfInterval(tally) > at)
                break;
            tally.uncounted = !m_waiters;
            tally.totals.waiters = m_waiters.value_or(0);
        }
        m_at = std::max(m_at, at);
    }

private:
    std::deque<Tally> &m_intervals;
    size_t m_next = 0;
    std::optional<qint64> m_waiters{}; // empty: not counted yet
    WallTime m_at{};
};

} // namespace

std::deque<Tally> talliesOf(const LockName &key, const HoldsAnswer &answer, const std::deque<Tally> &all,
                            WallTime until)
{
    std::deque<Tally> intervals = intervalsOf(answer, all, until);
    for (const Hold &hold : answer.holds) {
        if (hold.key != key)
            continue;
        if (Tally *tally = hold.beganBefore ? nullptr : intervalAt(intervals, hold.began)) {
            ++tally->acquired;
            tally->sampled = tally->sampled || hold.sampled;
        }
        if (Tally *tally = hold.ended ? intervalAt(intervals, *hold.ended) : nullptr)
            countEnd(*tally, hold);
        countHolder(intervals, hold);
    }
    for (const LockEvent &renewal : answer.renewals) {
        Tally *tally = renewal.key == key ? intervalAt(intervals, renewal.wallAt) : nullptr;
        if (tally)
            ++tally->renewed;
    }
    WaitersOverTime waiting(intervals);
    for (const WaitersStep &step : answer.waiters) {
        if (step.key == key)
            waiting.change(step.at, step.waiters);
    }
    waiting.goOnTo(until);
    return intervals;
}

} // namespace lockscope
