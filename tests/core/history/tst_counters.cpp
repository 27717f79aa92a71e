// SPDX-License-Identifier: GPL-3.0-or-later
// Whether all locks can be observed, according to the state of the nodes.
#include "core/history/memory/counters.h"
#include "tests/support/runner.h"

#include <QTest>

namespace tst_counters
{

using namespace lockscope;
using namespace std::chrono_literals;

namespace
{

const WallTime Start{1'700'000'000s};

using Nodes = std::vector<NodeStatus>;

NodeStatus node(const char *name, const char *role, ConnectionPhase phase)
{
    return {.node = {QByteArray(name)}, .role = role, .connection = {.phase = phase}};
}

NodeStatus master(const char *name, ConnectionPhase phase = ConnectionPhase::Ready)
{
    return node(name, "master", phase);
}

// Listed below that master, with its last known role.
NodeStatus below(const char *name, NodeStatus status)
{
    status.replica = Replication{.master = {QByteArray(name)}};
    return status;
}

NodeStatus withSlots(int first, int last, NodeStatus status)
{
    status.slotRanges = {{.first = first, .last = last}};
    return status;
}

} // namespace

class TestCounters final : public QObject
{
    Q_OBJECT

private slots:
    void blindWhileAMasterIsAway_data();
    void blindWhileAMasterIsAway();
    void whatIsMissedIsCounted();
    void aFlushIsNoGap();
};

void TestCounters::blindWhileAMasterIsAway_data()
{
    QTest::addColumn<Nodes>("nodes");
    QTest::addColumn<int>("members");
    QTest::addColumn<bool>("blind");
    constexpr ConnectionPhase Away = ConnectionPhase::Waiting;
    constexpr ConnectionPhase Ready = ConnectionPhase::Ready;
    QTest::newRow("nothing is known") << Nodes{} << 1 << true;
    QTest::newRow("not reached yet") << Nodes{node("a", "", ConnectionPhase::Connecting)} << 1 << true;
    QTest::newRow("one") << Nodes{master("a")} << 1 << false;
    QTest::newRow("its role is refused") << Nodes{node("a", "", Ready)} << 1 << false;
    QTest::newRow("one is away") << Nodes{master("a", Away)} << 1 << true;
    QTest::newRow("only a replica") << Nodes{below("a", node("b", "slave", Ready))} << 1 << true;
    QTest::newRow("a replica is away")
        << Nodes{master("a"), below("a", node("b", "slave", Away)), node("s", "sentinel", Away)} << 1
        << false;
    const auto group = [](ConnectionPhase b, ConnectionPhase c) {
        Nodes nodes{master("a"), master("b", b), node("c", "", c)}; // the last was never reached
        for (int i = 0; i < 3; ++i)
            nodes[size_t(i)].member = i;
        return nodes;
    };
    QTest::newRow("a majority of a group") << group(Ready, Away) << 3 << false;
    QTest::newRow("a minority of a group") << group(Away, Away) << 3 << true;
    QTest::newRow("one of two") << group(Away, Away) << 2 << true;
    QTest::newRow("a replica was never reached") << Nodes{master("a"), node("b", "", Away)} << 1 << false;
    // After a failover the former master is listed below the new one, with its last known role.
    QTest::newRow("replaced, and down still")
        << Nodes{master("b"), below("b", master("a", Away)), node("s", "sentinel", Ready)} << 1 << false;
    QTest::newRow("replaced, and the next one is away too")
        << Nodes{master("b", Away), below("b", master("a", Away))} << 1 << true;
    const NodeStatus first = withSlots(0, 8191, master("a"));
    const NodeStatus second = withSlots(8192, 16383, master("b"));
    QTest::newRow("a cluster") << Nodes{first, second, master("spare")} << 1 << false;
    QTest::newRow("a master with slots is away")
        << Nodes{first, withSlots(8192, 16383, master("b", Away))} << 1 << true;
    QTest::newRow("a master with slots was never reached")
        << Nodes{first, withSlots(8192, 16383, node("b", "", Away))} << 1 << true;
    QTest::newRow("one without slots is away: it was replaced")
        << Nodes{first, second, master("c", Away)} << 1 << false;
}

void TestCounters::blindWhileAMasterIsAway()
{
    QFETCH(Nodes, nodes);
    QFETCH(int, members);
    QFETCH(bool, blind);
    Counters counters(Start);
    counters.begin(members, Start);
    counters.takeNodes(nodes);
    counters.turn(Start + 1s); // Ends the unobserved time before
    QCOMPARE(counters.turn(Start + 2s).blind, blind);
}

void TestCounters::whatIsMissedIsCounted()
{
    Counters counters(Start);
    counters.begin(1, Start);
    counters.takeNodes({master("a", ConnectionPhase::Waiting)}); // Never reached
    QCOMPARE(counters.gaps(), 0);
    counters.takeNodes({master("a"), master("b")});
    counters.takeNodes({master("a", ConnectionPhase::Waiting), master("b")});
    counters.takeNodes({master("a", ConnectionPhase::Waiting), master("b")});
    QCOMPARE(counters.gaps(), 1);
    QVERIFY(
        counters.takeLive({.gaps = 1, .missed = {{NodeId{"a"}, 1}}}, Start).empty()); // Of the same outage
    QCOMPARE(counters.gaps(), 1);
    const LiveStatus ofAnother{.gaps = 2, .missed = {{NodeId{"a"}, 1}, {NodeId{"b"}, 1}}};
    QCOMPARE(counters.takeLive(ofAnother, Start).size(), 1U);
    QVERIFY(counters.takeLive(ofAnother, Start).empty());
    counters.takeNodes({master("b", ConnectionPhase::Waiting)}); // Told the other way round
    QCOMPARE(counters.gaps(), 2);
    counters.take({.dropped = 5}, Start + 1s);
    QCOMPARE(counters.gaps(), 3);
    counters.end();
    QCOMPARE(counters.gaps(), 3);
    counters.begin(1, Start + 2s);
    QCOMPARE(counters.gaps(), 0);
}

// A flush names no keys, so locks are read anew. That is a gap for what follows them, not for what is
// recorded.
void TestCounters::aFlushIsNoGap()
{
    Counters counters(Start);
    counters.begin(1, Start);
    const auto marks = counters.takeLive({.gaps = 1, .flushes = {{NodeId{"a"}, 1}}}, Start + 1s);
    QCOMPARE(marks.size(), 1U);
    QVERIFY(marks.front().kind == Mark::Kind::Flushed && marks.front().node == NodeId{"a"});
    QCOMPARE(counters.gaps(), 0);
    QCOMPARE(counters.flushes(), 1);
    QCOMPARE(
        counters
            .takeLive({.gaps = 3, .missed = {{NodeId{"a"}, 1}}, .flushes = {{NodeId{"a"}, 2}}}, Start + 2s)
            .size(),
        2U);
    QCOMPARE(counters.gaps(), 1);
}

LOCKSCOPE_TEST(TestCounters)

} // namespace tst_counters

#include "tst_counters.moc"
