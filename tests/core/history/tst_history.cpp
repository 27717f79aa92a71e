// SPDX-License-Identifier: GPL-3.0-or-later
// Holds, verdicts and waiters of a time, from the events and marks in memory.

#include "core/engine/table/eventlog.h"
#include "core/history/history.h"
#include "core/history/memory/eventring.h"
#include "tests/core/history/historyevents.h"
#include "tests/support/runner.h"

#include <QTemporaryDir>
#include <QTest>

namespace tst_history
{

using namespace lockscope;
using namespace std::chrono_literals;
using namespace lockscope::test::history;

namespace
{

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

class TestHistory : public QObject
{
    Q_OBJECT

private slots:
    void holdsAreReadOffTheirEnds();
    void aHoldThatGoesOnHasNoEnd();
    void theLimitLeavesOutTheOldest();
    void aMomentShowsWhoHeldThen();
    void aHoldWhoseEndWasLeftOutEnds();
    void aHoldBeforeAGapIsKept();
    void aHoldInDoubtEndsWhenTheDoubtArises();
    void aDoubtThatIsToldLateLeavesOneHold();
    void aHoldWhoseEndWasNotSeenKeepsItsBeginning();
    void leavingEventsOutIsAGap();
    void manyEventsAreNoGap();
    void moreHoldsThanAreKeptAreTold();
    void withoutAFileTheRingTellsOfTheTimeBefore();
    void verdictsOfAMomentAreKept();
    void aFreeLockOnWhichClientsSleepIsJudged();
    void verdictsThatAreForgottenAreNotGuessed();
    void waitersAreKeptAsSteps();
    void aLostNodeIsNotJudged();
};

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

void TestHistory::aFreeLockOnWhichClientsSleepIsJudged()
{
    VerdictBook book;
    book.clear(Start);
    book.note(heldLock("a", VerdictLevel::Ok, "healthy"), Start + 1s);
    Lock free = heldLock("a", VerdictLevel::Info, "released");
    free.holders.clear();
    QVERIFY(!book.note(free, Start + 2s));
    free.verdict = {.level = VerdictLevel::Warning, .code = "free-but-waited-for"};
    const auto slept = book.note(free, Start + 8s);
    QVERIFY(slept && slept->code == "free-but-waited-for");
    const auto over = book.note(heldLock("a", VerdictLevel::Ok, "healthy"), Start + 50s);
    QVERIFY(over && over->level == VerdictLevel::Ok);
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
    QCOMPARE(ring.lockEvents({QByteArray("a")}, 2).events.size(), 2u);
    QCOMPARE(ring.lockEvents({QByteArray("a")}, 2).events.front().kind, EventKind::Renewed);
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
    const LockEvents lockEvents = history.lockEvents({QByteArray("gone")}, 10);
    QCOMPARE(lockEvents.events.size(), 2u);
    QVERIFY(isEnd(lockEvents.events.back()));
    QCOMPARE(lockEvents.events.back().kind, EventKind::Changed); // The end was not observed
}

// After a gap, a lock without an expiry may have been acquired again: its end tells only of the time since.
void TestHistory::aHoldBeforeAGapIsKept()
{
    const QTemporaryDir folder;
    for (const QString &file : {QString(), folder.filePath(QStringLiteral("a.lockscope"))}) {
        History history{QString()};
        history.setFile(file);
        history.configure({.keep = !file.isEmpty()});
        history.open({});
        LockEvent end = ending(EventKind::Released, "a", "me", 10s, 3s);
        end.heldIsLowerBound = true;
        end.anotherBefore = true;
        LockEvent ofAnother = end;
        ofAnother.key = {"b"}; // which was first seen after the gap
        history.take({.events = {lockEvent(EventKind::Acquired, "a", "me", 0s)}});
        history.take({.events = {end, ofAnother}});
        const HoldsAnswer all = history.holds({.range = {Start - 1s, Start + 20s}, .keys = {{"a"}}});
        QCOMPARE(named(all.holds), (QByteArrayList{"a me 0-7000", "a me 7000-10000"}));
        QCOMPARE(all.holds[0].how, EventKind::Changed);
        QVERIFY(!all.holds[0].beganBefore && all.holds[1].beganBefore);
        QCOMPARE(named(history.moment(Start + 4s, 10).holds), (QByteArrayList{"a me 0-7000"}));
        QVERIFY(named(history.moment(Start + 8s, 10).holds).contains("a me 7000-10000"));
        QVERIFY(history.moment(Start + 11s, 10).holds.empty());
        QCOMPARE(history.lockEvents({"a"}, 10).events.size(), size_t(3));
        QCOMPARE(history.lockEvents({"b"}, 10).events.size(), size_t(1));
    }
}

// In the order of time, in which the file is searched.
void TestHistory::aHoldInDoubtEndsWhenTheDoubtArises()
{
    const QTemporaryDir folder;
    for (const QString &file : {QString(), folder.filePath(QStringLiteral("b.lockscope"))}) {
        History history{QString()};
        history.setFile(file);
        history.configure({.keep = !file.isEmpty()});
        history.open({});
        LockEvent end = ending(EventKind::Released, "a", "me", 10s, 3s);
        end.heldIsLowerBound = true;
        end.anotherBefore = true;
        const LockEvent later = ending(EventKind::Released, "b", "you", 9s, 1s);
        history.take({.events = {lockEvent(EventKind::Acquired, "a", "me", 0s)}});
        history.take({.events = {lockEvent(EventKind::Acquired, "b", "you", 8s)},
                      .doubts = {{.key = {"a"}, .owner = {"me"}, .at = Start + 7s}}});
        history.take({.events = {later}});
        const auto of = [&history](const char *key, milliseconds from, milliseconds to) {
            for (const Contention &lock : history.contention({Start + from, Start + to}, 10)) {
                if (lock.key.bytes == key)
                    return lock;
            }
            return Contention();
        };
        QCOMPARE(of("a", 0s, 7500ms).heldFor, 7500ms);
        history.take({.events = {end}});
        QCOMPARE(of("a", 0s, 7500ms).heldFor, 7500ms);
        QCOMPARE(of("a", 0s, 20s).heldFor, 10s);
        QCOMPARE(of("a", 0s, 20s).acquired, 1);
        QCOMPARE(named(history.holds({.range = {Start, Start + 20s}, .keys = {{"a"}}}).holds),
                 (QByteArrayList{"a me 0-7000", "a me 7000-10000"}));
        QCOMPARE(named(history.moment(Start + 6s, 10).holds), (QByteArrayList{"a me 0-7000"}));
        const LockEvents lockEvents = history.lockEvents({"a"}, 10);
        QVERIFY(std::ranges::is_sorted(lockEvents.events, {}, &LockEvent::wallAt));
        QVERIFY(lockEvents.events[1].kind == EventKind::Changed && isFirstSight(lockEvents.events[2]));
    }
}

// That its end tells of another hold before comes too late: other events were written since.
void TestHistory::aDoubtThatIsToldLateLeavesOneHold()
{
    EventRing ring;
    LockEvent end = ending(EventKind::Released, "a", "me", 10s, 3s);
    end.heldIsLowerBound = true;
    end.anotherBefore = true;
    ring.add(lockEvent(EventKind::Acquired, "a", "me", 0s));
    ring.add(lockEvent(EventKind::Acquired, "b", "you", 8s));
    const std::vector<LockEvent> all = ring.add(std::vector<LockEvent>{end});
    QCOMPARE(all.size(), size_t(1));
    QCOMPARE(named(ring.holds({.range = {Start, Start + 20s}, .keys = {{"a"}}}).holds),
             (QByteArrayList{"a me 0-10000"}));
    QVERIFY(holdOf(all[0]).beganBefore);
}

// Its server was lost, say: its length goes to the last reading, and it did not begin later for that.
void TestHistory::aHoldWhoseEndWasNotSeenKeepsItsBeginning()
{
    History history{QString()};
    history.open({});
    LockEvent end = ending(EventKind::Changed, "a", "me", 15s, 3s);
    end.heldIsLowerBound = true;
    history.take({.events = {lockEvent(EventKind::Acquired, "a", "me", 0s)}});
    history.take({.events = {end}});
    QCOMPARE(named(history.holds({.range = {Start, Start + 20s}}).holds), (QByteArrayList{"a me 0-15000"}));
    QCOMPARE(named(history.moment(Start + 2s, 10).holds), (QByteArrayList{"a me 0-15000"}));
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
