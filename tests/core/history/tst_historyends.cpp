// SPDX-License-Identifier: GPL-3.0-or-later
// The end of the program in the history file: what was held then, by an orderly end and by a crash.

#include "core/formats/format.h"
#include "core/history/causes/causesquery.h"
#include "core/history/historyreader.h"
#include "tests/core/history/historystoretest.h"
#include "tests/support/runner.h"
#include "tests/support/verify.h"

#include <QTest>

namespace tst_historyends
{

using namespace lockscope;
using namespace std::chrono_literals;

class TestHistoryEnds : public test::HistoryStoreTest
{
    Q_OBJECT

private slots:
    void init() { start(); }
    void whatWasHeldAtTheCloseEndsThere();
    void whatWasHeldAtACrashEndsWithTheLastEvent();
    void aCrashCostsNoMoreThanASecond();
    void openingAfterACrashLooksAtNoEvent();
    void whatWasTakenTwiceAndGivenBackIsOver();
    void whatHasNoOwnerGoesOn();
    void saysWhenNobodyLooked();
    void aCrashAfterTheClockWasSetBack();
    void aCrashMinutesAfterTheClockWasSetBack();
    void aLossThatGoesOnHidesNothingYet();
    void whoseTimeIsOverIsNotSeenAnew();
    void whatGoesOnKeepsItsExpiry();
    void aChangeMovesAnExpiry();
    void aRenewalOfSeveralLeavesTheirExpiriesUnknown();
};

// The minutes of the clock as it was are later than all that was recorded since.
void TestHistoryEnds::aCrashAfterTheClockWasSetBack()
{
    {
        const auto store = opened();
        QVERIFY(store->append(Mark{.kind = Mark::Kind::Opened, .at = Start}).ok());
        QVERIFY(store->append(Tally{.from = Start, .length = 60s}).ok());
        QVERIFY(store->append(Tally{.from = Start + 60s, .length = 30s}).ok());
        QVERIFY(store->close(Start + 90s).ok());
        QVERIFY(store->append(Mark{.kind = Mark::Kind::Opened, .at = Start + 30s}).ok());
        QVERIFY(store->append({lockEvent(EventKind::Acquired, "a", "me", 32s)}).ok());
        QVERIFY(store->append(Tally{.from = Start + 30s, .length = 5s}).ok());
        QVERIFY(store->commit().ok());
    }
    const auto store = opened();
    const auto answer = store->holds({.range = {Start, Start + 10min}});
    QVERIFY(answer && answer->holds.size() == 1);
    QVERIFY(answer->holds.front().ended == Start + 35s);
}

void TestHistoryEnds::aCrashMinutesAfterTheClockWasSetBack()
{
    {
        const auto store = opened();
        VERIFY_OK(store->append(Mark{.kind = Mark::Kind::Opened, .at = Start}));
        for (const milliseconds from : {0s, 60s, 120s, 180s})
            VERIFY_OK(store->append(Tally{.from = Start + from, .length = 60s}));
        VERIFY_OK(store->close(Start + 240s));
        VERIFY_OK(store->append(Mark{.kind = Mark::Kind::Opened, .at = Start + 30s}));
        VERIFY_OK(store->append({lockEvent(EventKind::Acquired, "a", "me", 32s)}));
        VERIFY_OK(store->append(Tally{.from = Start + 30s, .length = 29'500ms}));
        VERIFY_OK(store->append(Tally{.from = Start + 59'500ms, .length = 5s}));
        VERIFY_OK(store->commit());
    }
    const auto store = opened();
    const auto answer = store->holds({.range = {Start, Start + 10min}});
    QVERIFY(answer && answer->holds.size() == 1);
    QVERIFY(answer->holds.front().ended == Start + 64'500ms);
    QCOMPARE(store->minutes({Start + 180s, Start + 200s}, 1min)->size(), 1U); // is later
}

// A replica that is lost, in a file that has an event of after its last minute.
void TestHistoryEnds::aLossThatGoesOnHidesNothingYet()
{
    const auto store = opened();
    QVERIFY(store->append(Mark{.kind = Mark::Kind::Opened, .at = Start}).ok());
    QVERIFY(store->append(Mark{.kind = Mark::Kind::Lost, .at = Start + 10s, .node = {"a:1"}}).ok());
    QVERIFY(store->append(Tally{.from = Start, .length = 60s}).ok());
    QVERIFY(store->append({lockEvent(EventKind::Acquired, "a", "me", 63s)}).ok());
    QVERIFY(store->commit().ok());
    HistoryReader reader(file());
    QVERIFY(reader.openForReading().ok());
    const auto costs = waitingCosts(reader, {Start, Start + 2min}, Start + 1h);
    QVERIFY(costs.ok());
    QCOMPARE(costs->unreachable, milliseconds(0));
    QVERIFY(costs->over.to == Start + 60s);
    const auto changes = whatChanged(reader, {.at = Start + 30s, .width = 30s}, Start + 1h);
    QVERIFY(changes.ok() && changes->isWhole());
    const auto later = whatChanged(reader, {.at = Start + 40s, .width = 40s}, Start + 1h);
    QVERIFY(later.ok() && later->after.to == Start + 60s);
    QCOMPARE(later->unwatchedAfter, milliseconds(0));
    QVERIFY(store->append(Mark{.kind = Mark::Kind::Back, .at = Start + 20s, .node = {"a:1"}}).ok());
    QVERIFY(store->commit().ok());
    HistoryReader after(file()); // A reader sees the file as it was when opened
    QVERIFY(after.openForReading().ok());
    const auto whole = waitingCosts(after, {Start, Start + 2min}, Start + 1h); // Nothing is lost after it
    QVERIFY(whole.ok() && whole->over.to == Start + 63s);
}

// A reader that died: its field stays in the hash while others read.
void TestHistoryEnds::whoseTimeIsOverIsNotSeenAnew()
{
    Lock lock;
    lock.key = {QByteArray("read")};
    lock.kind = {"rw-lock"};
    lock.readAt = lock.heldSince + 5s;
    lock.holders.append(Holder{.id = {QByteArray("alive")}, .expiresAt = lock.readAt + 1s});
    lock.holders.append(Holder{.id = {QByteArray("dead")}, .expiresAt = lock.readAt});
    const std::vector<LockEvent> seen = OpenHolds().firstSights(lock, Start + 10s);
    QCOMPARE(seen.size(), size_t(1));
    QCOMPARE(seen.front().owner.bytes, QByteArray("alive"));
    // Once both are over, the key keeps writers out: the dead one counts again, from now on.
    OpenHolds open;
    open.note(seen.front());
    lock.readAt += 2s;
    const std::vector<LockEvent> again = open.firstSights(lock, Start + 12s);
    QCOMPARE(again.size(), size_t(1));
    QCOMPARE(again.front().owner.bytes, QByteArray("dead"));
    QVERIFY(again.front().held == milliseconds(0) && again.front().heldIsLowerBound);
    QCOMPARE(OpenHolds().firstSights(lock, Start + 12s).size(), size_t(2));
    QVERIFY(OpenHolds().firstSights(lock, Start + 12s).front().held > milliseconds(0));
}

// A record that begins has what is left of each lease.
void TestHistoryEnds::whatGoesOnKeepsItsExpiry()
{
    OpenHolds open;
    open.note(lockEvent(EventKind::Acquired, "lock", "ann", 1s));
    open.note(lockEvent(EventKind::Renewed, "lock", "ann", 11s));
    const auto leftAt = [&open](milliseconds at) { return open.allAsFirstSights(Start + at).front().ttl; };
    QCOMPARE(leftAt(20s), std::optional<milliseconds>(21s));
    QCOMPARE(leftAt(50s), std::nullopt); // It was renewed unseen, or has expired
    OpenHolds again;
    again.note(open.allAsFirstSights(Start + 20s).front());
    QCOMPARE(again.allAsFirstSights(Start + 25s).front().ttl, std::optional<milliseconds>(16s));
    LockEvent unread = lockEvent(EventKind::Renewed, "lock", "ann", 22s);
    unread.ttl.reset();
    open.note(unread);
    QCOMPARE(leftAt(23s), std::nullopt);

    Lock lock;
    lock.key = {"seen"};
    lock.holders.append({.id = {"ann"}});
    lock.readAt = now();
    lock.expiresAt = lock.readAt + 7s;
    QCOMPARE(open.firstSights(lock, Start + 30s).front().ttl, std::optional<milliseconds>(7s));
}

void TestHistoryEnds::aChangeMovesAnExpiry()
{
    OpenHolds open;
    open.note(lockEvent(EventKind::Acquired, "lock", "ann", 1s));
    const auto leftAt = [&open](milliseconds at) { return open.allAsFirstSights(Start + at).front().ttl; };
    LockEvent waits = lockEvent(EventKind::Waiters, "lock", "ann", 2s);
    waits.ttl.reset();
    open.note(waits);
    QCOMPARE(leftAt(2s), std::optional<milliseconds>(29s));
    LockEvent shortened = lockEvent(EventKind::Changed, "lock", "ann", 3s);
    shortened.ttl = 5s;
    open.note(shortened);
    QCOMPARE(leftAt(4s), std::optional<milliseconds>(4s));
    open.note(lockEvent(EventKind::Released, "lock", "ann", 5s)); // one of its reentrant holds
    QCOMPARE(leftAt(6s), std::optional<milliseconds>(29s));
    LockEvent persisted = lockEvent(EventKind::Changed, "lock", "ann", 7s);
    persisted.ttl.reset();
    open.note(persisted);
    QCOMPARE(leftAt(8s), std::nullopt);
}

// Which of them renewed it is not seen. A change of the lock names one of them.
void TestHistoryEnds::aRenewalOfSeveralLeavesTheirExpiriesUnknown()
{
    for (const char *named : {"", "ann"}) {
        const bool isNamed = *named;
        OpenHolds open;
        open.note(lockEvent(EventKind::Acquired, "lock", "ann", 0s));
        open.note(lockEvent(EventKind::Acquired, "lock", "ben", 0s));
        open.note(lockEvent(EventKind::Acquired, "other", "ben", 0s));
        open.note(lockEvent(isNamed ? EventKind::Changed : EventKind::Renewed, "lock", named, 10s));
        for (const LockEvent &sight : open.allAsFirstSights(Start + 15s)) {
            if (sight.key == LockName{"other"})
                QCOMPARE(sight.ttl, std::optional<milliseconds>(15s));
            else if (isNamed && sight.owner == OwnerId{"ann"})
                QCOMPARE(sight.ttl, std::optional<milliseconds>(25s));
            else
                QCOMPARE(sight.ttl, std::nullopt);
        }
        QCOMPARE(open.count(), size_t(3));
        open.note(lockEvent(EventKind::Renewed, "lock", "ben", 16s)); // by itself
        QCOMPARE(open.find({"lock"}, {"ben"})->ttl, std::optional<milliseconds>(46s));
    }
}

void TestHistoryEnds::whatWasHeldAtTheCloseEndsThere()
{
    Lock there;
    there.key = {QByteArray("there")};
    there.kind = {"rlock"};
    there.holders.append(Holder{.id = {QByteArray("old")}});
    there.readAt = there.heldSince + 5s;
    {
        const auto store = opened();
        QVERIFY(store->append(Mark{.kind = Mark::Kind::Opened, .at = Start}).ok());
        QVERIFY(store->append({lockEvent(EventKind::Acquired, "a", "me", 1s)}).ok());
        QVERIFY(store->append(OpenHolds().firstSights(there, Start + 10s)).ok());
        QCOMPARE(store->moment(Start + 20s, 10)->holds.size(), 2u);
        QVERIFY(store->close(Start + 60s).ok());
    }
    const auto store = opened();
    const auto held = store->moment(Start + 20s, 10);
    QCOMPARE(held->holds.size(), 2u);
    for (const Hold &hold : held->holds) {
        QCOMPARE(hold.how, EventKind::Changed);
        QCOMPARE(*hold.ended, Start + 60s);
        QCOMPARE(hold.began, hold.key == there.key ? Start + 5s : Start + 1s);
        QCOMPARE(hold.beganBefore, hold.key == there.key);
    }
    const auto lockEvents = store->lockEvents(there.key, 10);
    QCOMPARE(lockEvents->events.size(), 2u);
    QVERIFY(isFirstSight(lockEvents->events[0]) && isEnd(lockEvents->events[1]));
    QVERIFY(store->moment(Start + 61s, 10)->holds.empty());
}

void TestHistoryEnds::whatWasHeldAtACrashEndsWithTheLastEvent()
{
    {
        const auto store = opened();
        QVERIFY(store->append(Mark{.kind = Mark::Kind::Opened, .at = Start}).ok());
        QVERIFY(store->append({lockEvent(EventKind::Acquired, "before", "me", 1s)}).ok());
        QVERIFY(store->close(Start + 2s).ok());
        QVERIFY(store->append(Mark{.kind = Mark::Kind::Opened, .at = Start + 3s}).ok());
        QVERIFY(store
                    ->append({lockEvent(EventKind::Acquired, "a", "me", 4s),
                              lockEvent(EventKind::Acquired, "b", "me", 5s),
                              lockEvent(EventKind::Released, "b", "me", 9s, 4s)})
                    .ok());
        QVERIFY(store->commit().ok());
    } // Without close(), like a crash
    const auto store = opened();
    const auto held = store->holds({.range = {Start + 3s, Start + 100s}});
    QCOMPARE(held->holds.size(), 2u);
    for (const Hold &hold : held->holds)
        QCOMPARE(*hold.ended, Start + 9s);
    const auto lockEvents = store->lockEvents({QByteArray("a")}, 10);
    QCOMPARE(lockEvents->events.size(), 2u);
    QCOMPARE(lockEvents->events.back().kind, EventKind::Changed);
    QCOMPARE(lockEvents->events.back().held, std::optional<milliseconds>(5s));
}

void TestHistoryEnds::aCrashCostsNoMoreThanASecond()
{
    {
        const auto store = opened();
        QVERIFY(store->append(Mark{.kind = Mark::Kind::Opened, .at = Start}).ok());
        QVERIFY(store->append({lockEvent(EventKind::Acquired, "a", "", 1s)}).ok());
        QVERIFY(store->append(Tally{.from = Start, .length = 2s, .acquired = 1}).ok());
        QVERIFY(store->commit().ok());
        QVERIFY(store->append(Tally{.from = Start, .length = 20s, .acquired = 1}).ok());
        QVERIFY(store->commit().ok());
    }
    const auto store = opened();
    const auto minutes = store->minutes({Start, Start + 1h}, 60s);
    QCOMPARE(minutes->size(), 1u);
    QCOMPARE(minutes->front().length, 20s);
    QCOMPARE(minutes->front().acquired, 1);
    // Nothing happened for a while, and that was observed.
    const auto held = store->holds({.range = {Start, Start + 1h}});
    QCOMPARE(held->holds.size(), 1u);
    QCOMPARE(*held->holds[0].ended, Start + 20s);
}

// Opening reads only the open holds, however many events there are: the last events are truncated here.
void TestHistoryEnds::openingAfterACrashLooksAtNoEvent()
{
    {
        const auto store = opened();
        QVERIFY(store->append(Mark{.kind = Mark::Kind::Opened, .at = Start}).ok());
        QVERIFY(store->append({lockEvent(EventKind::Acquired, "long", "me", 1s)}).ok());
        QVERIFY(store->commit().ok());
        std::vector<LockEvent> events;
        for (int i = 0; i < 30'000; ++i) {
            const QByteArray key = "lock:" + QByteArray::number(i % 100);
            events.push_back(lockEvent(EventKind::Acquired, key, "me", 2s + i * 2ms));
            events.push_back(lockEvent(EventKind::Released, key, "me", 2s + i * 2ms + 1ms, 1ms));
        }
        QVERIFY(store->append(events).ok());
        QVERIFY(store->append({lockEvent(EventKind::Acquired, "taken again", "me", 90s)}).ok());
        QVERIFY(store->commit().ok());
        QVERIFY(store
                    ->append({lockEvent(EventKind::Released, "taken again", "me", 91s, 1s),
                              lockEvent(EventKind::Acquired, "taken again", "me", 92s)})
                    .ok());
        QVERIFY(store->commit().ok());
        const HistorySettings limits{.keep = true, .age = 50s, .bytes = qint64(1) << 30};
        while (*store->trim(limits, Start + 100s)) { // The event that began the long hold is gone
        }
        QVERIFY(*store->since() > Start + 2s);
        QVERIFY(store->append(Tally{.from = Start + 90s, .length = 5s}).ok());
    }
    const auto store = opened();
    const auto held = store->moment(Start + 93s, 10);
    QCOMPARE(held->holds.size(), 2u);
    for (const Hold &hold : held->holds) {
        QCOMPARE(hold.how, EventKind::Changed);
        QCOMPARE(*hold.ended, Start + 95s);
        QCOMPARE(hold.began, hold.key.bytes == "long" ? Start + 1s : Start + 92s);
    }
}

void TestHistoryEnds::whatWasTakenTwiceAndGivenBackIsOver()
{
    {
        const auto store = opened();
        QVERIFY(store->append(Mark{.kind = Mark::Kind::Opened, .at = Start}).ok());
        QVERIFY(store->append({lockEvent(EventKind::Acquired, "a", "me", 1s)}).ok());
        QVERIFY(store->commit().ok());
        QVERIFY(store
                    ->append({lockEvent(EventKind::Acquired, "a", "me", 2s),
                              lockEvent(EventKind::Released, "a", "me", 3s, 1s)})
                    .ok());
        QVERIFY(store->commit().ok());
        QVERIFY(store->append(Tally{.from = Start, .length = 50s}).ok());
    } // Without close(), like a crash
    const auto store = opened();
    const auto lockEvents = store->lockEvents({QByteArray("a")}, 10);
    QCOMPARE(lockEvents->events.size(), 3u);
    QCOMPARE(lockEvents->events.back().kind, EventKind::Released);
    QVERIFY(store->moment(Start + 10s, 10)->holds.empty());
}

// The key alone names the hold: the lock's value says nothing.
void TestHistoryEnds::whatHasNoOwnerGoesOn()
{
    const auto store = opened();
    QVERIFY(store->append(Mark{.kind = Mark::Kind::Opened, .at = Start}).ok());
    QVERIFY(store->append({lockEvent(EventKind::Acquired, "a", {}, 1s)}).ok());
    QVERIFY(store->close(Start + 60s).ok());
    QVERIFY(store->append(Mark{.kind = Mark::Kind::Opened, .at = Start + 70s}).ok());
    QVERIFY(store->append({lockEvent(EventKind::Acquired, "a", {}, 71s, 70s)}).ok()); // since 1 s
    const auto held = store->moment(Start + 20s, 10);
    QCOMPARE(held->holds.size(), 1u);
    QCOMPARE(held->holds.front().began, Start + 1s);
    QVERIFY(!held->holds.front().ended);
}

void TestHistoryEnds::saysWhenNobodyLooked()
{
    const auto store = opened();
    QVERIFY(!*store->since());
    QVERIFY(!store->moment(Start, 10)->watched);
    QVERIFY(store->append(Mark{.kind = Mark::Kind::Opened, .at = Start}).ok());
    QVERIFY(store->append({lockEvent(EventKind::Acquired, "a", "me", 5s)}).ok());
    QVERIFY(store->close(Start + 60s).ok());
    QVERIFY(store->append(Mark{.kind = Mark::Kind::Opened, .at = Start + 100s}).ok());
    QCOMPARE(*store->since(), std::optional(Start));
    const auto answer = store->holds({.range = {Start - 10s, Start + 200s}});
    QCOMPARE(answer->unseen.size(), 2u);
    QCOMPARE(answer->unseen[0].from, Start - 10s);
    QCOMPARE(answer->unseen[0].to, Start);
    QCOMPARE(answer->unseen[1].from, Start + 60s);
    QCOMPARE(answer->unseen[1].to, Start + 100s);
    QVERIFY(!store->moment(Start - 1s, 10)->watched);
    QVERIFY(store->moment(Start + 1s, 10)->watched); // nothing was held
    QVERIFY(!store->moment(Start + 80s, 10)->watched);
    QVERIFY(store->moment(Start + 120s, 10)->watched);
}

LOCKSCOPE_TEST(TestHistoryEnds)

} // namespace tst_historyends

#include "tst_historyends.moc"
