// SPDX-License-Identifier: GPL-3.0-or-later
// Hold lengths, and the tallies of seconds and minutes.

#include "core/history/memory/counters.h"
#include "core/history/memory/tallier.h"
#include "tests/core/history/historyevents.h"
#include "tests/support/runner.h"

#include <QTest>

namespace tst_tallies
{

using namespace lockscope;
using namespace std::chrono_literals;
using namespace lockscope::test::history;

namespace
{

LockTotals totalsOf(qint64 held, qint64 waiters)
{
    return {.locks = held, .held = held, .waiters = waiters};
}

} // namespace

class TestTallies : public QObject
{
    Q_OBJECT

private slots:
    void percentilesAreRightToATenth();
    void noPercentileIsOutsideOfTheLengths();
    void aFirmPercentileNeedsEnoughHolds();
    void onlyWholeHoldsHaveALength();
    void lengthsSurviveThePacking();
    void secondsSayWhatHappenedInThem();
    void secondsAddUpToMinutes();
    void aWideRangeIsToldInMinutes();
    void waitingIsEstimatedByLittlesLaw();
    void whatCouldNotBeSeenIsBlind();
    void aMinuteIsCutWhereWatchingBeginsOrEnds();
    void aFigureIsNoMoreExactThanItsEvents();
    void aSecondWithEventsLeftOutIsBlind();
};

void TestTallies::percentilesAreRightToATenth()
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

void TestTallies::noPercentileIsOutsideOfTheLengths()
{
    HoldLengths one;
    one.add(13'000ms);
    QCOMPARE(*one.percentile(0.5), 13'000ms);
    HoldLengths both = HoldLengths::unpacked(one.packed());
    HoldLengths other;
    other.add(40'000ms);
    both.add(other);
    QCOMPARE(*both.percentile(0.5), 13'000ms);
    QCOMPARE(*both.percentile(0.99), 40'000ms);
    // As older versions packed them: the steps alone.
    const HoldLengths old = HoldLengths::unpacked(one.packed().left(5));
    QCOMPARE(old.count(), qint64(1));
    QVERIFY(old.percentile(0.5) > 11'000ms && old.percentile(0.5) < 15'000ms);
}

void TestTallies::aFirmPercentileNeedsEnoughHolds()
{
    HoldLengths lengths;
    for (int holds = 1; holds <= 120; ++holds) {
        lengths.add(13'000ms);
        QCOMPARE(lengths.firmPercentile(0.5).has_value(), holds >= 30);
        QCOMPARE(lengths.firmPercentile(0.9).has_value(), holds >= 30);
        QCOMPARE(lengths.firmPercentile(0.99).has_value(), holds >= 100);
    }
    QCOMPARE(*lengths.firmPercentile(0.99), 13'000ms);
}

void TestTallies::onlyWholeHoldsHaveALength()
{
    Tallier tallier(Start);
    tallier.note(ending(EventKind::Released, "a", "me", 1500ms, 400ms));
    LockEvent end = ending(EventKind::Released, "b", "me", 1500ms, 30s);
    end.heldIsLowerBound = true; // held before watching began
    tallier.note(end);
    tallier.note(ending(EventKind::Changed, "c", "me", 1500ms, 30s)); // ended while nothing was seen
    end = ending(EventKind::Changed, "d", "me", 1500ms, 30s);
    end.untilClosing = true;
    tallier.note(end);
    const Tally tally = tallier.turn(Start + 2s);
    QCOMPARE(tally.ended(), 4);
    QCOMPARE(tally.holds.count(), 1);
    QCOMPARE(tally.heldSeconds, 0.4);
}

void TestTallies::lengthsSurviveThePacking()
{
    HoldLengths lengths;
    for (const milliseconds length : {0ms, 1ms, 30'000ms, 30'000ms, 5ms})
        lengths.add(length);
    QCOMPARE(HoldLengths::unpacked(lengths.packed()), lengths);
    QCOMPARE(HoldLengths::unpacked(lengths.packed().left(3)).count(), 0);
    QCOMPARE(HoldLengths::unpacked("\xff\xff\xff\xff\xff").count(), 0);
}

void TestTallies::secondsSayWhatHappenedInThem()
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
    QCOMPARE(second.holds.count(), 3); // "d" ended while nothing was seen
    QCOMPARE(second.totals.held, 3);
    QCOMPARE(second.mostWaiters, 2);
    QCOMPARE(second.waiterSeconds, 0.5);
    QVERIFY(!second.blind);
    const Tally next = tallier.turn(Start + 3s);
    QCOMPARE(next.acquired, 0);
    QCOMPARE(next.totals.held, 3);
}

void TestTallies::secondsAddUpToMinutes()
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

void TestTallies::aWideRangeIsToldInMinutes()
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

void TestTallies::waitingIsEstimatedByLittlesLaw()
{
    const Tally busy{.acquired = 20, .waiterSeconds = 60};
    QCOMPARE(busy.waitEstimate(), std::optional<milliseconds>(3s));
    QVERIFY(!(Tally{.acquired = 20}.waitEstimate()));
    QVERIFY(!(Tally{.waiterSeconds = 60}.waitEstimate()));
}

void TestTallies::whatCouldNotBeSeenIsBlind()
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
void TestTallies::aMinuteIsCutWhereWatchingBeginsOrEnds()
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

void TestTallies::aFigureIsNoMoreExactThanItsEvents()
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

void TestTallies::aSecondWithEventsLeftOutIsBlind()
{
    Counters counters(Start);
    counters.begin(1, Start);
    NodeStatus master{.role = "master"};
    master.connection.phase = ConnectionPhase::Ready;
    counters.takeNodes({master});
    counters.turn(Start + 1s);
    counters.take({.events = {lockEvent(EventKind::Acquired, "a", "me", 0ms)}}, Start + 1s);
    QVERIFY(!counters.turn(Start + 2s).blind);
    counters.take({.events = {lockEvent(EventKind::Acquired, "a", "me", 0ms)}, .dropped = 3}, Start + 2s);
    QVERIFY(counters.turn(Start + 3s).blind);
    QVERIFY(!counters.turn(Start + 4s).blind);
}

LOCKSCOPE_TEST(TestTallies)

} // namespace tst_tallies

#include "tst_tallies.moc"
