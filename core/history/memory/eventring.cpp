// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/memory/eventring.h"

#include "core/history/memory/contentionbook.h"
#include "core/values/kindname.h"

#include <QHash>
#include <QSet>

#include <algorithm>

namespace lockscope
{

namespace
{

// The number of waiters of a lock, and since when.
struct Waiting {
    qint64 waiters = 0;
    WallTime since{};
};

milliseconds within(const HistoryRange &range, WallTime from, WallTime to)
{
    const auto inside = std::min(range.to, to) - std::max(range.from, from);
    return std::chrono::duration_cast<milliseconds>(std::max(inside, WallTime::duration::zero()));
}

} // namespace

void EventRing::add(const LockEvent &event)
{
    m_open.note(event);
    m_events.push_back(event);
    if (m_events.size() <= EventsKept)
        return;
    if (const LockEvent &oldest = m_events.front(); oldest.kind == EventKind::Waiters) {
        if (oldest.count > 0)
            m_waitedBefore.insert(oldest.key, oldest.count);
        else
            m_waitedBefore.remove(oldest.key);
    }
    m_events.pop_front();
    m_forgot = true;
}

std::vector<LockEvent> EventRing::add(const std::vector<LockEvent> &events,
                                      const std::vector<HoldDoubt> &doubts)
{
    std::vector<LockEvent> all;
    all.reserve(events.size() + 2 * doubts.size());
    auto doubt = doubts.begin();
    const auto addDoubtsUntil = [&](WallTime at) {
        for (; doubt != doubts.end() && doubt->at <= at; ++doubt) {
            HoldDoubt noted = *doubt;
            noted.at = std::max(noted.at, lastAt());
            for (LockEvent &event : m_open.doubted(noted)) {
                add(event);
                all.push_back(std::move(event));
            }
        }
    };
    for (LockEvent event : events) {
        cutAtClockStep(event);
        addDoubtsUntil(event.wallAt);
        if (auto before = m_open.endBefore(event); before && before->wallAt >= lastAt()) {
            add(*before);
            all.push_back(*std::move(before));
        }
        m_open.keepBeginning(event);
        add(event);
        all.push_back(std::move(event));
    }
    addDoubtsUntil(WallTime::max());
    return all;
}

std::vector<LockEvent> EventRing::take(const LockDelta &delta, const std::vector<LockEvent> &told,
                                       bool isGroup, WallTime at)
{
    std::vector<LockEvent> all = add(m_unreadable.readable(told, delta, at), delta.doubts);
    const auto addImplied = [&](const std::vector<LockEvent> &events) {
        const std::vector<LockEvent> added = add(events);
        all.insert(all.end(), added.begin(), added.end());
    };
    addImplied(m_open.endsNobodyTold(delta, delta.dropped > 0, at));
    if (!isGroup)
        addImplied(m_unreadable.take(delta, m_open, at));
    addImplied(m_unreadable.firstSights(delta, m_open, at));
    return all;
}

// Of a hold from before the clock was set, the part from then on.
void EventRing::cutAtClockStep(LockEvent &event) const
{
    if (!m_clockSetTo || !event.held || event.wallAt - *event.held >= *m_clockSetTo)
        return;
    event.held =
        std::max(std::chrono::duration_cast<milliseconds>(event.wallAt - *m_clockSetTo), milliseconds(0));
    event.heldIsLowerBound = true;
}

std::vector<LockEvent> EventRing::goOn(const ClockStep &step)
{
    const std::vector<LockEvent> begun = m_open.allAfter(step);
    for (const LockEvent &taken : m_open.all()) {
        LockEvent end = unseenEnd(taken, step.before);
        end.untilClosing = true;
        add(end);
    }
    add({.kind = Mark::Kind::Closed, .at = step.before});
    for (const LockEvent &event : begun)
        add(event);
    for (const LockEvent &event : m_unreadable.present(step.after))
        add(event);
    m_clockSetTo = step.after;
    return begun;
}

void EventRing::add(const Mark &mark)
{
    m_marks.push_back(mark);
    if (m_marks.size() <= MarksKept)
        return;
    const auto isPassing = [](const Mark &one) {
        return one.kind != Mark::Kind::Failover && one.kind != Mark::Kind::Opened &&
               one.kind != Mark::Kind::Closed;
    };
    const auto oldest = std::ranges::find_if(m_marks, isPassing);
    m_marks.erase(oldest == m_marks.end() ? m_marks.begin() : oldest);
}

void EventRing::clear(WallTime at)
{
    *this = {};
    m_began = at;
    m_verdicts.clear(at);
}

std::optional<WallTime> EventRing::since() const
{
    if (m_events.empty())
        return m_began;
    return m_forgot || !m_began ? m_events.front().wallAt : std::min(*m_began, m_events.front().wallAt);
}

// Goes from newest to oldest, so that the limit omits the oldest.
HoldsAnswer EventRing::holds(const HoldsQuery &query) const
{
    HoldsAnswer answer;
    const QSet<LockName> keys(query.keys.begin(), query.keys.end());
    const WallTime from = query.range.from;
    const WallTime to = query.range.to;
    const auto leaveOut = [&](WallTime at) { // called from newest to oldest
        answer.truncated = true;
        answer.leftOutBefore = std::max(answer.leftOutBefore.value_or(at), at);
    };
    const auto keep = [&](const Hold &hold) {
        if (answer.holds.size() < query.most)
            answer.holds.push_back(hold);
        else
            leaveOut(hold.ended.value_or(to));
    };
    answer.truncated = !m_open.isComplete();
    for (const LockEvent &taken : m_open.all()) {
        if ((keys.isEmpty() || keys.contains(taken.key)) && taken.wallAt < to)
            keep(openHold(taken));
    }
    std::sort(answer.holds.begin(), answer.holds.end(),
              [](const Hold &a, const Hold &b) { return a.began > b.began; });
    for (auto event = m_events.rbegin(); event != m_events.rend(); ++event) {
        if (!keys.isEmpty() && !keys.contains(event->key))
            continue;
        if (event->kind == EventKind::Renewed && !keys.isEmpty() && event->wallAt >= from &&
            event->wallAt < to) {
            if (answer.renewals.size() < query.most)
                answer.renewals.push_back(*event);
            else
                leaveOut(event->wallAt);
        }
        if (!isEnd(*event))
            continue;
        const Hold hold = holdOf(*event);
        if (*hold.ended > from && hold.began < to)
            keep(hold);
    }
    std::reverse(answer.holds.begin(), answer.holds.end());
    std::reverse(answer.renewals.begin(), answer.renewals.end());
    answer.since = since();
    addMarks(answer, {m_marks.begin(), m_marks.end()}, query.range);
    if (keys.isEmpty())
        return answer;
    if (query.keys.size() == 1)
        addUnreadable(answer, readableSteps(query), query.range);
    m_verdicts.answer(keys, answer, query.range);
    answerWaiters(answer, query);
    return answer;
}

// Watching ended when the clock was set.
std::vector<ReadableStep> EventRing::readableSteps(const HoldsQuery &query) const
{
    std::vector<ReadableStep> steps;
    for (auto event = m_events.rbegin(); event != m_events.rend(); ++event) {
        if (event->key != query.keys.front() || event->kind == EventKind::Waiters ||
            event->wallAt >= query.range.to)
            continue;
        const auto opened = std::find_if(m_marks.rbegin(), m_marks.rend(), [&event](const Mark &mark) {
            return mark.kind == Mark::Kind::Opened && mark.at <= event->wallAt;
        });
        const auto closed = std::find_if(opened.base(), m_marks.end(), [&event](const Mark &mark) {
            return mark.kind == Mark::Kind::Closed && mark.at >= event->wallAt;
        });
        steps.push_back({.at = event->wallAt,
                         .isUnreadable = event->unreadable,
                         .watchedUntil = closed == m_marks.end() ? std::nullopt : std::optional(closed->at)});
        if (event->wallAt <= query.range.from)
            break;
    }
    return steps;
}

// Also goes from newest to oldest; of each key, to what was so when the range begins.
void EventRing::answerWaiters(HoldsAnswer &answer, const HoldsQuery &query) const
{
    QSet<LockName> open(query.keys.begin(), query.keys.end());
    for (auto event = m_events.rbegin(); event != m_events.rend() && !open.isEmpty(); ++event) {
        if (event->kind != EventKind::Waiters || event->wallAt >= query.range.to ||
            !open.contains(event->key))
            continue;
        const bool isBefore = event->wallAt <= query.range.from;
        answer.waiters.push_back({event->key, isBefore ? query.range.from : event->wallAt, event->count});
        if (isBefore || answer.waiters.size() >= query.most)
            open.remove(event->key);
    }
    const WallTime known =
        std::max(query.range.from, std::min(since().value_or(query.range.to), query.range.to));
    for (const LockName &key : open) {
        if (const qint64 waiters = m_waitedBefore.value(key); waiters > 0)
            answer.waiters.push_back({key, known, waiters});
    }
    std::ranges::reverse(answer.waiters);
}

LockEvents EventRing::lockEvents(const LockName &key, size_t most) const
{
    LockEvents lockEvents{.since = since()};
    for (auto event = m_events.rbegin(); event != m_events.rend() && !lockEvents.truncated; ++event) {
        if (event->key != key)
            continue;
        lockEvents.truncated = lockEvents.events.size() == most;
        if (!lockEvents.truncated)
            lockEvents.events.push_back(*event);
    }
    std::reverse(lockEvents.events.begin(), lockEvents.events.end());
    return lockEvents;
}

HistoryMoment EventRing::moment(WallTime at, size_t most) const
{
    return momentOf(at, holds({.range = {at, at + std::chrono::milliseconds(1)}, .most = most}));
}

std::vector<Contention> EventRing::contention(const HistoryRange &range, size_t most) const
{
    QHash<LockName, Contention> sums;
    QHash<LockName, Waiting> waiting;
    const HistoryRange over{std::max(range.from, std::min(since().value_or(range.to), range.to)), range.to};
    const auto sumOf = [&](const LockEvent &event) -> Contention & {
        Contention &sum = sums[event.key];
        sum.key = event.key;
        sum.kind = kindName(event.lockKind);
        sum.over = over;
        return sum;
    };
    for (const LockEvent &event : m_events) {
        const bool inside = event.wallAt >= over.from && event.wallAt < over.to;
        if (isEnd(event) && within(over, event.wallAt - *event.held, event.wallAt).count() > 0)
            sumOf(event).heldFor += within(over, event.wallAt - *event.held, event.wallAt);
        if (event.kind == EventKind::Acquired && !event.held && inside) {
            Contention &sum = sumOf(event);
            ++sum.acquired;
            sum.sampled = sum.sampled || event.sampled;
        } else if (event.kind == EventKind::Waiters && event.wallAt < over.to) {
            Waiting &now = waiting[event.key];
            const double seconds = double(within(over, now.since, event.wallAt).count()) / 1000.0;
            Contention &sum = sumOf(event);
            sum.waiterSeconds += double(now.waiters) * seconds;
            sum.mostWaiters =
                std::max({sum.mostWaiters, seconds > 0 ? now.waiters : 0, inside ? event.count : 0});
            now = {event.count, event.wallAt};
        }
    }
    for (auto now = waiting.cbegin(); now != waiting.cend(); ++now) {
        const double seconds = double(within(over, now->since, over.to).count()) / 1000.0;
        Contention &sum = sums[now.key()];
        sum.waiterSeconds += double(now->waiters) * seconds;
        sum.mostWaiters = std::max(sum.mostWaiters, seconds > 0 ? now->waiters : 0);
    }
    for (const LockEvent &taken : m_open.all()) {
        if (within(over, taken.wallAt, over.to).count() > 0)
            sumOf(taken).heldFor += within(over, taken.wallAt, over.to);
    }
    return mostInDemand(sums, most);
}

std::vector<Mark> EventRing::marks(const HistoryRange &range) const
{
    std::vector<Mark> found;
    std::copy_if(m_marks.begin(), m_marks.end(), std::back_inserter(found),
                 [&](const Mark &mark) { return mark.at >= range.from && mark.at < range.to; });
    return found;
}

} // namespace lockscope
