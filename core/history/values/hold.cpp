// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/values/hold.h"

#include <QHash>

#include <algorithm>
#include <utility>

namespace lockscope
{

namespace
{

std::optional<milliseconds> littlesLaw(double waiterSeconds, qint64 acquired)
{
    if (waiterSeconds <= 0 || acquired <= 0)
        return {};
    constexpr double Longest = 1e15; // a sum of what a file holds may be any number
    return milliseconds(qint64(std::min(waiterSeconds * 1000.0 / double(acquired), Longest)));
}

// The next one begins up to a few milliseconds after from + length, because lengths are whole milliseconds.
WallTime endOf(const std::vector<Tally> &minutes, size_t i)
{
    const WallTime end = minutes[i].from + minutes[i].length;
    const bool follows = i + 1 < minutes.size() && minutes[i + 1].from - end < std::chrono::seconds(1);
    return follows ? std::max(end, minutes[i + 1].from) : end;
}

} // namespace

const NodeId &Hold::nodeAt(WallTime at) const
{
    const auto move = std::ranges::find_if(moves, [at](const auto &one) { return at < one.first; });
    return move == moves.end() ? node : move->second;
}

milliseconds covered(std::vector<HistoryRange> stretches, const HistoryRange &range)
{
    std::sort(stretches.begin(), stretches.end(),
              [](const HistoryRange &a, const HistoryRange &b) { return a.from < b.from; });
    WallTime::duration sum{0};
    WallTime until = range.from;
    for (const HistoryRange &part : stretches) {
        const WallTime to = std::min(part.to, range.to);
        if (to > until)
            sum += to - std::max(part.from, until);
        until = std::max(until, to);
    }
    return std::chrono::duration_cast<milliseconds>(sum);
}

void addLostNodes(std::vector<Unjudged> &unjudged, const std::vector<Mark> &marks, const HistoryRange &range)
{
    QHash<NodeId, WallTime> lost;
    const auto end = [&](const NodeId &node, WallTime at) {
        const auto since = lost.constFind(node);
        if (since != lost.cend() && at > range.from && *since < range.to)
            unjudged.push_back({{std::max(*since, range.from), std::min(at, range.to)}, node});
        lost.remove(node);
    };
    for (const Mark &mark : marks) {
        if (mark.kind == Mark::Kind::Lost && !lost.contains(mark.node))
            lost.insert(mark.node, mark.at);
        else if (mark.kind == Mark::Kind::Back)
            end(mark.node, mark.at);
        else if (mark.kind == Mark::Kind::Failover) // its locks are judged on the new master
            end(mark.other, mark.at);
        else if (mark.kind == Mark::Kind::Opened || mark.kind == Mark::Kind::Closed)
            lost.clear();
    }
    for (const NodeId &node : lost.keys())
        end(node, range.to);
}

void Tally::add(const Tally &later)
{
    length = std::chrono::duration_cast<milliseconds>(later.from + later.length - from);
    acquired += later.acquired;
    reentered += later.reentered;
    renewed += later.renewed;
    released += later.released;
    expired += later.expired;
    forced += later.forced;
    unseen += later.unseen;
    unread += later.unread;
    totals = later.totals;
    waiterSeconds += later.waiterSeconds;
    mostWaiters = std::max(mostWaiters, later.mostWaiters);
    uncounted = uncounted && later.uncounted;
    holds.add(later.holds);
    heldSeconds += later.heldSeconds;
    sampled = sampled || later.sampled;
    blind = blind || later.blind;
}

std::vector<HistoryRange> hiddenParts(const HistoryRange &lost, const std::vector<Tally> &minutes)
{
    std::vector<HistoryRange> parts;
    WallTime from = lost.from;
    for (size_t i = 0; i < minutes.size(); ++i) {
        const Tally &minute = minutes[i];
        const WallTime to = endOf(minutes, i);
        if (minute.blind || to <= from || minute.from >= lost.to)
            continue;
        if (minute.from > from)
            parts.push_back({from, minute.from});
        from = to;
    }
    if (from < lost.to)
        parts.push_back({from, lost.to});
    return parts;
}

void keepHidingLosses(std::vector<Unjudged> &unjudged, const std::vector<Tally> &minutes)
{
    for (const Unjudged &part : std::exchange(unjudged, {})) {
        if (part.node.isEmpty()) {
            unjudged.push_back(part);
            continue;
        }
        for (const HistoryRange &hidden : hiddenParts(part.over, minutes))
            unjudged.push_back({hidden, part.node});
    }
}

std::optional<milliseconds> Tally::waitEstimate() const
{
    return littlesLaw(waiterSeconds, acquired);
}

std::optional<milliseconds> Contention::waitEstimate() const
{
    return littlesLaw(waiterSeconds, acquired);
}

std::optional<milliseconds> setBackAt(const HoldsAnswer &answer, WallTime at)
{
    for (const HistoryRange &time : answer.setBack) {
        if (at >= time.from && at < time.to)
            return std::chrono::duration_cast<milliseconds>(time.to - time.from);
    }
    return {};
}

HistoryMoment momentOf(WallTime at, HoldsAnswer answer)
{
    const auto setBackBy = setBackAt(answer, at);
    return {.at = at,
            .holds = std::move(answer.holds),
            .truncated = answer.truncated,
            .since = answer.since,
            .watched = answer.unseen.empty(),
            .setBackBy = setBackBy};
}

} // namespace lockscope
