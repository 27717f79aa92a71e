// SPDX-License-Identifier: GPL-3.0-or-later
// Holds in parts: of a group of nodes, and of several values of one lock.

#include "core/engine/table/continuity.h"
#include "core/engine/table/eventlog.h"
#include "core/history/history.h"
#include "core/history/memory/counters.h"
#include "core/history/memory/groupholds.h"
#include "core/history/memory/openholds.h"
#include "tests/core/history/historyevents.h"
#include "tests/support/runner.h"

#include <QTest>

namespace tst_groupholds
{

using namespace lockscope;
using namespace std::chrono_literals;
using namespace lockscope::test::history;

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

class TestGroupHolds : public QObject
{
    Q_OBJECT

private slots:
    void aGroupCountsByItsMajority();
    void anAttemptWithoutMajorityIsNoHold();
    void aGroupsHoldIsWhoHasItOnAnyNode();
    void aGroupsHoldGoesOnWhileNodesAreAway();
    void anotherOwnerOnOneNodeEndsNoHold();
    void whatWasAcquiredWhileNodesWereAwayIsAnother();
    void aGroupsHoldCountsOnce_data();
    void aGroupsHoldCountsOnce();
    void aNodeThatIsLostSpeaksNoMore();
    void whoGivesBackAPartHoldsTheRest();
    void whatIsLeftOutEndsNoHoldOfAGroup();
};

void TestGroupHolds::aGroupCountsByItsMajority()
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

void TestGroupHolds::anAttemptWithoutMajorityIsNoHold()
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
void TestGroupHolds::aGroupsHoldIsWhoHasItOnAnyNode()
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

void TestGroupHolds::aGroupsHoldGoesOnWhileNodesAreAway()
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

// One node names the owner, one another owner, and one does not answer.
void TestGroupHolds::anotherOwnerOnOneNodeEndsNoHold()
{
    GroupHolds group;
    LockDelta delta;
    delta.upserted = {byNodes({"me", "me", "me"})};
    QCOMPARE(told(group.follow(delta, Start)), QByteArray("acquired me"));
    auto split = std::make_shared<Lock>(*byNodes({"other"}, false, 1));
    auto extras = std::make_shared<LockExtras>(*split->extras);
    extras->copies.push_back({.node = {"n2"}, .state = CopyState::OtherOwner, .owner = {"me"}});
    split->extras = extras;
    delta.upserted = {split};
    QCOMPARE(told(group.follow(delta, Start + 1s)), QByteArray());
    delta.upserted = {byNodes({"me", "me"})};
    QCOMPARE(told(group.follow(delta, Start + 2s)), QByteArray());
}

// Two nodes restart without their data, and the client sets its key there again.
void TestGroupHolds::whatWasAcquiredWhileNodesWereAwayIsAnother()
{
    GroupHolds group;
    LockDelta delta;
    const auto look = [&](const QByteArrayList &owners, int away, milliseconds taken, milliseconds read) {
        const LockPtr seen = byNodes(owners, false, away);
        auto lock = std::make_shared<Lock>(*seen);
        lock->heldSince += taken;
        lock->readAt = Instant() + read;
        delta.upserted = {lock};
        return group.follow(delta, Start + read);
    };
    QCOMPARE(told(look({"me", "me", "me"}, 0, 0s, 1s)), QByteArray("acquired me"));
    QCOMPARE(told(look({"me"}, 2, 0s, 5s)), QByteArray());
    QCOMPARE(told(look({"me"}, 2, 0s, 7s)), QByteArray());
    const std::vector<LockEvent> events = look({"me", "me", "me"}, 0, 8s, 9s);
    QCOMPARE(told(events), QByteArray("changed me 4000, acquired me"));
    QVERIFY(events.front().heldIsLowerBound);
    QCOMPARE(events.front().wallAt, Start + 5s);
}

void TestGroupHolds::aGroupsHoldCountsOnce_data()
{
    QTest::addColumn<QByteArrayList>("then");
    QTest::addColumn<int>("away");
    QTest::newRow("two nodes are away") << QByteArrayList{"u1:1"} << 2;
    QTest::newRow("all nodes are away") << QByteArrayList{} << 3;
    QTest::newRow("the first node is away") << QByteArrayList{"", "u2:1", "u3:1"} << 1;
}

void TestGroupHolds::aGroupsHoldCountsOnce()
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

void TestGroupHolds::aNodeThatIsLostSpeaksNoMore()
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
void TestGroupHolds::whoGivesBackAPartHoldsTheRest()
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

// Its holds follow from its locks, not from events.
void TestGroupHolds::whatIsLeftOutEndsNoHoldOfAGroup()
{
    History history{QString()};
    history.open({}, 3);
    history.take({.upserted = {byNodes({"u1:1", "u2:1", "u3:1"})}});
    history.take({.upserted = {byNodes({"", "u2:1", "u3:1"}, false, 1)}, .dropped = 1});
    const HistoryMoment then = history.moment(wallNow(), 10);
    QCOMPARE(then.holds.size(), 1u);
    QVERIFY(!then.holds.front().ended);
    QCOMPARE(history.lockEvents({QByteArray("a")}, 10).events.size(), 1u);
}

LOCKSCOPE_TEST(TestGroupHolds)

} // namespace tst_groupholds

#include "tst_groupholds.moc"
