// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/timelinelanes.h"

#include "ui/plots/timewindow.h"

#include <QSet>

#include <algorithm>
#include <limits>
#include <utility>

namespace lockscope
{

namespace
{

double endOf(const LaneBar &bar)
{
    return bar.open ? std::numeric_limits<double>::infinity() : bar.to;
}

// Assigns each bar the first free row.
void setRows(Lane &lane)
{
    std::ranges::sort(lane.bars, {}, &LaneBar::from);
    std::vector<double> freeFrom;
    for (LaneBar &bar : lane.bars) {
        size_t row = 0;
        while (row < freeFrom.size() && freeFrom[row] > bar.from)
            ++row;
        row = std::min(row, size_t(MostRowsOfLane - 1));
        if (row == freeFrom.size())
            freeFrom.push_back(0);
        freeFrom[row] = std::max(freeFrom[row], endOf(bar));
        bar.row = int(row);
    }
    lane.rows = std::max(1, int(freeFrom.size()));
}

using Stretch = std::pair<double, double>;

// Times in which the waiters of the lock were not seen. A lost server matters while it had the lock.
std::vector<Stretch> unseenParts(const Lane &lane, const HoldsAnswer &answer)
{
    std::vector<Stretch> parts;
    for (const HistoryRange &unseen : answer.unseen)
        parts.emplace_back(axisSeconds(unseen.from), axisSeconds(unseen.to));
    for (const Unjudged &lost : answer.unjudged) {
        const bool hasEnded =
            std::ranges::any_of(answer.marks, [&lost](const Mark &mark) { return mark.at >= lost.over.to; });
        for (const LaneBar &bar : lane.bars) {
            if (lost.node.isEmpty() || answer.holds[bar.hold].nodeAt(lost.over.from) != lost.node)
                continue;
            const double from = std::max(bar.from, axisSeconds(lost.over.from));
            const double to = hasEnded ? std::min(endOf(bar), axisSeconds(lost.over.to)) : endOf(bar);
            if (from < to)
                parts.emplace_back(from, to);
        }
    }
    return parts;
}

void cutOut(std::vector<LaneWaiters> &waiters, const Stretch &unseen)
{
    std::vector<LaneWaiters> kept;
    for (const LaneWaiters &part : waiters) {
        const LaneWaiters before{part.from, std::min(part.to, unseen.first), part.waiters};
        const LaneWaiters after{std::max(part.from, unseen.second), part.to, part.waiters};
        for (const LaneWaiters &rest : {before, after}) {
            if (rest.from < rest.to)
                kept.push_back(rest);
        }
    }
    waiters = std::move(kept);
}

// Only while the lock was held: of a key that is gone, the last count may not be true any more.
void setWaiters(Lane &lane, const std::vector<WaitersStep> &steps)
{
    constexpr double Endless = std::numeric_limits<double>::infinity();
    std::vector<Stretch> held;
    for (const LaneBar &bar : lane.bars) {
        if (held.empty() || bar.from > held.back().second)
            held.emplace_back(bar.from, endOf(bar));
        else
            held.back().second = std::max(held.back().second, endOf(bar));
    }
    auto part = held.cbegin();
    for (size_t i = 0; i < steps.size(); ++i) {
        const double from = axisSeconds(steps[i].at);
        const double to = i + 1 < steps.size() ? axisSeconds(steps[i + 1].at) : Endless;
        while (part != held.cend() && part->second <= from)
            ++part;
        for (auto at = part; steps[i].waiters > 0 && at != held.cend() && at->first < to; ++at)
            lane.waiters.push_back({std::max(from, at->first), std::min(to, at->second), steps[i].waiters});
    }
}

void setOwners(Lane &lane, const HoldsAnswer &answer)
{
    for (const LaneBar &bar : lane.bars) {
        if (answer.holds[bar.hold].owner != answer.holds[lane.bars.front().hold].owner)
            lane.severalOwners = true;
    }
}

} // namespace

std::vector<Lane> lanesOf(const std::vector<LockName> &keys, const HoldsAnswer &answer)
{
    std::vector<Lane> lanes(keys.size());
    QHash<LockName, size_t> at;
    for (size_t i = 0; i < keys.size(); ++i) {
        lanes[i].key = keys[i];
        at.insert(keys[i], i);
    }
    for (size_t i = 0; i < answer.holds.size(); ++i) {
        const Hold &hold = answer.holds[i];
        const auto lane = at.constFind(hold.key);
        if (lane != at.cend())
            lanes[*lane].bars.push_back({.from = axisSeconds(hold.began),
                                         .to = axisSeconds(hold.ended.value_or(hold.began)),
                                         .open = !hold.ended,
                                         .hold = i,
                                         .look = ownerLook(hold.owner, OwnerLooks)});
    }
    for (const LockEvent &event : answer.renewals) {
        const auto lane = at.constFind(event.key);
        if (lane != at.cend())
            lanes[*lane].ticks.push_back(axisSeconds(event.wallAt));
    }
    for (const VerdictStep &step : answer.verdicts) {
        const auto lane = at.constFind(step.key);
        if (lane != at.cend())
            lanes[*lane].verdicts.push_back(step);
    }
    std::vector<std::vector<WaitersStep>> waiters(lanes.size());
    for (const WaitersStep &step : answer.waiters) {
        const auto lane = at.constFind(step.key);
        if (lane != at.cend())
            waiters[*lane].push_back(step);
    }
    for (size_t i = 0; i < lanes.size(); ++i) {
        setRows(lanes[i]);
        setOwners(lanes[i], answer);
        setWaiters(lanes[i], waiters[i]);
        for (const Stretch &unseen : unseenParts(lanes[i], answer))
            cutOut(lanes[i].waiters, unseen);
    }
    return lanes;
}

std::vector<LaneVerdict> verdictsOn(const Lane &lane, const LaneBar &bar, const HoldsAnswer &answer,
                                    double now)
{
    const double end = bar.open ? std::max(bar.from, now) : bar.to;
    const Hold &hold = answer.holds[bar.hold];
    std::vector<std::pair<double, double>> unknown;
    const auto add = [&](const HistoryRange &range) {
        const double from = axisSeconds(range.from), to = axisSeconds(range.to);
        if (from < end && to > bar.from)
            unknown.emplace_back(from, to);
    };
    for (const Unjudged &part : answer.unjudged) {
        if (part.node.isEmpty() || part.node == hold.nodeAt(part.over.from))
            add(part.over);
    }
    for (const HistoryRange &unseen : answer.unseen)
        add(unseen);
    const auto after = std::ranges::upper_bound(lane.verdicts, bar.from, {},
                                                [](const VerdictStep &step) { return axisSeconds(step.at); });
    std::vector<double> cuts{bar.from};
    for (auto step = after; step != lane.verdicts.end() && axisSeconds(step->at) < end; ++step)
        cuts.push_back(axisSeconds(step->at));
    for (const auto &[from, to] : unknown) {
        for (const double cut : {from, to}) {
            if (cut > bar.from && cut < end)
                cuts.push_back(cut);
        }
    }
    std::ranges::sort(cuts);
    std::vector<LaneVerdict> parts;
    auto next = after;
    for (size_t i = 0; i < cuts.size(); ++i) {
        while (next != lane.verdicts.end() && axisSeconds(next->at) <= cuts[i])
            ++next;
        LaneVerdict part{.from = cuts[i], .to = i + 1 < cuts.size() ? cuts[i + 1] : end};
        const bool isKnown = std::ranges::none_of(unknown, [&part](const auto &stretch) {
            return stretch.first <= part.from && part.from < stretch.second;
        });
        if (isKnown) {
            part.level = next == lane.verdicts.begin() ? VerdictLevel::Ok : std::prev(next)->level;
            part.code = next == lane.verdicts.begin() ? QByteArray() : std::prev(next)->code;
        }
        if (!parts.empty() && parts.back().level == part.level && parts.back().code == part.code)
            parts.back().to = part.to;
        else
            parts.push_back(part);
    }
    return parts;
}

qint64 mostWaiters(std::span<const Lane> lanes)
{
    qint64 most = 0;
    for (const Lane &lane : lanes) {
        for (const LaneWaiters &part : lane.waiters)
            most = std::max(most, part.waiters);
    }
    return most;
}

qint64 scaleEnd(qint64 most)
{
    if (most <= 6)
        return most;
    for (qint64 unit = 1; unit < std::numeric_limits<qint64>::max() / 1000; unit *= 10) {
        for (const qint64 step : {8, 10, 12, 15, 20, 25, 30, 40, 50, 60}) {
            if (unit * step >= most)
                return unit * step;
        }
    }
    return most;
}

std::vector<LockName> laneKeys(const LockName &selected, const std::vector<LockName> &others, size_t most)
{
    std::vector<LockName> keys(others.begin(), others.begin() + qsizetype(std::min(most, others.size())));
    if (selected.isEmpty() || std::ranges::find(keys, selected) != keys.end())
        return keys;
    keys.insert(keys.begin(), selected);
    keys.resize(std::min(most, keys.size()));
    return keys;
}

std::vector<LockName> keepPlaces(const std::vector<LockName> &before, const std::vector<LockName> &wanted,
                                 size_t most, bool tidy)
{
    std::vector<LockName> keys(before.begin(), before.begin() + qsizetype(std::min(most, before.size())));
    const QSet<LockName> wants(wanted.begin(), wanted.end());
    const auto isFree = [&wants](const LockName &key) { return !wants.contains(key); };
    if (tidy)
        std::erase_if(keys, isFree);
    const QSet<LockName> has(keys.begin(), keys.end());
    size_t place = 0;
    for (const LockName &key : wanted) {
        if (has.contains(key))
            continue;
        while (place < keys.size() && !isFree(keys[place]))
            ++place;
        if (place < keys.size())
            keys[place++] = key;
        else if (keys.size() < most)
            keys.push_back(key);
    }
    return keys;
}

std::vector<LockName> steadyPlaces(const std::vector<LockName> &before, const LockName &selected,
                                   const std::vector<LockName> &ranked, size_t room, bool tidy)
{
    const std::vector<LockName> all = laneKeys(selected, ranked, ranked.size() + 1);
    const std::vector<LockName> places = keepPlaces(before, all, room, tidy);
    const QSet<LockName> has(places.begin(), places.end());
    std::vector<LockName> first = laneKeys(selected, ranked, room);
    const std::vector<LockName> top = laneKeys(selected, ranked, (room + 1) / 2);
    std::erase_if(first, [&](const LockName &key) {
        return !has.contains(key) && std::ranges::find(top, key) == top.end();
    });
    return keepPlaces(places, first, room, false);
}

// FNV-1a, because qHash differs between processes.
size_t ownerLook(const OwnerId &owner, size_t looks)
{
    quint64 hash = 14695981039346656037ULL;
    for (const char byte : owner.bytes)
        hash = (hash ^ quint8(byte)) * 1099511628211ULL;
    return size_t((hash ^ (hash >> 32)) % looks);
}

bool wasHeldBefore(const Lock &lock, WallTime at, Instant now, WallTime wallNow)
{
    const WallTime since = wallNow - std::chrono::duration_cast<WallTime::duration>(now - lock.heldSince);
    return lock.held() && (!lock.quorum() || lock.quorum()->reached()) && since < at;
}

} // namespace lockscope
