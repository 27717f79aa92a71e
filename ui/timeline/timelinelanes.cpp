// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/timelinelanes.h"

#include "ui/plots/timewindow.h"

#include <algorithm>

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
    for (Lane &lane : lanes)
        setRows(lane);
    return lanes;
}

std::vector<LockName> laneKeys(const LockName &selected, const std::vector<LockName> &others, size_t most)
{
    std::vector<LockName> keys;
    if (!selected.isEmpty())
        keys.push_back(selected);
    for (const LockName &key : others) {
        if (keys.size() == most)
            break;
        if (key != selected)
            keys.push_back(key);
    }
    return keys;
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
