// SPDX-License-Identifier: GPL-3.0-or-later
// Waiting caused: from made holds with exact sums, and from a history.

#include "core/history/causes/causes.h"
#include "core/history/causes/causesdocument.h"
#include "core/history/causes/causesquery.h"
#include "core/history/causes/causestext.h"
#include "core/history/causes/keyprefix.h"
#include "core/history/causes/ownerclient.h"
#include "core/history/memory/openholds.h"
#include "tests/core/history/causeholds.h"
#include "tests/core/history/historyevents.h"
#include "tests/support/runner.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

namespace tst_causes
{

using namespace lockscope;
using namespace std::chrono_literals;
using namespace lockscope::test::history;

namespace
{

QByteArrayList rows(const std::vector<WaitingCost> &costs)
{
    QByteArrayList rows;
    for (const WaitingCost &cost : costs)
        rows << cost.name + ' ' + QByteArray::number(cost.waited);
    return rows;
}

QByteArrayList kinds(const Changes &changes)
{
    QByteArrayList kinds;
    for (const Change &change : changes.changes)
        kinds << QByteArray(name(change.kind)) + ' ' + change.key.bytes;
    return kinds;
}

Lock taken(const QByteArray &key, const QByteArray &owner, qint64 waiters)
{
    Lock lock;
    lock.key = {key};
    lock.kind = {"rlock"};
    lock.node = {"a:1"};
    lock.holders.append(Holder{.id = {owner}});
    lock.waiters.subscribed = waiters;
    return lock;
}

LockEvent eventOf(EventKind kind, const Lock &lock, qint64 count, WallTime at)
{
    return {.kind = kind,
            .key = lock.key,
            .lockKind = lock.kind,
            .owner = lock.owner(),
            .count = count,
            .node = lock.node,
            .wallAt = at};
}

LockDelta deltaOf(const Lock &lock, const std::vector<LockEvent> &events)
{
    LockDelta delta;
    delta.upserted.push_back(std::make_shared<const Lock>(lock));
    delta.events = events;
    return delta;
}

} // namespace

class TestCauses : public QObject
{
    Q_OBJECT

private slots:
    void prefixesEndBeforeNumbers_data();
    void prefixesEndBeforeNumbers();
    void clientsAreWhatIdsShare();
    void waitingIsWaitersTimesTime();
    void onlyTheTimeAskedForCounts();
    void thePartsAreThoseOfTheHolders();
    void severalHoldersShareTheWaiting();
    void withoutAHolderTheClientIsUnknown();
    void theCountOfBeforeTheReleaseEndsWithIt();
    void whatIsNotCountedIsUnknown();
    void whatWasNotWatchedIsUnknown();
    void aLostNodeIsNotCounted();
    void aTimeOutOfReachIsUnknown();
    void onlyWhatALossHidIsUnknown();
    void roundedMinutesHideNothing();
    void prefixesAddUpTheirLocks();
    void figuresAreWritten();
    void manyHoldersShareExactly();
    void aHistoryAnswers();
    void waitersOfALockThatIsGoneAreNotCounted();
    void waitersThatSleepOnAFreeLockAreCountedAgain();
    void waitersOfALockThatIsFirstSeenAreCounted();
};

void TestCauses::prefixesEndBeforeNumbers_data()
{
    QTest::addColumn<QByteArray>("key");
    QTest::addColumn<QByteArray>("prefix");
    for (const auto &[key, prefix] : std::initializer_list<std::pair<const char *, const char *>>{
             {"lock:stock:1001", "lock:stock:"},
             {"lock:stock:main", "lock:stock:"},
             {"order:1042:lock", "order:"},
             {"order.6f96ab10-7f31-4c55-9a38-0d7f2f3f6b11.lock", "order."},
             {"job/00ff00ff/lock", "job/"},
             {"job/deadbeef/lock", "job/deadbeef/"}, // a word
             {"com.example.Nightly", "com.example."},
             {"1042:lock", ""},
             {"mutex", ""},
             {"", ""}})
        QTest::newRow(*key ? key : "empty") << QByteArray(key) << QByteArray(prefix);
}

void TestCauses::prefixesEndBeforeNumbers()
{
    QFETCH(QByteArray, key);
    QFETCH(QByteArray, prefix);
    QCOMPARE(keyPrefix({key}), prefix);
}

void TestCauses::clientsAreWhatIdsShare()
{
    QCOMPARE(ownerClient("rlock", {Slow + ":61"}).name, Slow);
    QVERIFY(ownerClient("rlock", {Slow + ":61"}).isLasting);
    QCOMPARE(ownerClient("token-lock", {"6f2c1e"}).name, QByteArray("6f2c1e"));
    QVERIFY(!ownerClient("token-lock", {"6f2c1e"}).isLasting);
    QCOMPARE(ownerClient("of a rule", {"me"}).name, QByteArray("me"));
    QVERIFY(ownerClient("rlock", {}).name.isEmpty());
    for (const char *nameless : {"untokened-lock", "counter-lock", "timestamp-lock"})
        QVERIFY2(ownerClient(nameless, {"1"}).name.isEmpty(), nameless);
}

void TestCauses::waitingIsWaitersTimesTime()
{
    HoldsAnswer answer;
    answer.holds = {hold("a", Slow + ":1", 0ms, 40s)};
    answer.waiters = {step("a", 10s, 1), step("a", 20s, 3), step("a", 30s, 0), step("b", 0s, 0)};
    const WaitingCosts costs = waitingCosts(answer, Minute, Start + 1h);
    QCOMPARE(rows(costs.locks), (QByteArrayList{"a 40"})); // 10 s × 1 + 10 s × 3
    QCOMPARE(costs.waited, 40.0);
    QCOMPARE(costs.locks[0].mostWaiters, qint64(3));
    QCOMPARE(costs.locks[0].holds, qint64(1));
    QCOMPARE(costs.locks[0].lengths.count(), qint64(1));
    QCOMPARE(costs.locks[0].worst, Slow);
    QCOMPARE(costs.locks[0].kind, QByteArray("rlock"));
}

void TestCauses::onlyTheTimeAskedForCounts()
{
    HoldsAnswer answer;
    answer.holds = {hold("a", Slow + ":1", -100s, 200s)};
    answer.waiters = {step("a", -50s, 2)};
    QCOMPARE(waitingCosts(answer, Minute, Start + 1h).waited, 120.0);
    QCOMPARE(waitingCosts(answer, {Start + 10s, Start + 15s}, Start + 1h).waited, 10.0);
    QCOMPARE(waitingCosts(answer, Minute, Start + 30s).waited, 60.0); // What is not over yet
    QCOMPARE(waitingCosts(answer, Minute, Start - 30s).waited, 0.0);
    const WaitingCost whole = waitingCosts(answer, Minute, Start + 1h).locks[0];
    QCOMPARE(whole.holds, qint64(1));
    QCOMPARE(whole.lengths.count(), qint64(0)); // It did not end in this time
}

void TestCauses::thePartsAreThoseOfTheHolders()
{
    HoldsAnswer answer;
    answer.holds = {hold("a", Slow + ":1", 0s, 30s), hold("a", Quick + ":1", 30s, 32s),
                    hold("a", Quick + ":2", 32s, 34s)};
    answer.waiters = {step("a", 0s, 2), step("a", 30s, 1), step("a", 32s, 0)};
    const WaitingCosts costs = waitingCosts(answer, Minute, Start + 1h);
    QCOMPARE(rows(costs.clients), (QByteArrayList{Slow + " 60", Quick + " 2"}));
    QCOMPARE(costs.clients[0].mostWaiters, qint64(2));
    QCOMPARE(costs.clients[1].holds, qint64(2)); // Two threads of one process
    QCOMPARE(costs.clients[1].worst, QByteArray("a"));
    QCOMPARE(costs.locks[0].worst, Slow);
    QCOMPARE(costs.locks[0].waitedForWorst, 60.0);
}

void TestCauses::severalHoldersShareTheWaiting()
{
    HoldsAnswer answer;
    answer.holds = {hold("a", Slow + ":1", 0s, 20s), hold("a", Quick + ":1", 10s, 20s)};
    answer.waiters = {step("a", 0s, 2), step("a", 20s, 0)};
    const WaitingCosts costs = waitingCosts(answer, Minute, Start + 1h);
    QCOMPARE(costs.waited, 40.0);
    QCOMPARE(rows(costs.clients), (QByteArrayList{Slow + " 30", Quick + " 10"}));
}

void TestCauses::withoutAHolderTheClientIsUnknown()
{
    HoldsAnswer answer;
    answer.holds = {hold("a", Slow + ":1", 0s, 10s), hold("a", {}, 10s, 15s)};
    answer.waiters = {step("a", 0s, 1), step("a", 15s, 1), step("a", 20s, 0)};
    const WaitingCosts costs = waitingCosts(answer, Minute, Start + 1h);
    QCOMPARE(rows(costs.clients), (QByteArrayList{" 10", Slow + " 10"})); // 5 s unread, 5 s without a holder
    QCOMPARE(costs.clients[0].holds, qint64(1));
    QCOMPARE(costs.locks[0].worst, Slow); // Of equal ones the known one
}

void TestCauses::theCountOfBeforeTheReleaseEndsWithIt()
{
    HoldsAnswer answer;
    answer.holds = {hold("a", Slow + ":1", 0s, 10s), hold("a", Quick + ":1", 15s, 20s)};
    answer.waiters = {step("a", 0s, 1), step("a", 30s, 1), step("a", 32s, 0)};
    const WaitingCosts costs = waitingCosts(answer, Minute, Start + 1h);
    QCOMPARE(rows(costs.clients), (QByteArrayList{Slow + " 10", Quick + " 5", " 2"}));
    QCOMPARE(costs.locks[0].uncounted, milliseconds(15s)); // 10 to 15, 20 to 30
}

void TestCauses::whatIsNotCountedIsUnknown()
{
    HoldsAnswer answer;
    answer.holds = {hold("a", Slow + ":1", 0s, 60s)};
    answer.waiters = {step("a", 45s, 1)};
    const WaitingCosts costs = waitingCosts(answer, Minute, Start + 1h);
    QCOMPARE(costs.waited, 15.0);
    QCOMPARE(costs.locks[0].uncounted, milliseconds(45s));
    QCOMPARE(costs.clients[0].uncounted, milliseconds(45s));
    QCOMPARE(costs.unwatched, milliseconds(0));
}

void TestCauses::whatWasNotWatchedIsUnknown()
{
    HoldsAnswer answer;
    answer.holds = {hold("a", Slow + ":1", 0s, 60s)};
    answer.waiters = {step("a", 0s, 1), step("a", 50s, 2)};
    answer.unseen = {{Start + 10s, Start + 40s}};
    answer.marks = {{.kind = Mark::Kind::Gap, .at = Start + 45s}};
    answer.truncated = true;
    const WaitingCosts costs = waitingCosts(answer, Minute, Start + 1h);
    // Nothing goes on across a break: from 40 s to 50 s the count is unknown again.
    QCOMPARE(costs.waited, 30.0);
    QCOMPARE(costs.locks[0].uncounted, milliseconds(40s));
    QCOMPARE(costs.unwatched, milliseconds(30s));
    QCOMPARE(costs.gaps, qint64(1));
    QCOMPARE(unknownText(costs).size(), qsizetype(3));
    QVERIFY(unknownText(WaitingCosts()).isEmpty());
}

void TestCauses::aLostNodeIsNotCounted()
{
    HoldsAnswer answer;
    answer.holds = {hold("a", Slow + ":1", 0s, 60s)};
    answer.waiters = {step("a", 0s, 1)};
    answer.unjudged = {{{Start + 10s, Start + 20s}, {"a:1"}}, {{Start + 20s, Start + 50s}, {"b:1"}}};
    const WaitingCosts costs = waitingCosts(answer, Minute, Start + 1h);
    QCOMPARE(costs.waited, 50.0);
    QCOMPARE(costs.locks[0].uncounted, milliseconds(10s));
    QCOMPARE(costs.unreachable, milliseconds(40s));
    QVERIFY(!costs.isUnknown() && unknownText(costs).join(QString()).contains(QLatin1String("for 40 s")));
}

// No waiting was recorded, and nothing could be.
void TestCauses::aTimeOutOfReachIsUnknown()
{
    HoldsAnswer answer;
    answer.unseen = {{Start, Start + 20s}};
    answer.unjudged = {{{Start + 15s, Start + 60s}, {"a:1"}}};
    QVERIFY(waitingCosts(answer, Minute, Start + 1h).isUnknown());
    std::vector<Tally> minutes{{.from = Start, .length = 60s}};
    keepHidingLosses(answer.unjudged, {});
    QCOMPARE(answer.unjudged.size(), size_t(1)); // no minute says what it hid
    minutes.front().blind = true;
    keepHidingLosses(answer.unjudged, minutes);
    QCOMPARE(answer.unjudged.size(), size_t(1));
    minutes.front().blind = false; // a replica
    keepHidingLosses(answer.unjudged, minutes);
    const WaitingCosts costs = waitingCosts(answer, Minute, Start + 1h);
    QVERIFY(!costs.isUnknown() && costs.unreachable == milliseconds(0));
}

// A replica is lost for long. For a while in it, changes were missed.
void TestCauses::onlyWhatALossHidIsUnknown()
{
    HoldsAnswer answer;
    answer.holds = {hold("a", Slow + ":1", 0s, 60s)};
    answer.waiters = {step("a", 0s, 1)};
    answer.unjudged = {{{Start + 15s, Start + 60s}, {"a:1"}}, {{Start, Start + 5s}, {}}};
    const std::vector<Tally> minutes{{.from = Start, .length = 20s},
                                     {.from = Start + 20s, .length = 1s, .blind = true},
                                     {.from = Start + 21s, .length = 39s}};
    keepHidingLosses(answer.unjudged, minutes);
    QCOMPARE(answer.unjudged.size(), size_t(2)); // what is known of no node stays
    const WaitingCosts costs = waitingCosts(answer, Minute, Start + 1h);
    QCOMPARE(costs.unreachable, milliseconds(1s));
    QCOMPARE(costs.waited, 59.0);
}

// The minutes begin at any nanosecond, and their lengths are whole milliseconds; in a file, so are both.
void TestCauses::roundedMinutesHideNothing()
{
    using std::chrono::microseconds;
    HoldsAnswer answer;
    answer.unjudged = {{{Start + 1s, Start + 150s}, {"a:1"}}};
    const std::vector<Tally> minutes{{.from = Start + microseconds(700), .length = 59'998ms},
                                     {.from = Start + 60s + microseconds(300), .length = 59'999ms},
                                     {.from = Start + 120s + microseconds(900), .length = 59'999ms}};
    keepHidingLosses(answer.unjudged, minutes);
    QVERIFY(answer.unjudged.empty());
    answer.unjudged = {{{Start + 1s, Start + 150s}, {"a:1"}}};
    keepHidingLosses(answer.unjudged, {minutes[0], minutes[2]}); // One is not known
    QCOMPARE(answer.unjudged.size(), size_t(1));
    QVERIFY(answer.unjudged[0].over.to == minutes[2].from);
}

void TestCauses::prefixesAddUpTheirLocks()
{
    HoldsAnswer answer;
    for (const char *key : {"order:1", "order:2", "stock:1"}) {
        answer.holds.push_back(hold(key, Slow + ":1", 0s, 10s));
        answer.waiters.push_back(step(key, 0s, *key == 's' ? 1 : 2));
        answer.waiters.push_back(step(key, 10s, 0));
    }
    const WaitingCosts costs = waitingCosts(answer, Minute, Start + 1h);
    QCOMPARE(rows(costs.prefixes), (QByteArrayList{"order: 40", "stock: 10"}));
    QCOMPARE(costs.prefixes[0].locks, qint64(2));
    QCOMPARE(costs.prefixes[0].holds, qint64(2));
    QCOMPARE(costs.prefixes[0].mostWaiters, qint64(2));
    QCOMPARE(rows(costs.clients), (QByteArrayList{Slow + " 50"}));
    QCOMPARE(costs.clients[0].locks, qint64(3));
    QCOMPARE(costs.waited, 50.0);
}

void TestCauses::figuresAreWritten()
{
    HoldsAnswer answer;
    answer.holds = {hold("a:1", Slow + ":1", 0s, 10s)};
    answer.waiters = {step("a:1", 0s, 2), step("a:1", 10s, 2), step("a:1", 12s, 0)};
    const WaitingCosts costs = waitingCosts(answer, Minute, Start + 1h);
    QCOMPARE(costsCsv(costs, CostBy::Client),
             QByteArray("client,kind,waited_ms,max_waiters,locks,holds,hold_p50_ms,hold_p90_ms,worst,"
                        "waited_for_worst_ms,uncounted_ms,sight,from,to\n" +
                        Slow +
                        ",,20000,2,1,1,,," // too few for percentiles
                        "a:1,20000,0,exact,2023-11-14T22:13:20.000Z,2023-11-14T22:14:20.000Z\n"
                        ",,4000,2,1,0,,,a:1,4000,0,exact,2023-11-14T22:13:20.000Z,"
                        "2023-11-14T22:14:20.000Z\n"));
    const QJsonObject json =
        QJsonDocument::fromJson(costsJson(costs, CostBy::Lock, JsonWriter::Layout::Compact)).object();
    QCOMPARE(json[QLatin1String("by")].toString(), QStringLiteral("lock"));
    QCOMPARE(json[QLatin1String("waited_ms")].toInt(), 24'000);
    const QJsonObject row = json[QLatin1String("rows")].toArray()[0].toObject();
    QCOMPARE(row[QLatin1String("key")].toString(), QStringLiteral("a:1"));
    QCOMPARE(row[QLatin1String("waited_ms")].toInt(), 24'000);
    QCOMPARE(row[QLatin1String("worst_client")].toString(), QString::fromLatin1(Slow));
    QVERIFY(!QJsonDocument::fromJson(costsJson(costs, CostBy::Client, JsonWriter::Layout::Compact))
                 .object()[QLatin1String("rows")]
                 .toArray()[1]
                 .toObject()
                 .contains(QLatin1String("client"))); // Unknown
}

void TestCauses::manyHoldersShareExactly()
{
    HoldsAnswer answer;
    answer.holds = {hold("a", Slow + ":1", 0s, 40s), hold("a", Quick + ":1", 20s, 30s),
                    hold("a", "33333333-3333-3333-3333-333333333333:1", 45s, 50s)};
    answer.waiters = {step("a", 0s, 5), step("a", 10s, 1), step("a", 25s, 3), step("a", 35s, 0)};
    answer.holds[1].how = EventKind::Changed;
    const WaitingCosts costs = waitingCosts(answer, Minute, Start + 1h);
    // 50 + 10 + (5 + 15) / 2 + 15, and (5 + 15) / 2
    QCOMPARE(rows(costs.clients), (QByteArrayList{Slow + " 85", Quick + " 10"}));
    QCOMPARE(costs.clients[0].mostWaiters, qint64(5));
    QCOMPARE(costs.clients[1].mostWaiters, qint64(3));     // Not the five of before
    QCOMPARE(costs.clients[1].lengths.count(), qint64(0)); // Its end was not seen
}

void TestCauses::aHistoryAnswers()
{
    History history({});
    history.open({});
    auto *causes = new Causes(&history); // Deleted with it
    const WallTime from = wallNow();
    const Lock lock = taken("a:1", Slow + ":1", 2);
    history.take(deltaOf(
        lock, {eventOf(EventKind::Acquired, lock, 1, from), eventOf(EventKind::Waiters, lock, 2, from)}));
    QTRY_VERIFY(causes->costs({from, wallNow() + 1s}).waited > 0);
    const WaitingCosts costs = causes->costs({from, wallNow() + 1s});
    QCOMPARE(costs.locks.size(), size_t(1));
    QCOMPARE(costs.clients[0].name, Slow);
    QCOMPARE(costs.prefixes[0].name, QByteArray("a:"));
    QVERIFY(!costs.truncated);
    const Changes changes = causes->changes({.at = from + 1ms, .width = 1s});
    QVERIFY(changes.unwatchedBefore > milliseconds(0)); // From before the connection
    QVERIFY(kinds(changes).isEmpty());
    QVERIFY(causes->costs({from - 2h, from - 1h}).locks.empty());
}

void TestCauses::waitersOfALockThatIsGoneAreNotCounted()
{
    UntoldWaiters gone;
    const Lock lock = taken("a", Slow + ":1", 2);
    gone.note(eventOf(EventKind::Waiters, lock, 2, Start));
    LockDelta removed;
    removed.removed.push_back(lock.key);
    QVERIFY(gone.take(removed, Start + 1s).empty());
    QVERIFY(gone.endsOfWaiting(Start + 2s).empty()); // Perhaps the next holder comes at once
    const std::vector<LockEvent> ends = gone.endsOfWaiting(Start + 3s);
    QCOMPARE(ends.size(), size_t(1));
    QCOMPARE(ends[0].kind, EventKind::Waiters);
    QCOMPARE(ends[0].count, qint64(0));
    QCOMPARE(ends[0].wallAt, Start + 3s);
    gone.note(ends[0]);
    QVERIFY(gone.endsOfWaiting(Start + 4s).empty());
    const std::vector<LockEvent> back = gone.take(deltaOf(lock, {}), Start + 5s); // They still wait
    QCOMPARE(back.size(), size_t(1));
    QCOMPARE(back[0].count, qint64(2));
    gone.note(back[0]);
    QVERIFY(gone.take(deltaOf(lock, {}), Start + 6s).empty());
    QVERIFY(gone.take(removed, Start + 7s).empty());
    QVERIFY(gone.take(deltaOf(lock, {}), Start + 7s).empty()); // Gone for a moment only
    QVERIFY(gone.endsOfWaiting(Start + 8s).empty());
    QVERIFY(gone.endsOfWaiting(Start + 9s).empty());
    Lock served = lock; // Who waited has it now, and another one listens
    served.waiters.subscribed = 1;
    QVERIFY(gone.take(removed, Start + 9s).empty());
    const std::vector<LockEvent> fewer = gone.take(deltaOf(served, {}), Start + 9s);
    QCOMPARE(fewer.size(), size_t(1));
    QCOMPARE(fewer[0].count, qint64(1));
    gone.note(fewer[0]);
    served.waiters.subscribed.reset(); // It is not known how many
    QVERIFY(gone.take(deltaOf(served, {}), Start + 9s).empty());
    LockDelta anew; // Everything is read anew, and the lock is not there
    anew.reset = true;
    QVERIFY(gone.take(anew, Start + 10s).empty());
    gone.endsOfWaiting(Start + 11s);
    QCOMPARE(gone.endsOfWaiting(Start + 12s).size(), size_t(1));
}

// The holder's key was deleted without a message: what counts waiting hears of it again.
void TestCauses::waitersThatSleepOnAFreeLockAreCountedAgain()
{
    UntoldWaiters waiters;
    const Lock lock = taken("a", Slow + ":1", 2);
    waiters.note(eventOf(EventKind::Waiters, lock, 2, Start));
    Lock free = lock;
    free.holders.clear();
    QVERIFY(waiters.take(deltaOf(free, {}), Start + 1s).empty());
    QVERIFY(waiters.endsOfWaiting(Start + 2s).empty()); // Perhaps the next holder comes at once
    const std::vector<LockEvent> again = waiters.endsOfWaiting(Start + 3s);
    QCOMPARE(again.size(), size_t(1));
    QCOMPARE(again[0].count, qint64(2));
    QCOMPARE(again[0].wallAt, Start + 3s);
    waiters.note(again[0]);
    QVERIFY(waiters.take(deltaOf(free, {}), Start + 4s).empty());
    QVERIFY(waiters.endsOfWaiting(Start + 5s).empty()); // Once
    QVERIFY(waiters.take(deltaOf(lock, {}), Start + 6s).empty());
    QVERIFY(waiters.take(deltaOf(free, {}), Start + 7s).empty());
    QVERIFY(waiters.endsOfWaiting(Start + 8s).empty());
    QCOMPARE(waiters.endsOfWaiting(Start + 9s).size(), size_t(1)); // Free once more
}

// A queue that a lock has when it is first seen: no event tells of it until it changes.
void TestCauses::waitersOfALockThatIsFirstSeenAreCounted()
{
    UntoldWaiters untold;
    Lock lock = taken("a", Slow + ":1", 2);
    const std::vector<LockEvent> first = untold.take(deltaOf(lock, {}), Start);
    QCOMPARE(first.size(), size_t(1));
    QCOMPARE(first[0].kind, EventKind::Waiters);
    QCOMPARE(first[0].key, lock.key);
    QCOMPARE(first[0].count, qint64(2));
    QCOMPARE(first[0].wallAt, Start);
    untold.note(first[0]);
    QVERIFY(untold.take(deltaOf(lock, {}), Start + 1s).empty());
    const std::vector<LockEvent> present = untold.present(Start + 2s); // For a file that begins now
    QCOMPARE(present.size(), size_t(1));
    QCOMPARE(present[0].count, qint64(2));
    QCOMPARE(present[0].wallAt, Start + 2s);
    untold.note(eventOf(EventKind::Waiters, lock, 0, Start + 3s));
    QVERIFY(untold.present(Start + 4s).empty());
    QVERIFY(untold.take(deltaOf(taken("b", Slow + ":1", 0), {}), Start + 5s).empty());
}

LOCKSCOPE_TEST(TestCauses)

} // namespace tst_causes

#include "tst_causes.moc"
