// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/workers/safetychecker.h"
#include "core/lab/workers/workload.h"
#include "tests/support/runner.h"

#include <QTest>

namespace tst_safetychecker
{

using namespace lockscope;
using namespace std::chrono_literals;
using Kind = LabEvent::Kind;

// The safety checker on known histories: what it must count, and what not.
class tst_Ledger : public QObject
{
    Q_OBJECT
private slots:
    void oneAfterTheOtherIsSafe();
    void twoAtOnceAreAViolation();
    void readersExcludeWritersOnly();
    void permitsAreCounted();
    void reEntryIsNoViolation();
    void aCrashedOneIsOut();
    void waitingIsMeasured();
    void overtakingIsCounted();
    void visitsAreBounded();
    void fairness();
    void percentiles_data();
    void percentiles();
    void jobsTravelWhole();
};

namespace
{

const Instant Began = Instant(1h);

// A history as lines "ms worker kind".
struct Line {
    int at = 0;
    int worker = 0;
    Kind kind = Kind::Wanted;
    HoldMode mode = HoldMode::Exclusive;
};

SafetyChecker played(const std::vector<Line> &lines, int permits = 1)
{
    SafetyChecker ledger(Began, permits);
    for (const Line &line : lines)
        ledger.note({.kind = line.kind,
                     .worker = line.worker,
                     .at = Began + milliseconds(line.at),
                     .mode = line.mode});
    return ledger;
}

} // namespace

void tst_Ledger::oneAfterTheOtherIsSafe()
{
    const SafetyChecker ledger =
        played({{0, 0, Kind::Entered}, {10, 0, Kind::Left}, {10, 1, Kind::Entered}, {15, 1, Kind::Left}});
    const Figures figures = ledger.figures(Began + 20ms);
    QCOMPARE(figures.violations, 0);
    QCOMPARE(figures.cycles, 2);
    QCOMPARE(figures.mostInside, 1);
    QVERIFY(figures.lasted == 20ms);
    QCOMPARE(figures.perSecond(), 100.0);
    QCOMPARE(figures.perWorker, (std::vector<qint64>{1, 1}));
}

void tst_Ledger::twoAtOnceAreAViolation()
{
    const SafetyChecker ledger =
        played({{0, 0, Kind::Entered}, {9, 1, Kind::Entered}, {10, 0, Kind::Left}, {11, 2, Kind::Entered}});
    QCOMPARE(ledger.violations(), 2); // Each entry while another is inside, not each pair
    QCOMPARE(ledger.inside(), 2);
    QCOMPARE(ledger.visits().size(), size_t(3));
    QVERIFY(!ledger.visits()[0].violation && ledger.visits()[1].violation && ledger.visits()[2].violation);
    QVERIFY(ledger.visits()[0].left && !ledger.visits()[1].left);
    QCOMPARE(ledger.figures(Began + 20ms).mostInside, 2);
}

void tst_Ledger::readersExcludeWritersOnly()
{
    const auto R = HoldMode::Read;
    const auto W = HoldMode::Write;
    QCOMPARE(played({{0, 0, Kind::Entered, R}, {1, 1, Kind::Entered, R}}).violations(), 0);
    QCOMPARE(played({{0, 0, Kind::Entered, R}, {1, 1, Kind::Entered, W}}).violations(), 1);
    QCOMPARE(played({{0, 0, Kind::Entered, W}, {1, 1, Kind::Entered, R}}).violations(), 1);
    QCOMPARE(played({{0, 0, Kind::Entered, W}, {1, 1, Kind::Entered, W}}).violations(), 1);
    QCOMPARE(played({{0, 0, Kind::Entered, W}, {1, 0, Kind::Left, W}, {2, 1, Kind::Entered, R}}).violations(),
             0);
}

void tst_Ledger::permitsAreCounted()
{
    const std::vector<Line> three{{0, 0, Kind::Entered}, {0, 1, Kind::Entered}, {0, 2, Kind::Entered}};
    QCOMPARE(played(three, 3).violations(), 0);
    QCOMPARE(played(three, 2).violations(), 1);
}

void tst_Ledger::reEntryIsNoViolation()
{
    const SafetyChecker ledger =
        played({{0, 0, Kind::Entered}, {1, 0, Kind::Entered}, {5, 0, Kind::Left}, {6, 1, Kind::Entered}});
    QCOMPARE(ledger.violations(), 1); // The first worker is still inside, once
    QCOMPARE(ledger.figures(Began + 9ms).hold.count, 1);
    QVERIFY(ledger.figures(Began + 9ms).hold.longest == 4ms); // The inner stay
}

void tst_Ledger::aCrashedOneIsOut()
{
    const SafetyChecker ledger =
        played({{0, 0, Kind::Entered}, {5, 0, Kind::Crashed}, {6, 1, Kind::Entered}});
    QCOMPARE(ledger.violations(), 0);
    QCOMPARE(ledger.tally(Kind::Crashed), 1);
    // Leaving without having entered changes nothing.
    QCOMPARE(played({{0, 0, Kind::Left}, {1, 1, Kind::Entered}}).inside(), 1);
}

void tst_Ledger::waitingIsMeasured()
{
    const SafetyChecker ledger = played({{0, 0, Kind::Wanted},
                                         {0, 0, Kind::Entered},
                                         {2, 1, Kind::Wanted},
                                         {10, 0, Kind::Left},
                                         {14, 1, Kind::Entered},
                                         {20, 1, Kind::Left},
                                         {21, 2, Kind::Wanted},
                                         {23, 2, Kind::Entered}, // None waited when the lock was released
                                         {24, 0, Kind::Wanted},
                                         {29, 0, Kind::GaveUp}});
    const Figures figures = ledger.figures(Began + 30ms);
    QCOMPARE(figures.wait.count, 3);
    QVERIFY(figures.wait.longest == 12ms);
    QCOMPARE(figures.handOver.count, 1);
    QVERIFY(figures.handOver.longest == 4ms);
    QCOMPARE(figures.gaveUp, 1);
    // 10 to 14 and 21 to 23; a worker that waits while another is inside finds it taken.
    QVERIFY(figures.lockFree == 6ms);
    QCOMPARE(ledger.waiting(), 0);
}

void tst_Ledger::overtakingIsCounted()
{
    const SafetyChecker ledger = played({{0, 0, Kind::Wanted},
                                         {1, 1, Kind::Wanted},
                                         {2, 1, Kind::Entered}, // Overtakes 0
                                         {3, 1, Kind::Left},
                                         {4, 0, Kind::Entered}});
    QCOMPARE(ledger.figures(Began + 5ms).overtaken, 1);
}

void tst_Ledger::visitsAreBounded()
{
    SafetyChecker ledger(Began);
    for (int i = 0; i < 3 * int(MaxVisits); ++i) {
        ledger.note({.kind = Kind::Entered, .worker = i % 5, .at = Began + milliseconds(i)});
        ledger.note({.kind = Kind::Left, .worker = i % 5, .at = Began + milliseconds(i)});
    }
    QCOMPARE(ledger.visits().size(), MaxVisits);
    QVERIFY(ledger.visits().back().entered == Began + milliseconds(3 * int(MaxVisits) - 1)); // The last ones
    QVERIFY(std::ranges::all_of(ledger.visits(), [](const Visit &visit) { return visit.left.has_value(); }));
    QCOMPARE(ledger.figures(Began + 10s).cycles, 3 * qint64(MaxVisits));
}

void tst_Ledger::fairness()
{
    QCOMPARE(jainIndex({5, 5, 5, 5}), 1.0);
    QCOMPARE(jainIndex({20, 0, 0, 0}), 0.25);
    QCOMPARE(jainIndex({}), 1.0);
    QCOMPARE(jainIndex({0, 0}), 1.0);
}

void tst_Ledger::percentiles_data()
{
    QTest::addColumn<qint64>("scale");
    for (const qint64 scale : {1, 7, 1000, 1'000'000})
        QTest::addRow("%lld us", scale) << scale;
}

// 1 to 1000 times `scale`: each percentile is exact to a 32nd.
void tst_Ledger::percentiles()
{
    QFETCH(qint64, scale);
    Histogram histogram;
    for (qint64 i = 1000; i >= 1; --i)
        histogram.add(microseconds(i * scale));
    const Spread spread = histogram.spread();
    QCOMPARE(spread.count, 1000);
    const auto isNear = [scale](microseconds found, qint64 wanted) {
        return found.count() >= wanted * scale &&
               double(found.count()) <= double(wanted * scale) * (1 + 1.0 / 32) + 1;
    };
    QVERIFY(isNear(spread.p50, 500));
    QVERIFY(isNear(spread.p90, 900));
    QVERIFY(isNear(spread.p99, 990));
    QVERIFY(isNear(spread.p999, 999));
    QVERIFY(spread.longest == microseconds(1000 * scale));
    QCOMPARE(Histogram().spread(), Spread());
    Histogram negative;
    negative.add(-5us);
    QVERIFY(negative.spread().longest == 0us);
}

void tst_Ledger::jobsTravelWhole()
{
    const Workload job{.key = {QByteArray("k\0\xff", 3)},
                       .guard = "fair-lock",
                       .pause = 7ms,
                       .mode = HoldMode::Write,
                       .part = "p",
                       .everyNode = true,
                       .lease = 3s,
                       .wait = 4s,
                       .watchdog = true,
                       .depth = 3,
                       .workers = 9,
                       .firstWorker = 20,
                       .work = Workload::Work::Write,
                       .stock = {"s"},
                       .resource = {"r"},
                       .kept = 8s,
                       .fenced = true,
                       .hold = spellOf("exponential", 5ms),
                       .think = spellOf("uniform", 6ms),
                       .every = 11ms,
                       .rounds = 12,
                       .lasting = 13s,
                       .crashes = 0.25,
                       .standStill = Workload::StandStill::Inside,
                       .seed = 0xfedcba9876543210U};
    QCOMPARE(workloadToJson(workloadFromJson(workloadToJson(job))), workloadToJson(job));
    const Workload back = workloadFromJson(workloadToJson(job));
    QCOMPARE(back.key, job.key);
    QCOMPARE(back.seed, job.seed);
    QVERIFY(back.hold.shape == Spell::Shape::Exponential && back.hold.mean == 5ms);
    QVERIFY(!workloadFromJson(workloadToJson(Workload{})).rounds &&
            !workloadFromJson(workloadToJson(Workload{})).lasting);
    QCOMPARE(workloadToJson(job).size(),
             workloadToJson(Workload{}).size() + 2); // Only these two may be absent
}

LOCKSCOPE_APPLESS_TEST(tst_Ledger)

} // namespace tst_safetychecker

#include "tst_safetychecker.moc"
