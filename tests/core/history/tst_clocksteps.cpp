// SPDX-License-Identifier: GPL-3.0-or-later
// A wall clock that is set while a recording is made: when that is noticed, and what is known of each moment.

#include "core/history/memory/eventring.h"
#include "core/history/playback/recordingsteps.h"
#include "core/history/playback/statethen.h"
#include "core/history/values/clocksteps.h"
#include "core/history/values/historyfiles.h"
#include "tests/support/begunrecording.h"
#include "tests/support/runner.h"
#include "tests/support/verify.h"

#include <QTemporaryDir>
#include <QTest>

namespace tst_clocksteps
{

using namespace lockscope;
using namespace lockscope::test;
using namespace std::chrono_literals;

namespace
{

const WallTime Start{1'700'000'000s};

LockEvent acquired(const QByteArray &key, WallTime at)
{
    return {.kind = EventKind::Acquired,
            .key = {key},
            .lockKind = {"rlock"},
            .owner = {"ann"},
            .count = 1,
            .ttl = 10min,
            .node = {"a:1"},
            .wallAt = at};
}

LockEvent released(const QByteArray &key, WallTime at, milliseconds held)
{
    LockEvent end = acquired(key, at);
    end.kind = EventKind::Released;
    end.count = 0;
    end.ttl.reset();
    end.held = held;
    return end;
}

} // namespace

class TestClockSteps : public QObject
{
    Q_OBJECT

private slots:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }
    void aStepIsNoticed();
    void eventsOfTheClockBeforeAreRedated();
    void nothingIsDatedBeforeTheBeginning();
    void aHoldAcrossAStepIsHeldSinceOrBefore();
    void memoryKnowsNothingOfATimeThatItHasTwice();
    void timesOnBothSidesAreKnown();
    void aRecordingThatEndsBeforeTheTimeOfTheStep();
    void aStepToBeforeTheBeginning();
    void filesOfOneSetMayOverlap();

private:
    // 0 to 60 s by the clock as it was, in which lock:a is held from 5 s on, and lock:b from 10 to 20 s.
    Done recordUntilTheStep(HistoryStore &store);
    // As History goes on.
    static Done goOn(HistoryStore &store, WallTime at, const char *role);
    QString file() const { return m_folder->filePath(QStringLiteral("f")); }

    std::unique_ptr<QTemporaryDir> m_folder;
};

void TestClockSteps::aStepIsNoticed()
{
    const Instant begin = now();
    ClockWatch watch;
    watch.begin(Start, begin);
    QVERIFY(!watch.look(Start + 1s, begin + 1s));
    QVERIFY(!watch.look(Start + 2900ms, begin + 2s)); // slewed, or late
    QVERIFY(!watch.look(Start + 3900ms, begin + 4s));
    const auto back = watch.look(Start - 55s, begin + 5s);
    QVERIFY(back && back->by() == -59900ms);
    QCOMPARE(back->before, Start + 4900ms);
    QCOMPARE(back->after, Start - 55s);
    QVERIFY(!watch.look(Start - 54s, begin + 6s));
    const auto ahead = watch.look(Start + 10min, begin + 7s);
    QVERIFY(ahead && ahead->by() == 10min + 53s);
}

void TestClockSteps::eventsOfTheClockBeforeAreRedated()
{
    const Instant begin = now();
    ClockWatch watch;
    watch.begin(Start, begin);
    LockDelta delta;
    delta.events = {acquired("lock:a", Start + 500ms), acquired("lock:b", Start - 59'300ms)};
    delta.events[0].at = begin + 500ms;
    delta.events[1].at = begin + 700ms;
    QVERIFY(!watch.redated(delta));
    QVERIFY(watch.look(Start - 59s, begin + 1s));
    const auto redated = watch.redated(delta);
    QVERIFY(redated);
    QCOMPARE(redated->events[0].wallAt, Start - 59'500ms);
    QCOMPARE(redated->events[1].wallAt, Start - 59'300ms);
    for (int second = 2; second < 20; ++second)
        QVERIFY(!watch.look(Start - 60s + second * 1s, begin + second * 1s));
    QVERIFY(!watch.redated(delta));
}

// What was read just before the recording began is delivered after it.
void TestClockSteps::nothingIsDatedBeforeTheBeginning()
{
    ClockWatch watch;
    watch.begin(Start, Instant(1min));
    LockDelta delta;
    delta.events = {acquired("lock:a", Start - 25ms), acquired("lock:b", Start + 5ms)};
    const auto redated = watch.redated(delta);
    QVERIFY(redated);
    QCOMPARE(redated->events[0].wallAt, Start);
    QCOMPARE(redated->events[1].wallAt, Start + 5ms);
    delta.events.erase(delta.events.begin());
    QVERIFY(!watch.redated(delta));
}

void TestClockSteps::aHoldAcrossAStepIsHeldSinceOrBefore()
{
    EventRing ring;
    ring.clear(Start);
    ring.add(std::vector{acquired("lock:a", Start + 5s)});
    const auto begun = ring.goOn({.before = Start + 60s, .after = Start + 10min});
    QCOMPARE(begun.size(), size_t(1));
    QVERIFY(isFirstSight(begun[0]) && begun[0].heldIsLowerBound && begun[0].held == 0ms);
    QCOMPARE(begun[0].wallAt, Start + 10min);
    QCOMPARE(begun[0].ttl, std::optional<milliseconds>(10min - 55s));
    // The engine knows how long it was held, but not by which clock.
    const auto told = ring.add(std::vector{released("lock:a", Start + 10min + 20s, 75s)});
    QCOMPARE(told.size(), size_t(1));
    QVERIFY(told[0].held == 20s && told[0].heldIsLowerBound);
    const auto before = ring.moment(Start + 30s, 10);
    QVERIFY(before.watched && before.holds.size() == 1 && before.holds[0].untilClosing);
    ring.add(Mark{.kind = Mark::Kind::Opened, .at = Start + 10min});
    QVERIFY(!ring.moment(Start + 5min, 10).watched);
    QVERIFY(ring.moment(Start + 10min + 10s, 10).watched);
}

void TestClockSteps::memoryKnowsNothingOfATimeThatItHasTwice()
{
    EventRing ring;
    ring.clear(Start);
    ring.add(std::vector{acquired("lock:a", Start + 5s)});
    ring.goOn({.before = Start + 60s, .after = Start + 30s});
    ring.add(Mark{.kind = Mark::Kind::Opened, .at = Start + 30s});
    ring.add(std::vector{released("lock:a", Start + 50s, 75s)});
    QVERIFY(ring.moment(Start + 10s, 10).watched);
    const auto twice = ring.moment(Start + 40s, 10);
    QVERIFY(!twice.watched);
    QCOMPARE(twice.setBackBy, std::optional<milliseconds>(30s));
    const auto later = ring.moment(Start + 61s, 10);
    QVERIFY(later.watched && later.holds.empty());
}

Done TestClockSteps::recordUntilTheStep(HistoryStore &store)
{
    return allDone(
        {beginRecording(store, Start),
         store.append(std::vector<StateRow>{
             {.kind = StateRow::Kind::Nodes, .at = Start, .bytes = packed(std::vector<NodeStatus>{})}}),
         store.beginVerdicts({}, Start), store.append({acquired("lock:a", Start + 5s)}),
         store.append({acquired("lock:b", Start + 10s), released("lock:b", Start + 20s, 10s)}),
         store.append(std::vector<StateRow>{
             {.kind = StateRow::Kind::Nodes,
              .at = Start + 55s,
              .bytes = packed(std::vector<NodeStatus>{{.node = {"a:1"}, .role = "slave"}})}}),
         store.close(Start + 60s)});
}

Done TestClockSteps::goOn(HistoryStore &store, WallTime at, const char *role)
{
    LockEvent held = acquired("lock:a", at);
    held.held = 0ms;
    held.heldIsLowerBound = true;
    return allDone({store.append(Mark{.kind = Mark::Kind::Opened, .at = at}),
                    store.append(std::vector<StateRow>{
                        {.kind = StateRow::Kind::Nodes,
                         .at = at,
                         .bytes = packed(std::vector<NodeStatus>{{.node = {"a:1"}, .role = role}})}}),
                    store.append(std::vector{held}), store.beginVerdicts({}, at)});
}

void TestClockSteps::timesOnBothSidesAreKnown()
{
    {
        HistoryStore store(file());
        VERIFY_OK(recordUntilTheStep(store));
        VERIFY_OK(goOn(store, Start + 30s, "master"));
        LockEvent end = released("lock:a", Start + 70s, 40s);
        end.heldIsLowerBound = true; // as EventRing tells it
        VERIFY_OK(store.append({end}));
        VERIFY_OK(store.close(Start + 100s));
    }
    RecordingReader reader(file());
    VERIFY_OK(reader.open());
    const auto extent = reader.extent();
    VERIFY_OK(extent);
    QVERIFY((*extent)->from == Start && (*extent)->to == Start + 100s);
    const auto before = reader.judgedMoment(Start + 15s, 10);
    VERIFY_OK(before);
    QVERIFY(before->watched && before->unjudged.empty() && !before->setBackBy);
    QCOMPARE(before->holds.size(), size_t(2));
    const auto twice = reader.judgedMoment(Start + 45s, 10);
    VERIFY_OK(twice);
    QVERIFY(!twice->watched);
    QCOMPARE(twice->setBackBy, std::optional<milliseconds>(30s));
    const auto held = reader.judgedMoment(Start + 65s, 10);
    VERIFY_OK(held);
    QVERIFY(held->watched && held->unjudged.empty() && held->holds.size() == 1);
    QVERIFY(held->holds[0].beganBefore && held->holds[0].began == Start + 30s);
    const auto free = reader.judgedMoment(Start + 80s, 10);
    VERIFY_OK(free);
    QVERIFY(free->watched && free->unjudged.empty() && free->holds.empty());
    // What was known last, not what was last by the clock as it was.
    const auto nodes = nodesThen(reader, Start + 80s);
    VERIFY_OK(nodes);
    QVERIFY(*nodes && !(*nodes)->isLastKnown);
    QCOMPARE((*nodes)->what.at(0).role, QByteArray("master"));
    const auto whole = reader.holds({.range = {Start, Start + 100s}});
    VERIFY_OK(whole);
    QCOMPARE(whole->unseen.size(), size_t(1));
    QVERIFY(whole->unseen[0].from == Start + 30s && whole->unseen[0].to == Start + 60s);
}

void TestClockSteps::aRecordingThatEndsBeforeTheTimeOfTheStep()
{
    {
        HistoryStore store(file());
        VERIFY_OK(recordUntilTheStep(store));
        VERIFY_OK(goOn(store, Start + 30s, "master"));
        VERIFY_OK(store.close(Start + 40s));
    }
    RecordingReader reader(file());
    VERIFY_OK(reader.open());
    const auto extent = reader.extent();
    VERIFY_OK(extent);
    QVERIFY((*extent)->from == Start && (*extent)->to == Start + 60s);
    for (const milliseconds at : {milliseconds(35s), milliseconds(50s), milliseconds(59s)}) {
        const auto then = reader.moment(Start + at, 10);
        VERIFY_OK(then);
        QVERIFY(!then->watched);
        QCOMPARE(then->setBackBy, std::optional<milliseconds>(30s));
    }
    QVERIFY(reader.moment(Start + 15s, 10)->watched);
    const auto after = reader.moment(Start + 61s, 10);
    QVERIFY(!after->watched && !after->setBackBy);
}

void TestClockSteps::aStepToBeforeTheBeginning()
{
    {
        HistoryStore store(file());
        VERIFY_OK(recordUntilTheStep(store));
        VERIFY_OK(goOn(store, Start - 30s, "master"));
        VERIFY_OK(store.close(Start - 10s));
    }
    RecordingReader reader(file());
    VERIFY_OK(reader.open());
    const auto extent = reader.extent();
    VERIFY_OK(extent);
    QVERIFY((*extent)->from == Start - 30s && (*extent)->to == Start + 60s);
    RecordingSteps steps(file());
    VERIFY_OK(steps.open({WallTime{}, WallTime::max()}));
    QVERIFY(steps.extent()->from == Start - 30s && steps.extent()->to == Start + 60s);
    for (const milliseconds at : {milliseconds(-20s), milliseconds(-5s), milliseconds(15s)}) {
        const auto then = reader.moment(Start + at, 10);
        VERIFY_OK(then);
        QVERIFY(!then->watched);
        QCOMPARE(then->setBackBy, std::optional<milliseconds>(90s));
    }
    QVERIFY(!reader.moment(Start - 31s, 10)->setBackBy);
}

// The clock was set back in the first one, and the second one begins at a time that the first one has.
void TestClockSteps::filesOfOneSetMayOverlap()
{
    RecordingPlace place;
    {
        HistoryStore store(file());
        VERIFY_OK(recordUntilTheStep(store));
        VERIFY_OK(goOn(store, Start + 30s, "master"));
        VERIFY_OK(store.close(Start + 40s));
        place = store.place().next();
    }
    VERIFY_OK(rotateHistoryFile(file(), 3));
    {
        HistoryStore store(file());
        VERIFY_OK(store.open(place));
        VERIFY_OK(goOn(store, Start + 40s, "master"));
        VERIFY_OK(store.append({released("lock:a", Start + 45s, 15s)}));
        VERIFY_OK(store.close(Start + 50s));
    }
    RecordingReader reader(file());
    VERIFY_OK(reader.open());
    QVERIFY2(reader.flaws().isEmpty(), qPrintable(reader.flaws().join(u'\n')));
    QCOMPARE(reader.files(), size_t(2));
    QVERIFY((*reader.extent())->from == Start && (*reader.extent())->to == Start + 60s);
    QCOMPARE(reader.moment(Start + 35s, 10)->setBackBy, std::optional<milliseconds>(30s));
    const auto later = reader.moment(Start + 47s, 10);
    VERIFY_OK(later);
    QVERIFY(later->watched && later->holds.empty());
}

LOCKSCOPE_TEST(TestClockSteps)

} // namespace tst_clocksteps

#include "tst_clocksteps.moc"
