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

// The stretches in which a node could not be reached and hid locks. One that is back without having been lost
// was lost before.
std::vector<HistoryRange> lostStretches(const HoldsAnswer &answer, const HistoryRange &range,
                                        const std::vector<Tally> &minutes)
{
    std::vector<Unjudged> lost;
    addLostNodes(lost, answer.marks, range);
    std::set<NodeId> known;
    for (const Mark &mark : answer.marks) {
        if (mark.kind == Mark::Kind::Back && !known.contains(mark.node))
            lost.push_back({{range.from, mark.at}, mark.node});
        if (mark.kind == Mark::Kind::Lost || mark.kind == Mark::Kind::Back)
            known.insert(mark.node);
    }
    for (const Unjudged &part : answer.unjudged) {
        if (!part.node.isEmpty())
            lost.push_back(part);
    }
    std::vector<HistoryRange> stretches;
    for (const Unjudged &part : lost) {
        const std::vector<HistoryRange> hidden = hiddenParts(part.over, minutes);
        stretches.insert(stretches.end(), hidden.begin(), hidden.end());
    }
    return stretches;
}

bool hasGap(const HoldsAnswer &answer, const HistoryRange &range)
{
    return std::any_of(answer.marks.begin(), answer.marks.end(), [&range](const Mark &mark) {
        return mark.kind == Mark::Kind::Gap && isWithin(mark.at, range);
    });
}

// Of one lock in one period.
struct Period {
    std::vector<qint64> lengths{}; // in ms, of holds whose whole length is known
    qint64 acquired = 0;
};

// A client that holds locks in the later period.
struct Newcomer {
    WallTime first{};
    qint64 holds = 0;
    std::set<LockName> locks{};
};

// Nodes: when each became unreachable and when it was back.
void addServers(std::vector<Change> &changes, const std::vector<Mark> &marks, const HistoryRange &after)
{
    Change gaps{.kind = Change::Kind::Gap};
    for (const Mark &mark : marks) {
        if (!isWithin(mark.at, after))
            continue;
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

// True if the verdict of the lock was known when the second period began, and had been for a while: watching
// begins with OK for each.
bool isJudged(const LockName &key, const HoldsAnswer &answer, WallTime at)
{
    const auto isOf = [&key, &answer](const NodeId &node) {
        return node.isEmpty() ||
               std::any_of(answer.holds.begin(), answer.holds.end(), [&key, &node](const Hold &hold) {
                   return hold.key == key && (hold.node.isEmpty() || hold.node == node);
               });
    };
    return std::none_of(answer.unjudged.begin(), answer.unjudged.end(), [&](const Unjudged &part) {
        return part.over.from <= at && part.over.to > at - Changes::JudgedFor && isOf(part.node);
    });
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
        if (change.level != VerdictLevel::Ok && isJudged(key, answer, periods.after.from))
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

qint64 percentile(const std::vector<qint64> &sorted, double share)
{
    return sorted[std::min(size_t(double(sorted.size()) * share), sorted.size() - 1)];
}

// How much longer the second lengths are, in standard deviations (Mann and Whitney, Annals of Mathematical
// Statistics 18, 1947; equal ones share their rank). Both sorted.
double rankDeviations(const std::vector<qint64> &before, const std::vector<qint64> &after)
{
    const auto n = double(before.size());
    const auto m = double(after.size());
    std::map<qint64, std::pair<double, double>> counts;
    for (const qint64 length : before)
        ++counts[length].first;
    for (const qint64 length : after)
        ++counts[length].second;
    double wins = 0;
    double shorter = 0;
    double ties = 0;
    for (const auto &[length, count] : counts) {
        const double equal = count.first + count.second;
        wins += count.second * (shorter + count.first / 2);
        shorter += count.first;
        ties += equal * equal * equal - equal;
    }
    const double all = n + m;
    const double variance = n * m / 12 * (all + 1 - ties / (all * (all - 1)));
    return variance > 0 ? (wins - n * m / 2) / std::sqrt(variance) : 0;
}

// The 90th percentile, or else the median, if it has grown.
std::optional<Change> grownHolds(const LockName &key, Period before, Period after)
{
    const auto least = size_t(Changes::LeastHolds);
    if (before.lengths.size() < least || after.lengths.size() < least)
        return {};
    std::sort(before.lengths.begin(), before.lengths.end());
    std::sort(after.lengths.begin(), after.lengths.end());
    if (rankDeviations(before.lengths, after.lengths) < Changes::LeastDeviations)
        return {};
    for (const bool isNinety : {true, false}) {
        const milliseconds was(percentile(before.lengths, isNinety ? 0.9 : 0.5));
        const milliseconds is(percentile(after.lengths, isNinety ? 0.9 : 0.5));
        if (double(is.count()) >= double(was.count()) * Changes::LeastGrowth &&
            is - was >= Changes::LeastLonger)
            return Change{.kind = Change::Kind::HoldsGrew,
                          .key = key,
                          .isNinety = isNinety,
                          .lengthBefore = was,
                          .lengthAfter = is,
                          .countBefore = qint64(before.lengths.size()),
                          .countAfter = qint64(after.lengths.size())};
    }
    return {};
}

// share: how long the second period was watched, as a part of the first.
std::optional<Change> risenRate(const LockName &key, const Period &before, const Period &after, double share)
{
    const double expected = double(before.acquired) * share;
    const auto found = double(after.acquired);
    if (found < double(Changes::LeastAcquired) || found < expected * Changes::LeastRise ||
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
        if (!hold.isWhole())
            continue;
        if (isWithin(*hold.ended, periods.before))
            before.lengths.push_back(hold.length(*hold.ended).count());
        else if (isWithin(*hold.ended, periods.after))
            after.lengths.push_back(hold.length(*hold.ended).count());
    }
    // Other locks were acquired also while a node was lost: its time counts, so that none seems to rise.
    const double lengthBefore = watchedSeconds(periods.before, milliseconds(0));
    const double watchedAfter = watchedSeconds(periods.after, covered(answer.unseen, periods.after));
    std::vector<Change> grown;
    std::vector<Change> risen;
    for (const auto &[key, both] : locks) {
        if (const auto change = grownHolds(key, both.first, both.second))
            grown.push_back(*change);
        if (!periods.isWholeBefore() || lengthBefore <= 0)
            continue;
        if (const auto change = risenRate(key, both.first, both.second, watchedAfter / lengthBefore))
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

bool Changes::isCompared() const
{
    return unseenBefore < before.to - before.from && unseenAfter < after.to - after.from &&
           (!comparedFrom || *comparedFrom < after.from);
}

bool Changes::isWholeBefore() const
{
    return unwatchedBefore == milliseconds(0) && !missedBefore && !truncated;
}

Changes whatChanged(const HoldsAnswer &answer, const ChangeQuery &query, WallTime at,
                    const std::vector<Tally> &minutes)
{
    const WallTime middle = std::min(query.at, at);
    Changes found{.before = {middle - query.width, middle},
                  .after = {middle, std::min(middle + query.width, at)},
                  .truncated = answer.truncated};
    std::vector<HistoryRange> lost = lostStretches(answer, {found.before.from, found.after.to}, minutes);
    lost.insert(lost.end(), answer.unseen.begin(), answer.unseen.end());
    found.unwatchedBefore = covered(lost, found.before);
    found.unwatchedAfter = covered(lost, found.after);
    found.unseenBefore = covered(answer.unseen, found.before);
    found.unseenAfter = covered(answer.unseen, found.after);
    if (answer.truncated)
        found.comparedFrom = answer.leftOutBefore;
    // A hold that was there when watching began was found by a scan, whatever tells of changes.
    found.missedBefore = hasGap(answer, found.before) ||
                         std::any_of(answer.holds.begin(), answer.holds.end(),
                                     [](const Hold &hold) { return hold.sampled && !hold.beganBefore; });
    addServers(found.changes, answer.marks, found.after);
    addVerdicts(found.changes, answer, found);
    // Without the whole of the first period, everything would be new.
    if (found.isWholeBefore())
        addClients(found.changes, answer, found);
    addGrowth(found.changes, answer, found);
    if (found.changes.size() > Changes::Most)
        found.changes.resize(Changes::Most);
    return found;
}

} // namespace lockscope
