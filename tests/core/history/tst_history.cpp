// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/table/continuity.h"
#include "core/engine/table/eventlog.h"
#include "core/history/contentionbook.h"
#include "core/history/counters.h"
#include "core/history/eventring.h"
#include "core/history/groupholds.h"
#include "core/history/history.h"
#include "core/history/tallier.h"
#include "tests/support/runner.h"

#include <QTest>

namespace tst_history
{

using namespace lockscope;
using namespace std::chrono_literals;

namespace
{

const WallTime Start{1'700'000'000s}; // 20 s after a full minute

LockEvent lockEvent(EventKind kind, const QByteArray &key, const char *owner, milliseconds at)
{
    return {.kind = kind,
            .key = {key},
            .lockKind = {"token-lock"},
            .owner = {QByteArray(owner)},
            .count = 1,
            .wallAt = Start + at};
}

LockEvent ending(EventKind kind, const char *key, const char *owner, milliseconds at, milliseconds held)
{
    LockEvent end = lockEvent(kind, key, owner, at);
    end.count = 0;
    end.held = held;
    return end;
}

Lock waitedFor(const char *key, qint64 waiters)
{
    Lock lock;
    lock.key = {QByteArray(key)};
    lock.kind = {"rlock"};
    lock.waiters.subscribed = waiters;
    return lock;
}

QByteArrayList named(const std::vector<Hold> &holds)
{
    QByteArrayList names;
    for (const Hold &hold : holds) {
        const auto ms = [](WallTime at) {
            return QByteArray::number(qint64(std::chrono::duration_cast<milliseconds>(at - Start).count()));
        };
        names << hold.key.bytes + ' ' + hold.owner.bytes + ' ' + ms(hold.began) + '-' +
                     (hold.ended ? ms(*hold.ended) : QByteArray());
    }
    return names;
}

LockTotals totalsOf(qint64 held, qint64 waiters)
{
    return {.locks = held, .held = held, .waiters = waiters};
}

} // namespace

class TestHistory : public QObject
{
    Q_OBJECT

private slots:
    void percentilesAreRightToATenth();
    void lengthsSurviveThePacking();
    void secondsSayWhatHappenedInThem();
    void secondsAddUpToMinutes();
    void aWideRangeIsToldInMinutes();
    void waitingIsEstimatedByLittlesLaw();
    void whatCouldNotBeSeenIsBlind();
    void aMinuteIsCutWhereWatchingBeginsOrEnds();
    void aFigureIsNoMoreExactThanItsEvents();
    void holdsAreReadOffTheirEnds();
    void aHoldThatGoesOnHasNoEnd();
    void theLimitLeavesOutTheOldest();
    void aMomentShowsWhoHeldThen();
    void theMostWaitedForComesFirst();
    void oldMinutesForgetTheLeastContended();
    void thatLocksWithWaitersWereForgottenIsKnown();
    void whatIsHeldNowCountsUpToNow();
    void aHoldCountsInEachMinuteItLiesIn();
    void whatWasHeldBeforeIsKnownFromTheLock();
    void aGroupCountsByItsMajority();
    void anAttemptWithoutMajorityIsNoHold();
    void aGroupsHoldIsWhoHasItOnAnyNode();
    void aGroupsHoldGoesOnWhileNodesAreAway();
    void aGroupsHoldCountsOnce_data();
    void aGroupsHoldCountsOnce();
    void aNodeThatIsLostSpeaksNoMore();
    void whoGivesBackAPartHoldsTheRest();
    void aHoldWhoseEndWasLeftOutEnds();
    void leavingEventsOutIsAGap();
    void aSecondWithEventsLeftOutIsBlind();
    void manyEventsAreNoGap();
    void whatIsLeftOutEndsNoHoldOfAGroup();
    void moreHoldsThanAreKeptAreTold();
    void withoutAFileTheRingTellsOfTheTimeBefore();
    void verdictsOfAMomentAreKept();
    void verdictsThatAreForgottenAreNotGuessed();
    void waitersAreKeptAsSteps();
    void aLostNodeIsNotJudged();
};

namespace
{

Lock heldLock(const char *key, VerdictLevel level, std::string_view code)
{
    Lock lock;
    lock.key = {QByteArray(key)};
    lock.kind = {"rlock"};
    lock.node = {"a:1"};
    lock.holders.append(Holder{.id = {"me"}});
    lock.verdict = {.level = level, .code = code};
    return lock;
}

LockDelta changed(const Lock &lock)
{
    LockDelta delta;
    delta.upserted.push_back(std::make_shared<const Lock>(lock));
    return delta;
}

} // namespace

void TestHistory::verdictsOfAMomentAreKept()
{
    History history({});
    history.open({});
    const WallTime before = wallNow();
    const Lock stuck = heldLock("a", VerdictLevel::Critical, "no-expiry");
    history.take(changed(stuck));
    Lock worse = stuck;
    worse.verdict.code = "holder-gone";
    history.take(changed(worse));
    history.take(changed(worse)); // No change
    history.take(changed(heldLock("b", VerdictLevel::Ok, "healthy")));
    Lock lost = worse;
    lost.stale = true;
    lost.verdict = {.level = VerdictLevel::Info, .code = "stale"};
    history.take(changed(lost)); // The mark of the node says that it is unknown
    LockDelta gone;
    gone.removed.push_back({"a"});
    history.take(gone);
    const HoldsAnswer answer =
        history.holds({.range = {before - 10s, wallNow() + 1s}, .keys = {{"a"}, {"b"}}});
    QCOMPARE(answer.verdicts.size(), size_t(3));
    QCOMPARE(answer.verdicts[0].level, VerdictLevel::Critical);
    QCOMPARE(answer.verdicts[0].code, QByteArray("no-expiry"));
    QCOMPARE(answer.verdicts[1].code, QByteArray("holder-gone"));
    QCOMPARE(answer.verdicts[2].level, VerdictLevel::Ok);
    QCOMPARE(answer.unjudged.size(), size_t(1)); // Before it was opened
    QVERIFY(answer.unjudged[0].over.to <= before);
    QVERIFY(history.holds({.range = {before, wallNow() + 1s}, .keys = {{"b"}}}).verdicts.empty());
    const HoldsAnswer late =
        history.holds({.range = {answer.verdicts[1].at, wallNow() + 1s}, .keys = {{"a"}}});
    QCOMPARE(late.verdicts.front().code, QByteArray("holder-gone"));
    QCOMPARE(late.verdicts.front().at, answer.verdicts[1].at);
}

void TestHistory::verdictsThatAreForgottenAreNotGuessed()
{
    VerdictBook book;
    book.clear(Start);
    book.note(heldLock("old", VerdictLevel::Critical, "no-expiry"), Start + 1s);
    for (int i = 0; i < int(VerdictBook::StepsKept); ++i)
        book.note(heldLock("a", i % 2 ? VerdictLevel::Warning : VerdictLevel::Ok, "renewal-overdue"),
                  Start + 2s + i * 1ms);
    book.note(heldLock("a", VerdictLevel::Info, "waited-for"), Start + 300s);
    book.note(heldLock("a", VerdictLevel::Critical, "no-expiry"), Start + 301s);
    HoldsAnswer answer;
    book.answer({{"a"}, {"old"}}, answer, {Start, Start + 400s});
    QCOMPARE(answer.unjudged.size(), size_t(1));
    QVERIFY(answer.unjudged[0].over.to > Start + 1s);
    const auto old = std::ranges::find(answer.verdicts, LockName{"old"}, &VerdictStep::key);
    QVERIFY(old != answer.verdicts.end()); // It lasts, although its step is forgotten
    QCOMPARE(old->level, VerdictLevel::Critical);
    QCOMPARE(book.present().size(), size_t(2));
}

void TestHistory::waitersAreKeptAsSteps()
{
    EventRing ring;
    ring.clear(Start);
    for (const auto &[at, count] : {std::pair<milliseconds, qint64>{1s, 3}, {5s, 7}, {9s, 0}}) {
        LockEvent event = lockEvent(EventKind::Waiters, "a", "me", at);
        event.count = count;
        ring.add(event);
    }
    const HoldsAnswer answer = ring.holds({.range = {Start + 2s, Start + 20s}, .keys = {{"a"}, {"b"}}});
    QCOMPARE(answer.waiters.size(), size_t(3));
    QCOMPARE(answer.waiters[0].at, Start + 2s);
    QCOMPARE(answer.waiters[0].waiters, 3);
    QCOMPARE(answer.waiters[1].at, Start + 5s);
    QCOMPARE(answer.waiters[1].waiters, 7);
    QCOMPARE(answer.waiters[2].waiters, 0);
    for (size_t i = 0; i < EventRing::EventsKept; ++i)
        ring.add(lockEvent(EventKind::Renewed, "c", "me", 10s));
    QVERIFY(ring.holds({.range = {Start, Start + 20s}, .keys = {{"a"}}}).waiters.empty()); // 0 at last
}

void TestHistory::aLostNodeIsNotJudged()
{
    const HistoryRange range{Start, Start + 100s};
    std::vector<Mark> marks{
        {.kind = Mark::Kind::Lost, .at = Start - 10s, .node = {"a:1"}},
        {.kind = Mark::Kind::Back, .at = Start + 20s, .node = {"a:1"}},
        {.kind = Mark::Kind::Lost, .at = Start + 40s, .node = {"a:1"}},
        {.kind = Mark::Kind::Failover, .at = Start + 50s, .node = {"b:1"}, .other = {"a:1"}},
        {.kind = Mark::Kind::Lost, .at = Start + 90s, .node = {"b:1"}}};
    std::vector<Unjudged> unjudged;
    addLostNodes(unjudged, marks, range);
    QCOMPARE(unjudged.size(), size_t(3));
    QVERIFY(unjudged[0].over.from == range.from && unjudged[0].over.to == Start + 20s);
    QVERIFY(unjudged[1].over.from == Start + 40s && unjudged[1].over.to == Start + 50s);
    QVERIFY(unjudged[2].over.to == range.to && unjudged[2].node == NodeId{"b:1"});
}

void TestHistory::percentilesAreRightToATenth()
{
    HoldLengths lengths;
    QVERIFY(!lengths.percentile(0.5));
    for (int ms = 1; ms <= 10'000; ++ms)
        lengths.add(milliseconds(ms));
    QCOMPARE(lengths.count(), 10'000);
    for (const double share : {0.01, 0.5, 0.9, 0.99, 1.0}) {
        const double exact = share * 10'000;
        const double told = double(lengths.percentile(share)->count());
        QVERIFY2(std::abs(told - exact) <= exact * 0.1,
                 qPrintable(QStringLiteral("%1: %2").arg(exact).arg(told)));
    }
    HoldLengths short_;
    short_.add(0ms);
    QCOMPARE(*short_.percentile(0.5), 0ms);
    for (const int ms : {1, 2, 3, 4, 8, 1024}) {
        HoldLengths one;
        one.add(milliseconds(ms));
        QVERIFY(HoldLengths::lowerEdge(HoldLengths::stepOf(milliseconds(ms))) <= ms + 1e-6);
        QVERIFY(HoldLengths::lowerEdge(HoldLengths::stepOf(milliseconds(ms)) + 1) > ms);
    }
    HoldLengths longest;
    longest.add(std::chrono::hours(24 * 10'000));
    QVERIFY(longest.percentile(0.5) > std::chrono::hours(24 * 20));
}

void TestHistory::lengthsSurviveThePacking()
{
    HoldLengths lengths;
    for (const milliseconds length : {0ms, 1ms, 30'000ms, 30'000ms, 5ms})
        lengths.add(length);
    QCOMPARE(HoldLengths::unpacked(lengths.packed()), lengths);
    QCOMPARE(HoldLengths::unpacked(lengths.packed().left(3)).count(), 0);
    QCOMPARE(HoldLengths::unpacked("\xff\xff\xff\xff\xff").count(), 0);
}

void TestHistory::secondsSayWhatHappenedInThem()
{
    Tallier tallier(Start);
    tallier.setBlind(false);
    tallier.turn(Start + 1s);
    tallier.note(lockEvent(EventKind::Acquired, "a", "me", 1100ms));
    tallier.note(lockEvent(EventKind::Renewed, "a", "me", 1200ms));
    tallier.note(lockEvent(EventKind::Reentered, "a", "me", 1300ms));
    tallier.note(lockEvent(EventKind::Released, "a", "me", 1400ms)); // One of two holds
    tallier.note(ending(EventKind::Released, "a", "me", 1500ms, 400ms));
    tallier.note(ending(EventKind::Expired, "b", "me", 1500ms, 30s));
    tallier.note(ending(EventKind::Forced, "c", "me", 1500ms, 30s));
    tallier.note(ending(EventKind::Changed, "d", "me", 1500ms, 30s));
    tallier.noteTotals(totalsOf(4, 2), Start + 1500ms);
    tallier.noteTotals(totalsOf(3, 0), Start + 1750ms);
    const Tally second = tallier.turn(Start + 2s);
    QCOMPARE(second.from, Start + 1s);
    QCOMPARE(second.length, 1000ms);
    QCOMPARE(second.acquired, 1);
    QCOMPARE(second.renewed, 1);
    QCOMPARE(second.reentered, 1);
    QCOMPARE(second.released, 1);
    QCOMPARE(second.expired, 1);
    QCOMPARE(second.forced, 1);
    QCOMPARE(second.unseen, 1);
    QCOMPARE(second.ended(), 4);
    QCOMPARE(second.holds.count(), 4);
    QCOMPARE(second.totals.held, 3);
    QCOMPARE(second.mostWaiters, 2);
    QCOMPARE(second.waiterSeconds, 0.5);
    QVERIFY(!second.blind);
    const Tally next = tallier.turn(Start + 3s);
    QCOMPARE(next.acquired, 0);
    QCOMPARE(next.totals.held, 3);
}

void TestHistory::secondsAddUpToMinutes()
{
    Tallier tallier(Start);
    std::vector<Tally> minutes;
    for (int s = 0; s < 100; ++s) {
        tallier.note(lockEvent(EventKind::Acquired, "a", "me", milliseconds(s * 1000)));
        std::optional<Tally> minute;
        tallier.turn(Start + std::chrono::seconds(s + 1), &minute);
        if (minute)
            minutes.push_back(*minute);
    }
    QCOMPARE(minutes.size(), 1u);
    QCOMPARE(minutes[0].acquired, 40); // The rest of its first minute
    QCOMPARE(minutes[0].length, milliseconds(40s));
    const std::vector<Tally> whole = tallier.tallies({Start, Start + 100s}, 60s);
    QCOMPARE(whole.size(), 2u);
    QCOMPARE(whole[0].acquired + whole[1].acquired, 100);
    const std::vector<Tally> fine = tallier.tallies({Start, Start + 100s}, 10s);
    QCOMPARE(fine.size(), 10u);
    for (const Tally &step : fine)
        QCOMPARE(step.acquired, 10);
    QCOMPARE(tallier.tallies({Start + 10s, Start + 20s}, 1s).size(), 10u);
}

void TestHistory::aWideRangeIsToldInMinutes()
{
    Tallier tallier(Start);
    constexpr int Hours = 3;
    for (int s = 0; s < Hours * 3600; ++s) {
        if (s % 10 == 0)
            tallier.note(lockEvent(EventKind::Acquired, "a", "me", 0ms));
        tallier.turn(Start + std::chrono::seconds(s + 1));
    }
    const HistoryRange whole{Start - 24h, Start + 24h};
    const auto sum = [](const std::vector<Tally> &tallies) {
        qint64 acquired = 0;
        for (const Tally &tally : tallies)
            acquired += tally.acquired;
        return acquired;
    };
    QCOMPARE(tallier.since(), std::optional(Start));
    QCOMPARE(sum(tallier.tallies(whole, 3600s)), Hours * 360);
    QCOMPARE(tallier.tallies(whole, 3600s).size(), 4u); // It starts within an hour
    // Seconds are not kept for the oldest hour: minutes replace them.
    const std::vector<Tally> fine = tallier.tallies(whole, 1s);
    QCOMPARE(fine.back().length, milliseconds(1s));
    QCOMPARE(fine.front().length, milliseconds(40s));
    QVERIFY(fine.size() >= Tallier::SecondsKept + 59 && fine.size() <= Tallier::SecondsKept + 61);
}

void TestHistory::waitingIsEstimatedByLittlesLaw()
{
    const Tally busy{.acquired = 20, .waiterSeconds = 60};
    QCOMPARE(busy.waitEstimate(), std::optional<milliseconds>(3s));
    QVERIFY(!(Tally{.acquired = 20}.waitEstimate()));
    QVERIFY(!(Tally{.waiterSeconds = 60}.waitEstimate()));
}

void TestHistory::whatCouldNotBeSeenIsBlind()
{
    Tallier tallier(Start);
    QVERIFY(tallier.turn(Start + 1s).blind);
    tallier.setBlind(false);
    tallier.setSampled(true);
    QVERIFY(tallier.turn(Start + 2s).blind); // For a part of it
    tallier.setSampled(false);
    QVERIFY(!tallier.turn(Start + 3s).blind);
    tallier.noteGap();
    const Tally gap = tallier.turn(Start + 4s);
    QVERIFY(gap.blind && !gap.sampled);
    QVERIFY(!tallier.turn(Start + 5s).blind);
    QCOMPARE(tallier.tallies({Start, Start + 5s}, 1s)[2].sampled, true);
}

// Else a second that was not watched would make its whole minute unknown, and a file has minutes only.
void TestHistory::aMinuteIsCutWhereWatchingBeginsOrEnds()
{
    Tallier tallier(Start);
    std::optional<Tally> ended;
    tallier.turn(Start + 1s, &ended);
    tallier.setBlind(false);
    tallier.turn(Start + 2s, &ended); // For a part of it
    QVERIFY(!ended);
    tallier.turn(Start + 3s, &ended);
    QVERIFY(ended);
    QVERIFY(ended->blind);
    QCOMPARE(ended->length, milliseconds(2s));
    tallier.turn(Start + 4s);
    tallier.noteGap();
    tallier.turn(Start + 5s);
    const std::vector<Tally> steps = tallier.tallies({Start, Start + 5s}, 1min);
    QCOMPARE(steps.size(), 3u);
    const auto isPart = [](const Tally &step, milliseconds from, milliseconds length, bool blind) {
        return step.from == Start + from && step.length == length && step.blind == blind;
    };
    QVERIFY(isPart(steps[0], 0s, 2s, true));
    QVERIFY(isPart(steps[1], 2s, 2s, false));
    QVERIFY(isPart(steps[2], 4s, 1s, true));
}

void TestHistory::aFigureIsNoMoreExactThanItsEvents()
{
    Tallier tallier(Start);
    tallier.setBlind(false);
    tallier.turn(Start + 1s);
    const auto sampledBy = [&](EventKind kind, bool sampled, bool ends) {
        LockEvent event{.kind = kind, .sampled = sampled};
        if (ends)
            event.held = 1s;
        tallier.note(event);
        return tallier.turn(Start + 2s).sampled;
    };
    QVERIFY(!sampledBy(EventKind::Acquired, false, false));
    QVERIFY(sampledBy(EventKind::Acquired, true, false)); // A permit, while other kinds are exact
    QVERIFY(sampledBy(EventKind::Released, true, true));
    QVERIFY(!sampledBy(EventKind::Waiters, true, false));
    QVERIFY(!sampledBy(EventKind::Released, false, true));
    tallier.noteUnread(3);
    const Tally unread = tallier.turn(Start + 3s);
    QVERIFY(unread.sampled);
    QCOMPARE(unread.unread, qint64(3));
    tallier.noteUnread(0);
    QVERIFY(!tallier.turn(Start + 4s).sampled);
}

void TestHistory::holdsAreReadOffTheirEnds()
{
    EventRing ring;
    LockEvent before = ending(EventKind::Expired, "a", "me", 5000ms, 60s);
    before.heldIsLowerBound = true;
    ring.add(before);
    ring.add(lockEvent(EventKind::Acquired, "a", "you", 6000ms));
    ring.add(lockEvent(EventKind::Renewed, "a", "you", 6500ms));
    ring.add(ending(EventKind::Released, "a", "you", 7000ms, 1000ms));
    ring.add(ending(EventKind::Released, "b", "you", 7000ms, 100ms));
    ring.add(Mark{.kind = Mark::Kind::Failover, .at = Start + 6500ms});
    const HoldsAnswer all = ring.holds({.range = {Start, Start + 10s}});
    QCOMPARE(named(all.holds), (QByteArrayList{"a me -55000-5000", "a you 6000-7000", "b you 6900-7000"}));
    QVERIFY(all.holds[0].beganBefore && !all.holds[1].beganBefore);
    QCOMPARE(all.holds[0].how, EventKind::Expired);
    QCOMPARE(all.holds[0].kind, QByteArray("token-lock"));
    QCOMPARE(all.marks.size(), 1u);
    QVERIFY(all.renewals.empty()); // For all locks there would be too many
    const HoldsAnswer one = ring.holds({.range = {Start + 6s, Start + 10s}, .keys = {{QByteArray("a")}}});
    QCOMPARE(named(one.holds), (QByteArrayList{"a you 6000-7000"}));
    QCOMPARE(one.renewals.size(), 1u);
    QCOMPARE(ring.story({QByteArray("a")}, 2).events.size(), 2u);
    QCOMPARE(ring.story({QByteArray("a")}, 2).events.front().kind, EventKind::Renewed);
}

void TestHistory::aHoldThatGoesOnHasNoEnd()
{
    EventRing ring;
    ring.add(lockEvent(EventKind::Acquired, "a", "me", 0ms));
    ring.add(ending(EventKind::Released, "a", "me", 1000ms, 1000ms));
    ring.add(lockEvent(EventKind::Acquired, "a", "me", 2000ms));
    QCOMPARE(named(ring.holds({.range = {Start, Start + 10s}}).holds),
             (QByteArrayList{"a me 0-1000", "a me 2000-"}));
    QCOMPARE(named(ring.holds({.range = {Start, Start + 500ms}}).holds), (QByteArrayList{"a me 0-1000"}));
}

void TestHistory::theLimitLeavesOutTheOldest()
{
    EventRing ring;
    for (int i = 0; i < 10; ++i)
        ring.add(ending(EventKind::Released, "a", "me", milliseconds(1000 * i + 500), 100ms));
    const HoldsAnswer some = ring.holds({.range = {Start, Start + 60s}, .most = 3});
    QVERIFY(some.truncated);
    QCOMPARE(named(some.holds), (QByteArrayList{"a me 7400-7500", "a me 8400-8500", "a me 9400-9500"}));
}

void TestHistory::aMomentShowsWhoHeldThen()
{
    EventRing ring;
    ring.add(lockEvent(EventKind::Acquired, "a", "me", 0ms));
    ring.add(lockEvent(EventKind::Acquired, "b", "you", 500ms));
    ring.add(ending(EventKind::Released, "a", "me", 1000ms, 1000ms));
    QCOMPARE(named(ring.moment(Start + 400ms, 100).holds), (QByteArrayList{"a me 0-1000"}));
    QCOMPARE(named(ring.moment(Start + 700ms, 100).holds), (QByteArrayList{"a me 0-1000", "b you 500-"}));
    QCOMPARE(named(ring.moment(Start + 1s, 100).holds), (QByteArrayList{"b you 500-"}));
}

void TestHistory::theMostWaitedForComesFirst()
{
    ContentionBook book;
    book.turnMinute(Start);
    book.noteLock(waitedFor("a", 2), Start);
    book.noteLock(waitedFor("b", 1), Start);
    book.noteLock(waitedFor("c", 0), Start);
    for (int i = 0; i < 5; ++i)
        book.note(lockEvent(EventKind::Acquired, "c", "me", 1000ms));
    book.note(lockEvent(EventKind::Acquired, "a", "me", 1000ms));
    book.note(ending(EventKind::Released, "a", "me", 3000ms, 2000ms));
    book.noteLock(waitedFor("a", 0), Start + 3s);
    book.noteGone({QByteArray("b")}, Start + 5s);
    const auto locks = book.contention({Start, Start + 60s}, 10, Start + 10s);
    QCOMPARE(locks.size(), 3u);
    QCOMPARE(locks[0].key.bytes, QByteArray("a"));
    QCOMPARE(locks[0].waiterSeconds, 6.0);
    QCOMPARE(locks[0].mostWaiters, 2);
    QCOMPARE(locks[0].heldFor, 2000ms);
    QCOMPARE(locks[0].waitEstimate(), std::optional<milliseconds>(6s));
    QCOMPARE(locks[1].key.bytes, QByteArray("b"));
    QCOMPARE(locks[1].waiterSeconds, 5.0);
    QCOMPARE(locks[2].acquired, 5);
    QCOMPARE(book.contention({Start, Start + 60s}, 1, Start + 10s).size(), 1u);
}

void TestHistory::oldMinutesForgetTheLeastContended()
{
    ContentionBook book;
    book.turnMinute(Start);
    book.noteLock(waitedFor("hot", 1), Start);
    for (int i = 0; i < 1000; ++i)
        book.note(lockEvent(EventKind::Acquired, QByteArray::number(i), "me", 1000ms));
    QCOMPARE(book.contention({Start, Start + 60s}, 5000, Start + 30s).size(), 1001u);
    book.turnMinute(Start + 60s);
    const auto locks = book.contention({Start, Start + 60s}, 5000, Start + 90s);
    QCOMPARE(qsizetype(locks.size()), ContentionBook::KeptOfOldMinute);
    QCOMPARE(locks[0].key.bytes, QByteArray("hot"));
    QCOMPARE(locks[0].waiterSeconds, 60.0);
    // Still waited for, also in the current minute.
    const auto whole = book.contention({Start, Start + 120s}, 1, Start + 90s);
    QCOMPARE(whole[0].waiterSeconds, 90.0);
}

void TestHistory::thatLocksWithWaitersWereForgottenIsKnown()
{
    ContentionBook book;
    book.clear(Start);
    for (int i = 0; i < ContentionBook::KeptOfOldMinute; ++i)
        book.noteLock(waitedFor(QByteArray::number(i).constData(), 2), Start);
    for (int i = 0; i < 100; ++i) // without waiters, they cost nobody any waiting
        book.note(lockEvent(EventKind::Acquired, "free:" + QByteArray::number(i), "me", 1000ms));
    book.turnMinute(Start + 60s);
    book.noteLock(waitedFor("more", 1), Start + 70s);
    book.turnMinute(Start + 120s);
    QVERIFY(!book.isCut({Start, Start + 60s}));
    QVERIFY(book.isCut({Start, Start + 90s}));
    QVERIFY(book.isCut({Start + 90s, Start + 3min}));
    QVERIFY(!book.isCut({Start + 2min, Start + 3min}));
}

void TestHistory::whatIsHeldNowCountsUpToNow()
{
    ContentionBook book;
    book.clear(Start);
    Lock lock = waitedFor("a", 1);
    lock.holders.append(Holder{.id = {QByteArray("me")}});
    book.note(lockEvent(EventKind::Acquired, "a", "me", 10s));
    book.noteLock(lock, Start + 10s);
    const auto locks = book.contention({Start, Start + 60s}, 1, Start + 30s);
    QCOMPARE(locks[0].heldFor, 20s);
    QVERIFY(!locks[0].sampled);
    QVERIFY(locks[0].over.from == Start && locks[0].over.to == Start + 30s);
    for (int minute = 1; minute <= 50; ++minute)
        book.turnMinute(Start + minute * 1min);
    // Only the requested range, in whole minutes, which the answer names.
    const auto late = book.contention({Start + 45min + 30s, Start + 2h}, 1, Start + 50min + 10s);
    QCOMPARE(late[0].heldFor, 5min + 10s);
    QVERIFY(late[0].over.from == Start + 45min && late[0].over.to == Start + 50min + 10s);
    book.note(ending(EventKind::Released, "a", "me", 50min + 10s, 50min));
    book.noteLock(waitedFor("a", 1), Start + 50min + 10s);
    QCOMPARE(book.contention({Start + 45min, Start + 2h}, 1, Start + 50min + 30s)[0].heldFor, 5min + 10s);
    QCOMPARE(book.contention({Start, Start + 2h}, 1, Start + 50min + 30s)[0].heldFor, 50min);
}

void TestHistory::aHoldCountsInEachMinuteItLiesIn()
{
    ContentionBook book;
    book.clear(Start);
    book.note(lockEvent(EventKind::Acquired, "a", "me", 50s));
    book.turnMinute(Start + 60s);
    book.turnMinute(Start + 120s);
    book.note(ending(EventKind::Released, "a", "me", 125s, 75s));
    const auto of = [&book](milliseconds from, milliseconds to) {
        return book.contention({Start + from, Start + to}, 1, Start + 130s)[0].heldFor;
    };
    QCOMPARE(of(0s, 60s), 10s);
    QCOMPARE(of(60s, 120s), 60s);
    QCOMPARE(of(120s, 130s), 5s);
    QCOMPARE(of(0s, 130s), 75s);
}

void TestHistory::whatWasHeldBeforeIsKnownFromTheLock()
{
    ContentionBook book;
    book.clear(Start);
    Lock lock = waitedFor("a", 1);
    lock.holders.append(Holder{.id = {QByteArray("me")}});
    lock.readAt = lock.heldSince + 5s;
    book.noteLock(lock, Start + 20s);
    const auto of = [&book](milliseconds at) {
        return book.contention({Start, Start + 60s}, 1, Start + at)[0];
    };
    QCOMPARE(of(30s).heldFor, 15s);
    QVERIFY(of(30s).sampled); // A lower bound
    // Its end was not reported: it is no longer held.
    book.noteLock(waitedFor("a", 1), Start + 40s);
    QCOMPARE(of(50s).heldFor, 25s);
    book.noteLock(lock, Start + 50s);
    book.noteGone(lock.key, Start + 55s);
    QCOMPARE(of(60s).heldFor, 35s);
}

namespace
{

// A lock merged from three nodes with these owners; empty: none. Unreachable nodes report nothing.
LockPtr byNodes(const QByteArrayList &owners, bool seenBefore = false, int away = 0)
{
    auto lock = std::make_shared<Lock>();
    lock->key = {QByteArray("a")};
    lock->kind = {"token-lock"};
    lock->heldIsLowerBound = seenBefore;
    lock->readAt = lock->heldSince + 5s;
    auto extras = std::make_shared<LockExtras>();
    Quorum quorum{.nodes = 3, .needed = 2, .reachable = 3 - away};
    for (int i = 0; i < owners.size(); ++i) {
        const QByteArray &owner = owners[i];
        if (owner.isEmpty())
            continue;
        if (lock->holders.isEmpty())
            lock->holders.append(Holder{.id = {owner}});
        ++quorum.agreeing;
        extras->copies.push_back(
            {.node = {'n' + QByteArray::number(i + 1)}, .state = CopyState::Held, .owner = {owner}});
    }
    quorum.owner = lock->owner();
    extras->quorum = quorum;
    lock->extras = extras;
    return lock;
}

LockPtr ofGroup(const char *owner, int agreeing, bool seenBefore = false)
{
    return byNodes(QByteArrayList(agreeing, QByteArray(owner)), seenBefore);
}

QByteArray told(const std::vector<LockEvent> &events)
{
    QByteArrayList texts;
    for (const LockEvent &event : events)
        texts << QByteArray(name(event.kind)) + ' ' + event.owner.bytes +
                     (event.held ? ' ' + QByteArray::number(qint64(event.held->count())) : QByteArray());
    return texts.join(", ");
}

LockEvent from(const char *node, LockEvent event)
{
    event.node = {QByteArray(node)};
    return event;
}

} // namespace

void TestHistory::aGroupCountsByItsMajority()
{
    GroupHolds group;
    LockDelta delta;
    delta.events = {from("n1", lockEvent(EventKind::Acquired, "a", "me", 0ms))};
    delta.upserted = {ofGroup("me", 1)};
    QCOMPARE(told(group.follow(delta, Start)), QByteArray());
    delta.upserted = {ofGroup("me", 2)};
    QCOMPARE(told(group.follow(delta, Start)), QByteArray("acquired me"));
    delta.upserted = {ofGroup("me", 3)};
    delta.events = {from("n2", lockEvent(EventKind::Renewed, "a", "me", 100ms)),
                    from("n1", lockEvent(EventKind::Renewed, "a", "me", 101ms))};
    QCOMPARE(told(group.follow(delta, Start + 200ms)), QByteArray("renewed me"));
    delta.events = {from("n1", ending(EventKind::Released, "a", "me", 1000ms, 1000ms))};
    delta.upserted = {ofGroup("me", 2)};
    QCOMPARE(told(group.follow(delta, Start + 1000ms)), QByteArray());
    delta.events = {from("n2", ending(EventKind::Released, "a", "me", 1001ms, 1000ms))};
    delta.upserted = {ofGroup("me", 1)};
    QCOMPARE(told(group.follow(delta, Start + 1001ms)), QByteArray("released me 1001"));
    delta.upserted.clear();
    delta.removed = {{QByteArray("a")}};
    QCOMPARE(told(group.follow(delta, Start + 1002ms)), QByteArray());
    // Already held when first seen: its start is not reported.
    LockDelta other;
    other.upserted = {ofGroup("old", 3, true)};
    QCOMPARE(told(group.follow(other, Start + 10s)), QByteArray());
    other.upserted = {ofGroup("new", 3)};
    const std::vector<LockEvent> handedOver = group.follow(other, Start + 11s);
    QCOMPARE(told(handedOver), QByteArray("changed old 6000, acquired new"));
    QVERIFY(handedOver.front().heldIsLowerBound);
}

void TestHistory::anAttemptWithoutMajorityIsNoHold()
{
    GroupHolds group;
    LockDelta delta;
    delta.events = {from("n1", lockEvent(EventKind::Acquired, "a", "me", 0ms)),
                    from("n1", ending(EventKind::Released, "a", "me", 5ms, 5ms))};
    delta.upserted = {ofGroup("me", 1)};
    QCOMPARE(told(group.follow(delta, Start)), QByteArray());
    delta.events.clear();
    delta.upserted.clear();
    delta.removed = {{QByteArray("a")}};
    QCOMPARE(told(group.follow(delta, Start + 5ms)), QByteArray());
}

// A Redisson client has a different id on each node, and one of them is lost with its node's copy.
void TestHistory::aGroupsHoldIsWhoHasItOnAnyNode()
{
    GroupHolds group;
    LockDelta delta;
    delta.upserted = {byNodes({"u1:1", "u2:1", "u3:1"})};
    QCOMPARE(told(group.follow(delta, Start)), QByteArray("acquired u1:1"));
    delta.upserted = {byNodes({"", "u2:1", "u3:1"})};
    QCOMPARE(told(group.follow(delta, Start + 1s)), QByteArray());
    delta.upserted = {byNodes({"u1:1", "", "u3:1"})};
    QCOMPARE(told(group.follow(delta, Start + 2s)), QByteArray());
    delta.upserted = {byNodes({"v1:1", "v2:1", ""})};
    QCOMPARE(told(group.follow(delta, Start + 3s)), QByteArray("changed u1:1 3000, acquired v1:1"));
}

void TestHistory::aGroupsHoldGoesOnWhileNodesAreAway()
{
    GroupHolds group;
    LockDelta delta;
    delta.upserted = {byNodes({"me", "me", "me"})};
    QCOMPARE(told(group.follow(delta, Start)), QByteArray("acquired me"));
    delta.upserted = {byNodes({"me"}, false, 2)};
    QCOMPARE(told(group.follow(delta, Start + 1s)), QByteArray());
    delta.upserted = {byNodes({}, false, 3)};
    QCOMPARE(told(group.follow(delta, Start + 2s)), QByteArray());
    delta.upserted = {byNodes({"me", "me", "me"})};
    QCOMPARE(told(group.follow(delta, Start + 3s)), QByteArray());
    delta.upserted = {byNodes({"me"}, false, 1)}; // The reachable node has lost it
    QCOMPARE(told(group.follow(delta, Start + 4s)), QByteArray());
    delta.upserted = {byNodes({}, false, 1)};
    QCOMPARE(told(group.follow(delta, Start + 5s)), QByteArray("changed me 5000"));
}

void TestHistory::aGroupsHoldCountsOnce_data()
{
    QTest::addColumn<QByteArrayList>("then");
    QTest::addColumn<int>("away");
    QTest::newRow("two nodes are away") << QByteArrayList{"u1:1"} << 2;
    QTest::newRow("all nodes are away") << QByteArrayList{} << 3;
    QTest::newRow("the first node is away") << QByteArrayList{"", "u2:1", "u3:1"} << 1;
}

void TestHistory::aGroupsHoldCountsOnce()
{
    QFETCH(const QByteArrayList, then);
    QFETCH(const int, away);
    const QByteArrayList all{"u1:1", "u2:1", "u3:1"};
    Counters counters(Start);
    counters.begin(3, Start);
    const auto heldFor = [&counters](milliseconds at) {
        const auto locks = counters.demand().contention({Start, Start + 1min}, 10, Start + at);
        return locks.size() == 1 ? locks.front().heldFor : milliseconds(-1);
    };
    counters.take({.upserted = {byNodes(all)}}, Start);
    QCOMPARE(heldFor(5s), 5s);
    counters.take({.upserted = {byNodes(then, false, away)}}, Start + 10s);
    QCOMPARE(heldFor(15s), 15s);
    counters.take({.upserted = {byNodes(all)}}, Start + 20s);
    QCOMPARE(heldFor(25s), 25s);
    counters.take({.removed = {{QByteArray("a")}}}, Start + 30s);
    QCOMPARE(heldFor(40s), 30s);
    // Held before it was observed: counted from the start recorded in the lock.
    counters.begin(3, Start);
    counters.take({.upserted = {byNodes(all, true)}}, Start + 10s);
    counters.take({.upserted = {byNodes(then, true, away)}}, Start + 20s);
    counters.take({.upserted = {byNodes(all, true)}}, Start + 30s);
    counters.take({.removed = {{QByteArray("a")}}}, Start + 40s);
    QCOMPARE(heldFor(50s), 35s);
}

void TestHistory::aNodeThatIsLostSpeaksNoMore()
{
    GroupHolds group;
    const auto renewedBy = [&group](const std::vector<const char *> &nodes, const LockPtr &lock) {
        LockDelta delta{.upserted = {lock}};
        for (const char *node : nodes)
            delta.events.push_back(from(node, lockEvent(EventKind::Renewed, "a", "me", 0ms)));
        return told(group.follow(delta, Start));
    };
    QCOMPARE(renewedBy({}, byNodes({"me", "me", "me"})), QByteArray("acquired me"));
    QCOMPARE(renewedBy({"n1", "n2", "n3"}, byNodes({"me", "me", "me"})), QByteArray("renewed me"));
    QCOMPARE(renewedBy({"n2", "n1", "n3"}, byNodes({"me", "me", "me"})), QByteArray("renewed me"));
    QCOMPARE(renewedBy({}, byNodes({"", "me", "me"}, false, 1)), QByteArray());
    QCOMPARE(renewedBy({"n2", "n3"}, byNodes({"", "me", "me"}, false, 1)), QByteArray("renewed me"));
    QCOMPARE(renewedBy({"n3", "n2"}, byNodes({"me", "me", "me"})), QByteArray("renewed me"));
}

// On a lock with several values, one owner has a share of each.
void TestHistory::whoGivesBackAPartHoldsTheRest()
{
    const Instant began = Instant() + 1000h;
    const auto onValues = [began](const QByteArrayList &values, milliseconds at) {
        Lock lock;
        lock.key = {QByteArray("a")};
        lock.kind = {"multi-lock"};
        for (const QByteArray &value : values)
            lock.holders.append(Holder{.id = {QByteArray("me")}, .part = value});
        lock.heldSince = began;
        lock.heldIsLowerBound = false;
        lock.readAt = began + at;
        return lock;
    };
    const Lock both = onValues({"one", "two"}, 0ms);
    const Lock one = onValues({"two"}, 10s);
    EventLog log;
    log.add(Steps{Step{.kind = EventKind::Acquired, .owner = both.owner(), .count = 1}}, both, began,
            EventSource::Keyspace);
    log.add(stepsBetween(both, one, {}), one, one.readAt, EventSource::Keyspace);
    log.add(stepsToNothing(one, began + 30s, {}, false), one, began + 30s, EventSource::Keyspace);
    std::vector<LockEvent> events = log.take(now());
    QCOMPARE(told(events), QByteArray("acquired me, released me 10000, released me 30000"));
    events[0].wallAt = Start;
    events[1].wallAt = Start + 10s;
    events[2].wallAt = Start + 30s;
    QCOMPARE(events[1].count, 1); // It still has the other one
    QCOMPARE(events[2].count, 0);

    OpenHolds open;
    Counters counters(Start);
    counters.begin(1, Start);
    open.note(events[0]);
    counters.take({.upserted = {std::make_shared<const Lock>(both)}, .events = {events[0]}}, Start);
    open.note(events[1]);
    counters.take({.upserted = {std::make_shared<const Lock>(one)}, .events = {events[1]}}, Start + 10s);
    QCOMPARE(open.firstSights(one, Start + 10s).size(), 0u); // Seen before
    QVERIFY(open.has(one.key, one.owner()));
    const auto heldFor = [&counters](milliseconds at) {
        return counters.demand().contention({Start, Start + 1min}, 1, Start + at).front().heldFor;
    };
    QCOMPARE(heldFor(20s), 30s); // Ten seconds of the first, twenty so far of the second
    open.note(events[2]);
    QCOMPARE(open.count(), 0u);
    counters.take({.removed = {one.key}, .events = {events[2]}}, Start + 30s);
    QCOMPARE(heldFor(40s), 40s);
}

// When too many events arrive at once, the engine drops some, but the locks are correct.
void TestHistory::aHoldWhoseEndWasLeftOutEnds()
{
    History history{QString()};
    history.open({});
    LockDelta taken;
    taken.events = {lockEvent(EventKind::Acquired, "gone", "me", 0ms),
                    lockEvent(EventKind::Acquired, "there", "me", 0ms)};
    history.take(taken);
    QCOMPARE(history.moment(wallNow(), 10).holds.size(), 2u);
    history.take({.removed = {{QByteArray("gone")}}});
    const HistoryMoment then = history.moment(wallNow(), 10);
    QCOMPARE(then.holds.size(), 1u);
    QCOMPARE(then.holds.front().key.bytes, QByteArray("there"));
    const LockStory story = history.story({QByteArray("gone")}, 10);
    QCOMPARE(story.events.size(), 2u);
    QVERIFY(isEnd(story.events.back()));
    QCOMPARE(story.events.back().kind, EventKind::Changed); // The end was not observed
}

void TestHistory::leavingEventsOutIsAGap()
{
    History history{QString()};
    history.open({});
    history.take({.events = {lockEvent(EventKind::Acquired, "a", "me", 0ms)}});
    QVERIFY(history.holds({.range = {wallNow() - 1min, wallNow() + 1min}}).marks.empty());
    LockDelta full{.dropped = 1};
    Lock other;
    other.key = {QByteArray("a")};
    other.kind = Registry::builtIn().find("token-lock")->kind();
    other.holders.append(Holder{.id = {QByteArray("you")}});
    full.upserted = {std::make_shared<const Lock>(other)};
    history.take(full);
    const HoldsAnswer answer = history.holds({.range = {wallNow() - 1min, wallNow() + 1min}});
    QCOMPARE(answer.marks.size(), 1u);
    QCOMPARE(answer.marks.front().kind, Mark::Kind::Gap);
    const HistoryMoment then = history.moment(wallNow(), 10);
    QCOMPARE(then.holds.size(), 1u);
    QCOMPARE(then.holds.front().owner.bytes, QByteArray("you"));
}

void TestHistory::aSecondWithEventsLeftOutIsBlind()
{
    Counters counters(Start);
    counters.begin(1, Start);
    NodeStatus master{.role = "master"};
    master.link.phase = LinkPhase::Ready;
    counters.takeNodes({master});
    counters.turn(Start + 1s);
    counters.take({.events = {lockEvent(EventKind::Acquired, "a", "me", 0ms)}}, Start + 1s);
    QVERIFY(!counters.turn(Start + 2s).blind);
    counters.take({.events = {lockEvent(EventKind::Acquired, "a", "me", 0ms)}, .dropped = 3}, Start + 2s);
    QVERIFY(counters.turn(Start + 3s).blind);
    QVERIFY(!counters.turn(Start + 4s).blind);
}

// A group's delta merges those of its nodes, each of which may be nearly full.
void TestHistory::manyEventsAreNoGap()
{
    History history{QString()};
    history.open({});
    LockDelta many;
    for (size_t i = 0; i < EventLog::Capacity; ++i)
        many.events.push_back(lockEvent(EventKind::Renewed, "b", "me", 1ms));
    history.take(many);
    QVERIFY(history.holds({.range = {wallNow() - 1min, wallNow() + 1min}}).marks.empty());
}

// Its holds follow from its locks, not from events.
void TestHistory::whatIsLeftOutEndsNoHoldOfAGroup()
{
    History history{QString()};
    history.open({}, 3);
    history.take({.upserted = {byNodes({"u1:1", "u2:1", "u3:1"})}});
    history.take({.upserted = {byNodes({"", "u2:1", "u3:1"}, false, 1)}, .dropped = 1});
    const HistoryMoment then = history.moment(wallNow(), 10);
    QCOMPARE(then.holds.size(), 1u);
    QVERIFY(!then.holds.front().ended);
    QCOMPARE(history.story({QByteArray("a")}, 10).events.size(), 1u);
}

void TestHistory::moreHoldsThanAreKeptAreTold()
{
    OpenHolds open(2);
    for (const char *key : {"a", "b"})
        open.note(lockEvent(EventKind::Acquired, key, "me", 0ms));
    QVERIFY(open.isComplete());
    open.note(lockEvent(EventKind::Acquired, "b", "me", 1ms)); // Again
    QVERIFY(open.isComplete());
    open.note(lockEvent(EventKind::Acquired, "c", "me", 0ms));
    QVERIFY(!open.isComplete());
    QCOMPARE(open.all().size(), 2u);
    open.note(ending(EventKind::Released, "a", "me", 1000ms, 1000ms));
    open.note(ending(EventKind::Released, "a", "me", 1000ms, 1000ms));
    QCOMPARE(open.count(), 1u);
}

void TestHistory::withoutAFileTheRingTellsOfTheTimeBefore()
{
    EventRing ring;
    ring.clear(Start);
    QCOMPARE(ring.since(), std::optional(Start));
    QVERIFY(!ring.moment(Start - 1s, 10).watched);
    QVERIFY(ring.moment(Start + 1s, 10).watched);
    ring.add(lockEvent(EventKind::Acquired, "held", "me", 0ms));
    for (size_t i = 0; i < EventRing::EventsKept / 2; ++i) {
        ring.add(lockEvent(EventKind::Acquired, "busy", "me", milliseconds(2 * i)));
        ring.add(ending(EventKind::Released, "busy", "me", milliseconds(2 * i + 1), 1ms));
    }
    QVERIFY(*ring.since() <= Start + 2ms);                   // The oldest was dropped
    QCOMPARE(ring.moment(Start + 10s, 10).holds.size(), 2u); // The hold is still known
    const HistoryRange range{Start + 10s, Start + 20s};
    const auto demand = ring.contention(range, 10);
    QCOMPARE(demand.size(), 2u);
    QCOMPARE(demand[0].key.bytes, QByteArray("busy"));
    QCOMPARE(demand[0].acquired, 5'000);
    QCOMPARE(demand[0].heldFor, 5s);
    QCOMPARE(demand[1].heldFor, 10s);
    QCOMPARE(demand[1].acquired, 0);
}

LOCKSCOPE_TEST(TestHistory)

} // namespace tst_history

#include "tst_history.moc"
