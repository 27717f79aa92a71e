// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/causes/causesquery.h"

#include <QSet>

#include <algorithm>
#include <utility>

namespace lockscope
{

namespace causesquery
{

std::vector<LockName> waitedFor(const std::vector<Contention> &locks)
{
    std::vector<LockName> keys;
    for (size_t i = 0; i < std::min(locks.size(), WaitedForMost); ++i) {
        if (locks[i].mostWaiters > 0)
            keys.push_back(locks[i].key);
    }
    return keys;
}

WaitingCosts costsOf(const HoldsAnswer &answer, const std::vector<Contention> &locks,
                     const HistoryRange &range, WallTime at)
{
    const WallTime known = std::max(range.from, answer.since.value_or(range.from));
    WallTime from = locks.empty() ? known : WallTime::max();
    for (const Contention &lock : locks)
        from = std::min(from, lock.over.from);
    const bool isCut = from > known;
    WaitingCosts costs = waitingCosts(answer, {isCut ? from : range.from, range.to}, at);
    if (isCut)
        costs.coveredFrom = from;
    costs.locksTruncated = locks.size() > WaitedForMost;
    return costs;
}

HoldsQuery holdsFor(const HistoryRange &range, const std::vector<LockName> &waitedFor)
{
    return {.range = range, .keys = waitedFor, .most = waitedFor.empty() ? 0 : HoldsMost};
}

HoldsQuery holdsFor(const ChangeQuery &query)
{
    return {.range = {query.at - query.width, query.at + query.width}, .most = HoldsMost};
}

HistoryRange minutesFor(const HistoryRange &range)
{
    return {range.from - Minute, range.to};
}

WallTime knownUntil(const HoldsAnswer &answer, const std::vector<Tally> &minutes, WallTime at)
{
    if (minutes.empty())
        return at;
    const WallTime counted = minutes.back().from + minutes.back().length;
    const bool isLostLater =
        std::any_of(answer.unjudged.begin(), answer.unjudged.end(), [counted](const Unjudged &part) {
            return !part.node.isEmpty() && part.over.to > counted;
        });
    return isLostLater ? std::min(at, counted) : at;
}

HoldsQuery verdictsFor(const ChangeQuery &query, const HoldsAnswer &answer)
{
    std::vector<const Hold *> holds;
    for (const Hold &hold : answer.holds) {
        if (!hold.ended || *hold.ended >= query.at)
            holds.push_back(&hold);
    }
    const auto length = [&query](const Hold *hold) {
        return hold->ended.value_or(WallTime::max()) - std::max(hold->began, query.at);
    };
    std::sort(holds.begin(), holds.end(),
              [&length](const Hold *a, const Hold *b) { return length(a) > length(b); });
    HoldsQuery verdicts{.range = holdsFor(query).range, .most = StepsMost};
    QSet<LockName> there;
    for (const Hold *hold : holds) {
        if (verdicts.keys.size() < JudgedMost && !there.contains(hold->key)) {
            there.insert(hold->key);
            verdicts.keys.push_back(hold->key);
        }
    }
    return verdicts;
}

} // namespace causesquery

Outcome<WaitingCosts> waitingCosts(HistoryQueries &file, const HistoryRange &range, WallTime at)
{
    using namespace causesquery;
    const auto locks = file.contention(range, WaitedForMost + 1);
    if (!locks)
        return locks.failure();
    auto answer = file.holds(holdsFor(range, waitedFor(*locks)));
    const auto written = file.lastWritten();
    const auto minutes = file.minutes(minutesFor(range), Minute);
    if (!answer)
        return answer.failure();
    if (!written)
        return written.failure();
    if (!minutes)
        return minutes.failure();
    const WallTime until = knownUntil(*answer, *minutes, std::min(at, written->value_or(at)));
    keepHidingLosses(answer->unjudged, *minutes);
    return costsOf(*answer, *locks, range, until);
}

Outcome<Changes> whatChanged(HistoryQueries &file, const ChangeQuery &query, WallTime at)
{
    using namespace causesquery;
    auto answer = file.holds(holdsFor(query));
    const auto written = file.lastWritten();
    if (!answer)
        return answer.failure();
    if (!written)
        return written.failure();
    const auto minutes = file.minutes(minutesFor(holdsFor(query).range), Minute);
    if (!minutes)
        return minutes.failure();
    const WallTime until = knownUntil(*answer, *minutes, std::min(at, written->value_or(at)));
    const HoldsQuery verdicts = verdictsFor(query, *answer);
    if (!verdicts.keys.empty()) {
        auto judged = file.verdicts(verdicts);
        if (!judged)
            return judged.failure();
        answer->verdicts = std::move(judged->verdicts);
        answer->unjudged = std::move(judged->unjudged);
    }
    keepHidingLosses(answer->unjudged, *minutes);
    Changes changes = whatChanged(*answer, query, until, *minutes);
    changes.verdictsTruncated = verdicts.keys.size() == JudgedMost;
    return changes;
}

} // namespace lockscope
