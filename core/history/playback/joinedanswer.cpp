// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/playback/joinedanswer.h"

#include <QSet>

#include <algorithm>
#include <iterator>

namespace lockscope
{

namespace
{

template<class T> void appendAll(std::vector<T> &all, std::vector<T> &&more)
{
    all.insert(all.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
}

} // namespace

void append(HoldsAnswer &all, HoldsAnswer &&more)
{
    appendAll(all.holds, std::move(more.holds));
    appendAll(all.renewals, std::move(more.renewals));
    appendAll(all.marks, std::move(more.marks));
    appendAll(all.unseen, std::move(more.unseen));
    appendAll(all.unreadable, std::move(more.unreadable));
    appendAll(all.setBack, std::move(more.setBack));
    appendAll(all.verdicts, std::move(more.verdicts));
    appendAll(all.waiters, std::move(more.waiters));
    appendAll(all.unjudged, std::move(more.unjudged));
    all.truncated = all.truncated || more.truncated;
    if (more.leftOutBefore)
        all.leftOutBefore = std::max(all.leftOutBefore.value_or(*more.leftOutBefore), *more.leftOutBefore);
}

void keepNewest(HoldsAnswer &answer, const HoldsQuery &query)
{
    const auto byEnd = [](const Hold &a, const Hold &b) {
        return a.ended.value_or(WallTime::max()) < b.ended.value_or(WallTime::max());
    };
    std::stable_sort(answer.holds.begin(), answer.holds.end(), byEnd);
    if (answer.holds.size() <= query.most)
        return;
    const auto kept = answer.holds.end() - qsizetype(query.most);
    const WallTime before = std::prev(kept)->ended.value_or(query.range.to);
    answer.truncated = true;
    answer.leftOutBefore = std::max(answer.leftOutBefore.value_or(before), before);
    answer.holds.erase(answer.holds.begin(), kept);
}

void cutUntil(std::vector<HistoryRange> &ranges, WallTime until)
{
    std::erase_if(ranges, [until](const HistoryRange &range) { return range.to <= until; });
    for (HistoryRange &range : ranges)
        range.from = std::max(range.from, until);
}

std::vector<LockName> keysOf(const std::vector<Hold> &holds, size_t most)
{
    std::vector<LockName> keys;
    QSet<LockName> there;
    for (const Hold &hold : holds) {
        if (!there.contains(hold.key))
            keys.push_back(hold.key);
        there.insert(hold.key);
        if (keys.size() > most)
            return {};
    }
    return keys;
}

} // namespace lockscope
