// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/causes/whatchanged.h"

#include "core/history/causes/ownerclient.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace lockscope
{

namespace
{

bool isWithin(WallTime at, const HistoryRange &range)
{
    return at >= range.from && at < range.to;
}

double watchedSeconds(const HistoryRange &range, milliseconds unwatched)
{
    return std::chrono::duration<double>(range.to - range.from - unwatched).count();
}

milliseconds unwatched(const HoldsAnswer &answer, const HistoryRange &range)
{
    WallTime::duration sum{0};
    for (const HistoryRange &part : answer.unseen)
        sum += std::max(std::min(part.to, range.to) - std::max(part.from, range.from),
                        WallTime::duration::zero());
    return std::chrono::duration_cast<milliseconds>(sum);
}

// Of one lock in one period.
struct Period {
    HoldLengths lengths{}; // of holds whose whole length is known
    qint64 acquired = 0;
};

// A client that holds locks in the later period.
struct Newcomer {
    WallTime first{};
    qint64 holds = 0;
    std::set<LockName> locks{};
};

// Nodes: when each became unreachable and when it was back.
void addServers(std::vector<Change> &changes, const std::vector<Mark> &marks)
{
    Change gaps{.kind = Change::Kind::Gap};
    for (const Mark &mark : marks) {
        if (mark.kind == Mark::Kind::Failover) {
            changes.push_back(
                {.kind = Change::Kind::Failover, .at = mark.at, .node = mark.node, .other = mark.other});
        } else if (mark.kind == Mark::Kind::Lost) {
            changes.push_back({.kind = Change::Kind::Unreachable, .at = mark.at, .node = mark.node});
        } else if (mark.kind == Mark::Kind::Back) {
            const auto lost = std::find_if(changes.rbegin(), changes.rend(), [&mark](const Change &change) {
                return change.kind == Change::Kind::Unreachable && change.node == mark.node && !change.backAt;
            });
            if (lost != changes.rend())
                lost->backAt = mark.at;
        } else if (mark.kind == Mark::Kind::Gap) {
            gaps.at = gaps.at.value_or(mark.at);
            ++gaps.countAfter;
        }
    }
    if (gaps.countAfter > 0)
        changes.push_back(gaps);
}

// The worst verdict of each lock after the moment, if the lock had a better one before.
void addVerdicts(std::vector<Change> &changes, const HoldsAnswer &answer, const Changes &periods)
{
    std::map<LockName, VerdictLevel> before;
    std::map<LockName, Change> worst;
    for (const VerdictStep &step : answer.verdicts) {
        if (step.at < periods.after.from) {
            before[step.key] = step.level;
            continue;
        }
        const auto known = before.find(step.key);
        const VerdictLevel was = known == before.end() ? VerdictLevel::Ok : known->second;
        Change &change = worst[step.key];
        if (!isWithin(step.at, periods.after) || step.level < VerdictLevel::Warning || step.level <= was ||
            step.level <= change.level)
            continue;
        change = {.kind = Change::Kind::Verdict,
                  .at = step.at,
                  .key = step.key,
                  .level = step.level,
                  .code = step.code};
    }
    std::vector<Change> found;
    for (const auto &[key, change] : worst) {
        if (change.level != VerdictLevel::Ok)
            found.push_back(change);
    }
    std::stable_sort(found.begin(), found.end(), [](const Change &a, const Change &b) {
        return a.level != b.level ? a.level > b.level : *a.at < *b.at;
    });
    changes.insert(changes.end(), found.begin(), found.end());
}

// Clients that held no lock before. Of ids that are new with each hold, none is told.
void addClients(std::vector<Change> &changes, const HoldsAnswer &answer, const Changes &periods)
{
    std::set<QByteArray> known;
    std::map<QByteArray, Newcomer> newcomers;
    for (const Hold &hold : answer.holds) {
        const OwnerClient client = ownerClient(hold.kind, hold.owner);
        if (!client.isLasting)
            continue;
        if (hold.began < periods.after.from || hold.beganBefore) {
            known.insert(client.name);
            continue;
        }
        if (hold.began >= periods.after.to)
            continue;
        Newcomer &newcomer = newcomers[client.name];
        newcomer.first = newcomer.holds == 0 ? hold.began : std::min(newcomer.first, hold.began);
        ++newcomer.holds;
        newcomer.locks.insert(hold.key);
    }
    std::vector<Change> found;
    for (const auto &[name, newcomer] : newcomers) {
        if (!known.contains(name))
            found.push_back({.kind = Change::Kind::NewClient,
                             .at = newcomer.first,
                             .key = newcomer.locks.size() == 1 ? *newcomer.locks.begin() : LockName(),
                             .client = name,
                             .locks = qint64(newcomer.locks.size()),
                             .countAfter = newcomer.holds});
    }
    std::stable_sort(found.begin(), found.end(),
                     [](const Change &a, const Change &b) { return a.countAfter > b.countAfter; });
    changes.insert(changes.end(), found.begin(), found.end());
}

// The 90th percentile, or else the median, if it has grown.
std::optional<Change> grownHolds(const LockName &key, const Period &before, const Period &after)
{
    if (before.lengths.count() < Changes::LeastHolds || after.lengths.count() < Changes::LeastHolds)
        return {};
    for (const bool isNinety : {true, false}) {
        const milliseconds was = *before.lengths.percentile(isNinety ? 0.9 : 0.5);
        const milliseconds is = *after.lengths.percentile(isNinety ? 0.9 : 0.5);
        if (double(is.count()) >= double(was.count()) * Changes::LeastGrowth &&
            is - was >= Changes::LeastLonger)
            return Change{.kind = Change::Kind::HoldsGrew,
                          .key = key,
                          .isNinety = isNinety,
                          .lengthBefore = was,
                          .lengthAfter = is,
                          .countBefore = before.lengths.count(),
                          .countAfter = after.lengths.count()};
    }
    return {};
}

// share: how long the second period was watched, as a part of the first.
std::optional<Change> risenRate(const LockName &key, const Period &before, const Period &after, double share)
{
    const double expected = double(before.acquired) * share;
    const auto found = double(after.acquired);
    if (found < double(Changes::LeastHolds) || found < expected * Changes::LeastRise ||
        found - expected < Changes::LeastDeviations * std::sqrt(found + expected * share))
        return {};
    return Change{.kind = Change::Kind::RateRose,
                  .key = key,
                  .countBefore = before.acquired,
                  .countAfter = after.acquired};
}

double growthOf(const Change &change)
{
    return double(change.lengthAfter.count()) / double(std::max<qint64>(change.lengthBefore.count(), 1));
}

void addGrowth(std::vector<Change> &changes, const HoldsAnswer &answer, const Changes &periods)
{
    std::map<LockName, std::pair<Period, Period>> locks;
    for (const Hold &hold : answer.holds) {
        auto &[before, after] = locks[hold.key];
        if (!hold.beganBefore) {
            before.acquired += isWithin(hold.began, periods.before);
            after.acquired += isWithin(hold.began, periods.after);
        }
        if (!hold.ended || hold.beganBefore)
            continue;
        if (isWithin(*hold.ended, periods.before))
            before.lengths.add(hold.length(*hold.ended));
        else if (isWithin(*hold.ended, periods.after))
            after.lengths.add(hold.length(*hold.ended));
    }
    const double watchedBefore = watchedSeconds(periods.before, periods.unwatchedBefore);
    const double watchedAfter = watchedSeconds(periods.after, periods.unwatchedAfter);
    std::vector<Change> grown;
    std::vector<Change> risen;
    for (const auto &[key, both] : locks) {
        if (const auto change = grownHolds(key, both.first, both.second))
            grown.push_back(*change);
        if (watchedBefore <= 0)
            continue;
        if (const auto change = risenRate(key, both.first, both.second, watchedAfter / watchedBefore))
            risen.push_back(*change);
    }
    std::stable_sort(grown.begin(), grown.end(),
                     [](const Change &a, const Change &b) { return growthOf(a) > growthOf(b); });
    std::stable_sort(risen.begin(), risen.end(), [](const Change &a, const Change &b) {
        return a.countAfter - a.countBefore > b.countAfter - b.countBefore;
    });
    changes.insert(changes.end(), grown.begin(), grown.end());
    changes.insert(changes.end(), risen.begin(), risen.end());
}

} // namespace

Changes whatChanged(const HoldsAnswer &answer, const ChangeQuery &query, WallTime at)
{
    const WallTime middle = std::min(query.at, at);
    Changes found{.before = {middle - query.width, middle},
                  .after = {middle, std::min(middle + query.width, at)},
                  .truncated = answer.truncated};
    found.unwatchedBefore = unwatched(answer, found.before);
    found.unwatchedAfter = unwatched(answer, found.after);
    if (answer.leftOutBefore && *answer.leftOutBefore > found.before.from)
        found.unwatchedBefore =
            std::max(found.unwatchedBefore, std::chrono::duration_cast<milliseconds>(
                                                std::min(*answer.leftOutBefore, middle) - found.before.from));
    addServers(found.changes, answer.marks);
    addVerdicts(found.changes, answer, found);
    // Without the whole of the first period, everything would be new.
    if (found.unwatchedBefore == milliseconds(0) && !answer.truncated)
        addClients(found.changes, answer, found);
    addGrowth(found.changes, answer, found);
    if (found.changes.size() > Changes::Most)
        found.changes.resize(Changes::Most);
    return found;
}

} // namespace lockscope
