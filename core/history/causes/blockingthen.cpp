// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/causes/blockingthen.h"

#include "core/history/causes/ownerclient.h"
#include "core/history/playback/verdictthen.h"

#include <QMap>

#include <algorithm>

namespace lockscope
{

namespace
{

constexpr size_t MostHolds = 1'000'000;

// One for each owner; for each lock, where the owner's id names no client.
std::vector<BlockerThen> blockersOf(const std::vector<BlockedThen> &locks)
{
    QMap<std::pair<OwnerId, LockName>, BlockerThen> blockers;
    for (size_t place = 0; place < locks.size(); ++place) {
        const BlockedThen &lock = locks[place];
        for (const Hold &hold : lock.holds) {
            const bool isNamed = !ownerClient(hold.kind, hold.owner).name.isEmpty();
            BlockerThen &blocker =
                blockers[{isNamed ? hold.owner : OwnerId(), isNamed ? LockName() : lock.key}];
            blocker.owner = hold.owner;
            if (!blocker.locks.empty() && blocker.locks.back() == place)
                continue; // another part of the same lock
            blocker.locks.push_back(place);
            blocker.waiters += lock.waiters;
        }
    }
    std::vector<BlockerThen> all(blockers.cbegin(), blockers.cend());
    std::ranges::stable_sort(all, std::greater<>(), &BlockerThen::waiters);
    return all;
}

} // namespace

qint64 BlockingThen::waiters() const
{
    qint64 all = 0;
    for (const BlockedThen &lock : locks)
        all += lock.waiters;
    return all;
}

Outcome<BlockingThen> blockingThen(RecordingReader &reader, WallTime at)
{
    BlockingThen then{.at = at};
    const auto isSelection = reader.isSelection();
    const auto waited = reader.waitedForAt(at);
    if (!isSelection || !waited)
        return isSelection ? waited.failure() : isSelection.failure();
    then.isSelection = *isSelection;
    QMap<LockName, BlockedThen> locks;
    std::vector<LockName> keys;
    for (const WaitersStep &step : *waited) {
        locks[step.key] = {.key = step.key, .waiters = step.waiters};
        keys.push_back(step.key);
    }
    // Without a key the answer only says whether locks were watched.
    const auto answer = reader.holds(
        {.range = {at, at + milliseconds(1)}, .keys = keys, .most = keys.empty() ? 1 : MostHolds});
    if (!answer)
        return answer.failure();
    then.watched = answer->unseen.empty();
    then.setBackBy = setBackAt(*answer, at);
    then.lost = nodesLost(*answer, at);
    const auto minutes =
        reader.minutes({at - std::chrono::minutes(1), at + milliseconds(1)}, std::chrono::minutes(1));
    if (!minutes)
        return minutes.failure();
    HoldsAnswer hidden{.unjudged = answer->unjudged};
    keepHidingLosses(hidden.unjudged, *minutes);
    then.hiding = nodesLost(hidden, at);
    for (const Hold &hold : answer->holds) {
        if (const auto lock = locks.find(hold.key); lock != locks.end())
            lock->holds.push_back(hold);
    }
    for (BlockedThen &lock : locks) {
        if (lock.holds.empty()) {
            ++then.withoutHolder;
            continue;
        }
        std::ranges::stable_sort(lock.holds, {}, &Hold::began);
        lock.verdict = verdictThen(*answer, lock.key, lock.holds, at);
        then.locks.push_back(std::move(lock));
    }
    then.blockers = blockersOf(then.locks);
    return then;
}

} // namespace lockscope
