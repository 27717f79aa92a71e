// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/values/marks.h"

#include "core/history/values/clocksteps.h"

#include <algorithm>
#include <utility>

namespace lockscope
{

namespace
{

// What a reconnection shows may be written just before the failover that it shows.
bool isDuring(const Mark &mark, const Hold &hold)
{
    return mark.at >= hold.began && (!hold.ended || mark.at <= *hold.ended + std::chrono::seconds(1));
}

// Its node is that of its end.
void moveBack(Hold &hold, const std::vector<Mark> &failovers)
{
    NodeId node = hold.node;
    for (auto mark = failovers.rbegin(); mark != failovers.rend() && mark->at >= hold.began; ++mark) {
        if (mark->node != node || mark->other == node || !isDuring(*mark, hold))
            continue;
        hold.moves.insert(hold.moves.begin(), {mark->at, mark->other});
        node = mark->other;
    }
}

// Its node is that of its beginning: nothing was read of its end.
void moveOn(Hold &hold, const std::vector<Mark> &failovers)
{
    for (const Mark &mark : failovers) {
        if (mark.other != hold.node || mark.node == hold.node || !isDuring(mark, hold))
            continue;
        hold.moves.emplace_back(mark.at, mark.other);
        hold.node = mark.node;
    }
}

// The marks after a hold decide, too.
void addMoves(std::vector<Hold> &holds, const std::vector<Mark> &marks)
{
    std::vector<Mark> failovers;
    std::ranges::copy_if(marks, std::back_inserter(failovers),
                         [](const Mark &mark) { return mark.kind == Mark::Kind::Failover; });
    for (Hold &hold : holds) {
        const bool isOfItsBeginning = !hold.ended || hold.untilClosing;
        if (!isOfItsBeginning)
            moveBack(hold, failovers);
        if (isOfItsBeginning || (hold.moves.empty() && hold.how == EventKind::Changed))
            moveOn(hold, failovers);
    }
}

// From each end of watching to the next beginning.
void addUnwatched(HoldsAnswer &answer, const std::vector<Mark> &marks, const HistoryRange &range)
{
    std::optional<WallTime> closed;
    const auto open = [&](WallTime at) {
        const std::optional<WallTime> since = std::exchange(closed, std::nullopt);
        const HistoryRange unseen{std::max(since.value_or(at), range.from), std::min(at, range.to)};
        if (since && unseen.from < unseen.to)
            answer.unseen.push_back(unseen);
    };
    for (const Mark &mark : marks) {
        if (mark.kind == Mark::Kind::Closed)
            closed = mark.at;
        else if (mark.kind == Mark::Kind::Opened)
            open(mark.at);
    }
    open(range.to);
}

// Nothing is known of the time before.
void addUnknown(HoldsAnswer &answer, const HistoryRange &range)
{
    const WallTime known = std::min(answer.since.value_or(range.to), range.to);
    if (known <= range.from)
        return;
    std::erase_if(answer.unseen, [known](const HistoryRange &stretch) { return stretch.to <= known; });
    if (!answer.unseen.empty())
        answer.unseen.front().from = std::max(answer.unseen.front().from, known);
    answer.unseen.insert(answer.unseen.begin(), {range.from, known});
}

} // namespace

void addMarks(HoldsAnswer &answer, const std::vector<Mark> &marks, const HistoryRange &range)
{
    std::ranges::copy_if(marks, std::back_inserter(answer.marks),
                         [&range](const Mark &mark) { return mark.at >= range.from && mark.at < range.to; });
    addUnwatched(answer, marks, range);
    addUnknown(answer, range);
    addSetBack(answer, timesSetBack(marks), range);
    addLosses(answer, marks, range);
    addMoves(answer.holds, marks);
}

void addLosses(HoldsAnswer &answer, const std::vector<Mark> &marks, const HistoryRange &range)
{
    std::vector<Mark> before;
    std::ranges::copy_if(marks, std::back_inserter(before),
                         [&range](const Mark &mark) { return mark.at < range.to; });
    addLostNodes(answer.unjudged, before, range);
}

void addUnreadable(HoldsAnswer &answer, const std::vector<ReadableStep> &steps, const HistoryRange &range)
{
    WallTime to = range.to;
    for (const ReadableStep &step : steps) {
        const HistoryRange part{std::max(step.at, range.from), std::min(to, step.watchedUntil.value_or(to))};
        if (step.isUnreadable && part.from < part.to)
            answer.unreadable.push_back(part);
        to = std::min(to, part.from);
    }
    answer.unseen.insert(answer.unseen.end(), answer.unreadable.begin(), answer.unreadable.end());
    std::ranges::sort(answer.unseen, {}, &HistoryRange::from);
}

} // namespace lockscope
