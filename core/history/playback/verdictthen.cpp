// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/playback/verdictthen.h"

#include <algorithm>

namespace lockscope
{

namespace
{

bool isWithin(WallTime at, const HistoryRange &range)
{
    return at >= range.from && at < range.to;
}

} // namespace

std::optional<VerdictStep> verdictThen(const HoldsAnswer &answer, const LockName &key,
                                       const std::vector<Hold> &holds, WallTime at)
{
    for (const Unjudged &part : answer.unjudged) {
        if (!isWithin(at, part.over))
            continue;
        if (part.node.isEmpty() ||
            std::ranges::any_of(holds, [&](const Hold &hold) { return hold.nodeAt(at) == part.node; }))
            return {};
    }
    VerdictStep verdict{.key = key, .at = at};
    for (const VerdictStep &step : answer.verdicts) {
        if (step.key == key)
            verdict = step;
    }
    return verdict;
}

std::vector<NodeId> nodesLost(const HoldsAnswer &answer, WallTime at)
{
    std::vector<NodeId> lost;
    for (const Unjudged &part : answer.unjudged) {
        if (!part.node.isEmpty() && isWithin(at, part.over))
            lost.push_back(part.node);
    }
    return lost;
}

} // namespace lockscope
