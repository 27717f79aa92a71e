// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/playback/recordingreader.h"

#include "core/base/unixms.h"
#include "core/history/memory/contentionbook.h"
#include "core/history/memory/tallier.h"
#include "core/history/playback/joinedanswer.h"
#include "core/history/playback/lastknown.h"

#include <QSet>

#include <algorithm>
#include <utility>

namespace lockscope
{

namespace
{

using namespace std::chrono_literals;

constexpr size_t AcrossMost = 250'000;  // holds that go on in the next file
constexpr size_t ContendedMost = 5'000; // locks of one file
constexpr size_t LeftOutMost = 1'000;   // events of a lock that only end or begin a file
constexpr qsizetype OrdersMost = 1'000'000;
constexpr milliseconds AroundMinutes = 1min; // the minute of an event begins before it

} // namespace

Done RecordingReader::resume()
{
    std::erase_if(m_across, [](const FoundAcross &found) { return found.isLast; });
    return m_set.open();
}

QStringList RecordingReader::fileNames() const
{
    QStringList names;
    for (const RecordingPart &part : m_set.parts())
        names << part.file;
    return names;
}

Outcome<std::optional<HistoryRange>> RecordingReader::extent()
{
    const std::vector<RecordingPart> &parts = m_set.parts();
    if (!parts.front().extent || !parts.back().extent)
        return std::optional<HistoryRange>();
    HistoryRange whole = *parts.front().extent;
    for (const RecordingPart &part : parts) // the clock may have been set back meanwhile
        whole = {std::min(whole.from, part.extent->from), std::max(whole.to, part.extent->to)};
    return std::optional(whole);
}

Outcome<std::optional<WallTime>> RecordingReader::lastWritten()
{
    const auto known = extent();
    return *known ? std::optional((*known)->to) : std::nullopt;
}

Outcome<std::optional<WallTime>> RecordingReader::since()
{
    const auto known = extent();
    return *known ? std::optional((*known)->from) : std::nullopt;
}

// A part that goes on from the one before has the time from its closing on.
WallTime RecordingReader::beginOf(size_t index) const
{
    if (index == 0)
        return WallTime::min();
    return part(index).isJoined() ? *part(index - 1).edges.closedAt : part(index).extent->from;
}

std::vector<RecordingReader::Stretch> RecordingReader::stretches(const HistoryRange &range) const
{
    std::vector<Stretch> stretches;
    for (size_t i = 0; i < files(); ++i) {
        const HistoryRange own{beginOf(i), i + 1 < files() ? beginOf(i + 1) : WallTime::max()};
        // Its last events may have the time of the closing.
        const WallTime end = part(i).edges.closedAt ? own.to + 1ms : own.to;
        const HistoryRange inside{std::max(range.from, own.from), std::min(range.to, end)};
        const bool isAt = range.from >= own.from && range.from < own.to; // if the range is empty
        const bool isWithin = inside.from < std::min(inside.to, own.to);
        if (isWithin || isAt || (i + 1 == files() && stretches.empty()))
            stretches.push_back({i, inside});
    }
    return stretches;
}

// A moment while a file was closed and the next one begun is as its beginning says.
HistoryRange RecordingReader::settled(const HistoryRange &range) const
{
    for (size_t i = 1; i < files(); ++i) {
        if (!part(i).isJoined())
            continue;
        const WallTime until = *part(i).edges.restatedUntil;
        if (range.from >= beginOf(i) && range.from < until && range.to <= until + 1ms)
            return {until, until + (range.to - range.from)};
    }
    return range;
}

// In it nothing was missed, and what was so is said again. isFirst: no earlier part has said it.
void RecordingReader::leaveOutJoint(const Stretch &stretch, bool isFirst, HoldsAnswer &answer) const
{
    const RecordingPart &own = part(stretch.part);
    if (own.isJoined() && stretch.range.from < *own.edges.restatedUntil) {
        const WallTime until = *own.edges.restatedUntil;
        cutUntil(answer.unseen, until);
        std::erase_if(answer.unjudged,
                      [until](const Unjudged &one) { return one.node.isEmpty() && one.over.to <= until; });
        for (Unjudged &one : answer.unjudged) {
            if (one.node.isEmpty())
                one.over.from = std::max(one.over.from, until);
        }
        std::erase_if(answer.marks, [until](const Mark &mark) {
            return (mark.kind == Mark::Kind::Opened || mark.kind == Mark::Kind::Lost) && mark.at <= until;
        });
        const auto isSaidAgain = [&](const auto &step) { return !isFirst && step.at <= until; };
        std::erase_if(answer.waiters, isSaidAgain);
        std::erase_if(answer.verdicts, isSaidAgain);
    }
    if (own.edges.closedAt && stretch.range.to > *own.edges.closedAt)
        leaveOutClosing(*own.edges.closedAt, answer);
    const bool isCut = stretch.part + 1 < files() && !own.closedAt; // it ends without saying so
    if (const WallTime from = std::max(stretch.range.from, own.extent->to);
        isCut && from < stretch.range.to) {
        answer.unseen.push_back({from, stretch.range.to});
        answer.unjudged.push_back({{from, stretch.range.to}, {}});
    }
}

// The waiters of each lock are said to be gone when watching ends.
void RecordingReader::leaveOutClosing(WallTime closedAt, HoldsAnswer &answer)
{
    const auto cut = [closedAt](HistoryRange &range) { range.to = std::min(range.to, closedAt); };
    const auto isEmpty = [](const HistoryRange &range) { return range.to <= range.from; };
    std::for_each(answer.unseen.begin(), answer.unseen.end(), cut);
    std::erase_if(answer.unseen, isEmpty);
    for (Unjudged &one : answer.unjudged)
        cut(one.over);
    std::erase_if(answer.unjudged, [&](const Unjudged &one) { return isEmpty(one.over); });
    std::erase_if(answer.marks, [closedAt](const Mark &mark) {
        return mark.kind == Mark::Kind::Closed && mark.at >= closedAt;
    });
    QSet<LockName> ended;
    std::erase_if(answer.waiters, [&](const WaitersStep &step) {
        if (step.at < closedAt || step.waiters > 0 || ended.contains(step.key))
            return false;
        ended.insert(step.key);
        return true;
    });
}

// The part closed it, or lost it from sight, which in one file is undone when it is seen again.
bool RecordingReader::mayGoOn(const Hold &hold, size_t index) const
{
    const std::optional<WallTime> &closedAt = part(index).edges.closedAt;
    return closedAt && hold.ended && (hold.untilClosing ? *hold.ended >= *closedAt : isLostFromSight(hold));
}

// The holds that a part takes over from the one before, as they end in it.
Outcome<const RecordingReader::Across *> RecordingReader::across(size_t index)
{
    const RecordingPart &own = part(index);
    const auto known = std::find_if(m_across.begin(), m_across.end(),
                                    [&own](const FoundAcross &found) { return found.part.isSame(own); });
    if (known != m_across.end())
        return &known->holds;
    const WallTime at = beginOf(index);
    const auto answer = ask(index, [at](PartReader &reader) {
        return reader.holds({.range = {at, at + 1ms}, .most = AcrossMost});
    });
    if (!answer)
        return answer.failure();
    FoundAcross &found = m_across.emplace_back(FoundAcross{.part = own, .isLast = index + 1 == files()});
    for (const Hold &hold : answer->holds)
        found.holds.insert({hold.key, hold.owner}, hold);
    return &found.holds;
}

Outcome<RecordingReader::Across> RecordingReader::takenOver(size_t index)
{
    if (!part(index).edges.closedAt)
        return Across();
    const auto next = across(index + 1);
    return next ? Outcome<Across>(**next) : next.failure();
}

bool RecordingReader::isTakenOver(const Hold &end, const Across &next)
{
    const auto [first, last] = next.equal_range({end.key, end.owner});
    return isLostFromSight(end) && std::any_of(first, last, [&end](const Hold &hold) {
               return isSameBeginning(hold.began, end.began);
           });
}

// The same hold, with its end, if the part has it.
Outcome<std::optional<Hold>> RecordingReader::inNext(const Hold &hold, size_t index)
{
    const auto there = across(index);
    if (!there)
        return there.failure();
    std::optional<Hold> same;
    const auto apart = [&hold](const Hold &other) { return std::chrono::abs(other.began - hold.began); };
    const auto [first, end] = (*there)->equal_range({hold.key, hold.owner});
    for (auto one = first; one != end; ++one)
        if (isSameBeginning(one->began, hold.began) && (!same || apart(*one) < apart(*same)))
            same = *one;
    if (!same)
        return same;
    if (same->lastKnown == same->began) // the part before knows since when its node was lost
        same->lastKnown = hold.lastKnown.value_or(hold.began);
    same->began = hold.began;
    same->beganBefore = hold.beganBefore;
    if (hold.node != same->node && same->moves.empty()) // moved by a failover that neither file has
        same->moves.emplace_back(beginOf(index), hold.node);
    same->moves.insert(same->moves.begin(), hold.moves.begin(), hold.moves.end());
    if (!mayGoOn(*same, index))
        return same;
    auto later = inNext(*same, index + 1);
    return later.ok() && !*later ? Outcome(same) : later;
}

// Leaves out those that go on in the next part. isLast: the query asks no later part.
Done RecordingReader::goOn(const Stretch &stretch, bool isLast, std::vector<Hold> &holds)
{
    std::vector<Hold> kept;
    for (Hold &hold : holds) {
        if (!mayGoOn(hold, stretch.part)) {
            kept.push_back(std::move(hold));
            continue;
        }
        auto whole = inNext(hold, stretch.part + 1);
        if (!whole)
            return whole.failure();
        if (!*whole || isLast)
            kept.push_back(*whole ? *std::move(*whole) : std::move(hold));
    }
    holds = std::move(kept);
    return Nothing{};
}

// Those that a part has lost from sight although the next one has them still.
Outcome<std::vector<Hold>> RecordingReader::lostFromSight(size_t index)
{
    const auto next = takenOver(index);
    if (!next || next->isEmpty())
        return next ? std::vector<Hold>() : Outcome<std::vector<Hold>>(next.failure());
    const auto found = std::ranges::find_if(
        m_across, [&](const FoundAcross &one) { return one.part.isSame(part(index + 1)); });
    if (found->lost)
        return *found->lost;
    const WallTime closedAt = *part(index).edges.closedAt;
    const auto closed = ask(index, [&](PartReader &reader) { return reader.closedHolders(closedAt); });
    if (!closed)
        return closed.failure();
    std::vector<Hold> missing;
    std::ranges::copy_if(*next, std::back_inserter(missing), [&](const Hold &hold) {
        return !closed->contains({hold.key, hold.owner});
    });
    std::vector<Hold> lost;
    if (!missing.empty()) {
        const WallTime first = std::ranges::min(missing, {}, &Hold::began).began;
        const HoldsQuery query{.range = {first, closedAt + 1ms}, .keys = keysOf(missing, AcrossMost)};
        const auto answer = ask(index, [&](PartReader &reader) { return reader.holds(query); });
        if (!answer)
            return answer.failure();
        std::ranges::copy_if(answer->holds, std::back_inserter(lost),
                             [&](const Hold &hold) { return isTakenOver(hold, *next); });
    }
    found->lost = lost;
    return lost;
}

// Those that end before the range in this part, lost from sight, and go on in the next one.
Done RecordingReader::addUnseen(const Stretch &stretch, const HoldsQuery &query, std::vector<Hold> &holds)
{
    const auto lost =
        query.most > 0 ? lostFromSight(stretch.part) : Outcome<std::vector<Hold>>(std::vector<Hold>());
    if (!lost)
        return lost.failure();
    const QSet<LockName> wanted(query.keys.begin(), query.keys.end());
    std::ranges::copy_if(*lost, std::back_inserter(holds), [&](const Hold &hold) {
        return *hold.ended <= stretch.range.from && (wanted.isEmpty() || wanted.contains(hold.key));
    });
    return Nothing{};
}

Outcome<HoldsAnswer> RecordingReader::joined(const HoldsQuery &query, AnswerOfPart ofPart)
{
    if (isOneFile())
        return ask(0, [&](PartReader &reader) { return (reader.*ofPart)(query); });
    HoldsAnswer all{.since = part(0).extent->from};
    const std::vector<Stretch> stretches = this->stretches(settled(query.range));
    for (const Stretch &stretch : stretches) {
        HoldsQuery own = query;
        own.range = stretch.range;
        // Those that go on seem to end last, and must not keep out others of their own.
        if (query.most > 0 && part(stretch.part).edges.closedAt) {
            const auto goOn = across(stretch.part + 1);
            if (!goOn)
                return goOn.failure();
            own.most += size_t((*goOn)->size());
        }
        auto answer = ask(stretch.part, [&](PartReader &reader) { return (reader.*ofPart)(own); });
        if (!answer)
            return answer;
        const bool isFirst = stretch.part == stretches.front().part;
        leaveOutJoint(stretch, isFirst, *answer);
        if (const Done added = isFirst ? addUnseen(stretch, query, answer->holds) : Done(Nothing{});
            !added.ok())
            return added.failure();
        if (const Done done = goOn(stretch, stretch.part == stretches.back().part, answer->holds); !done.ok())
            return done.failure();
        append(all, std::move(*answer));
    }
    keepNewest(all, query);
    return all;
}

Outcome<HoldsAnswer> RecordingReader::holds(const HoldsQuery &query)
{
    return each([&] { return joined(query, &HistoryReader::holds); });
}

Outcome<HoldsAnswer> RecordingReader::verdicts(const HoldsQuery &query)
{
    return each([&] { return joined(query, &HistoryReader::verdicts); });
}

Outcome<std::vector<Tally>> RecordingReader::minutes(const HistoryRange &range, milliseconds step)
{
    return each([&]() -> Outcome<std::vector<Tally>> {
        std::vector<Tally> all;
        for (size_t i = 0; i < files(); ++i) {
            const std::optional<HistoryRange> &own = part(i).extent;
            if (own && files() > 1 &&
                (own->to + AroundMinutes < range.from || own->from - AroundMinutes > range.to))
                continue;
            const auto minutes = ask(i, [&](PartReader &reader) { return reader.minutes(range, step); });
            if (!minutes)
                return minutes.failure();
            for (const Tally &minute : *minutes)
                addToSteps(all, minute, step);
        }
        return all;
    });
}

template<class Query> auto RecordingReader::inPartOf(WallTime at, const Query &query)
{
    return each([&] {
        const HistoryRange then = settled({at, at + 1ms});
        return ask(stretches(then).front().part,
                   [&](PartReader &reader) { return query(reader, then.from); });
    });
}

Outcome<HistoryMoment> RecordingReader::judgedMoment(WallTime at, size_t most)
{
    Outcome<HistoryMoment> then = moment(at, most);
    if (!then)
        return then;
    const HistoryRange range{at, at + 1ms};
    const HoldsQuery query{.range = range, .keys = keysOf(then->holds, JudgedMost), .most = 1};
    then->tooManyToJudge = query.keys.empty() && !then->holds.empty();
    auto judged = then->tooManyToJudge ? holds(query) : verdicts(query); // Both know which nodes were lost
    if (!judged)
        return judged.failure();
    const auto lately = minutes({at - 1min, range.to}, 1min);
    if (!lately)
        return lately.failure();
    keepHidingLosses(judged->unjudged, *lately);
    if (then->tooManyToJudge) {
        then->unjudged = std::move(judged->unjudged);
        then->unjudged.push_back({.over = range, .node = {}});
        return then;
    }
    std::erase_if(judged->verdicts, [](const VerdictStep &step) { return step.level == VerdictLevel::Ok; });
    then->verdicts = std::move(judged->verdicts);
    then->unjudged = std::move(judged->unjudged);
    auto waiters = inPartOf(
        at, [&query](PartReader &reader, WallTime when) { return reader.waitersAt(query.keys, when); });
    auto expiries = inPartOf(
        at, [&then](PartReader &reader, WallTime when) { return reader.expiriesAt(then->holds, when); });
    if (!waiters || !expiries)
        return waiters ? expiries.failure() : waiters.failure();
    then->waiters = std::move(*waiters);
    then->expiries = std::move(*expiries);
    return then;
}

Outcome<std::vector<WaitersStep>> RecordingReader::waitedForAt(WallTime at)
{
    return inPartOf(at, [](PartReader &reader, WallTime when) { return reader.waitedForAt(when); });
}

Outcome<LockEvents> RecordingReader::lockEvents(const LockName &key, size_t most)
{
    return each([&] { return joinedEvents(key, most); });
}

Outcome<LockEvents> RecordingReader::joinedEvents(const LockName &key, size_t most)
{
    if (isOneFile())
        return ask(0, [&](PartReader &reader) { return reader.lockEvents(key, most); });
    LockEvents lockEvents{.since = part(0).extent->from};
    for (size_t i = files(); i-- > 0 && !lockEvents.truncated;) {
        const size_t left = most - std::min(most, lockEvents.events.size());
        auto earlier = ask(i, [&](PartReader &reader) { return reader.lockEvents(key, left + LeftOutMost); });
        if (!earlier)
            return earlier;
        const PartEdges &edges = part(i).edges;
        std::erase_if(earlier->events, [&](const LockEvent &event) {
            const bool isOfWhatWasSo = isFirstSight(event) || event.kind == EventKind::Waiters;
            return (edges.restatedUntil && event.wallAt <= *edges.restatedUntil && isOfWhatWasSo) ||
                   (edges.closedAt && (event.untilClosing ? event.wallAt >= *edges.closedAt
                                                          : isSeenAgain(event, lockEvents.events)));
        });
        std::ranges::move(lockEvents.events, std::back_inserter(earlier->events));
        lockEvents.events = std::move(earlier->events);
        lockEvents.truncated = earlier->truncated || lockEvents.events.size() > most;
    }
    if (lockEvents.events.size() > most)
        lockEvents.events.erase(lockEvents.events.begin(), lockEvents.events.end() - qsizetype(most));
    return lockEvents;
}

Outcome<std::vector<Contention>> RecordingReader::contention(const HistoryRange &range, size_t most)
{
    return each([&] { return joinedContention(range, most); });
}

// From the newest on, until one is so full that only its newest events were read.
Outcome<std::vector<Contention>> RecordingReader::joinedContention(const HistoryRange &range, size_t most)
{
    const std::vector<Stretch> stretches = this->stretches(range);
    const bool isOne = stretches.size() == 1;
    std::vector<Contention> all;
    for (auto stretch = stretches.rbegin(); stretch != stretches.rend(); ++stretch) {
        auto part = ask(stretch->part, [&](PartReader &reader) {
            return reader.contention(stretch->range, isOne ? most : std::max(most, ContendedMost));
        });
        if (!part || isOne)
            return part;
        const std::optional<HistoryRange> &own = this->part(stretch->part).extent;
        const WallTime known = std::max(stretch->range.from, own->from) + 1s;
        const bool isCut = !part->empty() && part->front().over.from > known;
        all = demandOfBoth(*part, all, std::max(most, ContendedMost));
        if (isCut)
            break;
    }
    all.resize(std::min(all.size(), most));
    return all;
}

Outcome<OrdersAnswer> RecordingReader::orders(WallTime since)
{
    return each([&]() -> Outcome<OrdersAnswer> {
        if (isOneFile())
            return ask(0, [&](PartReader &reader) { return reader.orders(since); });
        LockOrders all(OrdersMost);
        for (size_t i = 0; i < files(); ++i) {
            const auto orders = ask(i, [](PartReader &reader) { return reader.allOrders(); });
            if (!orders)
                return orders.failure();
            for (const OrderSeen &order : *orders)
                all.add(order);
        }
        OrdersAnswer answer = all.answer();
        std::erase_if(answer.inversions, [since](const Inversion &one) { return one.last() < since; });
        return answer;
    });
}

Outcome<bool> RecordingReader::isSelection()
{
    return each([&]() -> Outcome<bool> {
        for (size_t i = 0; i < files(); ++i) {
            const auto isOne = ask(i, [](PartReader &reader) { return reader.isSelection(); });
            if (!isOne || *isOne)
                return isOne;
        }
        return false;
    });
}

} // namespace lockscope
