// SPDX-License-Identifier: GPL-3.0-or-later
// Where the picture of the wait-for graph paints its nodes: rings, layers without crossings, nothing on top
// of anything else.
#include "tests/support/uirunner.h"
#include "tests/ui/blocking/graphpicture.h"
#include "ui/blocking/graph/graphcomponents.h"
#include "ui/blocking/graph/graphlayers.h"
#include "ui/blocking/graph/graphlegend.h"
#include "ui/blocking/graph/graphview.h"

#include <QTest>

#include <random>

namespace tst_graphlayout
{

using namespace lockscope;
using namespace lockscope::test;
using namespace lockscope::test::graphpicture;

class tst_GraphLayout : public QObject
{
    Q_OBJECT

private slots:
    void nothingIsNothing();
    void aDeadlockIsARing_data();
    void aDeadlockIsARing();
    void whatWaitsBehindARingHangsOffIt();
    void aReaderThatWaitsForItselfIsAPair();
    void aChainGoesFromLeftToRight();
    void aTreeHasNoCrossings_data();
    void aTreeHasNoCrossings();
    void edgesPassOtherNodes();
    void crossingsAreReduced();
    void manyWaitersAreOneNode();
    void aDeadlockComesFirst();
    void twoDeadlocksWithOneClient();
    void componentsAreApart();
    void agesMoveNothing();
    void countsMoveNothing();
    void saysWhoIsNotSeenToListen_data();
    void saysWhoIsNotSeenToListen();
};

void tst_GraphLayout::nothingIsNothing()
{
    const Picture picture{MadeWaits()};
    QVERIFY(picture.graph.nodes.empty());
    QVERIFY(picture.layout.components.empty());
    QVERIFY(picture.layout.bounds.isEmpty());
}

void tst_GraphLayout::aDeadlockIsARing_data()
{
    QTest::addColumn<int>("size");
    for (const int size : {2, 3, 5, 12})
        QTest::addRow("of %d", size) << size;
}

// Around its middle each node is further round than the one before, and once round is all of it.
void tst_GraphLayout::aDeadlockIsARing()
{
    QFETCH(int, size);
    MadeWaits waits;
    waits.addRing(0, size);
    const Picture picture(waits);
    QCOMPARE(picture.graph.nodes.size(), size_t(2 * size));
    QCOMPARE(picture.graph.edges.size(), size_t(2 * size));
    QCOMPARE(picture.graph.rings.size(), 1u);
    QVERIFY(std::ranges::all_of(picture.graph.edges, &GraphEdge::isDeadlocked));
    QVERIFY(std::ranges::all_of(picture.graph.edges, &GraphEdge::isCertain));
    const std::vector<size_t> &ring = picture.graph.rings.front();
    QCOMPARE(ring.size(), size_t(2 * size));
    const QPointF middle = picture.layout.bounds.center();
    double round = 0;
    for (size_t i = 0; i < ring.size(); ++i) {
        const QLineF from(middle, picture.layout.centres[ring[i]]);
        const QLineF to(middle, picture.layout.centres[ring[(i + 1) % ring.size()]]);
        const double turn = to.angleTo(from); // Clockwise
        QVERIFY2(turn > 0 && turn < 180, qPrintable(QString::number(turn)));
        round += turn;
    }
    QVERIFY2(qFuzzyCompare(round, 360.0), qPrintable(QString::number(round)));
    QCOMPARE(picture.overlaps(), 0);
    QCOMPARE(picture.crossings(), 0);
}

void tst_GraphLayout::whatWaitsBehindARingHangsOffIt()
{
    MadeWaits waits;
    waits.addRing(0, 3);
    for (int lock = 0; lock < 3; ++lock) {
        for (int i = 0; i < 3; ++i)
            waits.queue(lock, 100 + 10 * lock + i);
    }
    waits.hold(50, 100); // one of these blocks another client
    waits.queue(50, 200);
    const Picture picture(waits);
    QCOMPARE(picture.layout.components.size(), 1u);
    QCOMPARE(picture.overlaps(), 0);
    QRectF ring;
    for (const size_t node : picture.graph.rings.front())
        ring |= picture.rectOf(node);
    for (int thread = 100; thread < 130; thread += 10) {
        const double x = picture.client(thread).x();
        QVERIFY2(x < ring.left() || x > ring.right(), qPrintable(QString::number(x)));
    }
    const double outwards = picture.client(100).x() > ring.center().x() ? 1 : -1;
    QVERIFY(outwards * (picture.lock(50).x() - picture.client(100).x()) > 0);
    QVERIFY(outwards * (picture.client(200).x() - picture.lock(50).x()) > 0);
}

void tst_GraphLayout::aReaderThatWaitsForItselfIsAPair()
{
    MadeWaits waits({"rw-lock"});
    waits.hold(1, 1, HoldMode::Read);
    const Wait wait{.id = {MadeWaits::threadNo(1).bytes + ":write"},
                    .mode = HoldMode::Write,
                    .source = WaitSource::Probe,
                    .ofReader = true};
    const BlockingReport report = waits.report({{.key = MadeWaits::keyNo(1), .wait = wait}});
    QCOMPARE(report.deadlocks.size(), 1u);
    const BlockingGraph graph = blockingGraph(report);
    QCOMPARE(graph.nodes.size(), 2u);
    QCOMPARE(graph.edges.size(), 2u);
    const GraphLayout layout = graphLayout(graph, Sizes);
    QCOMPARE(layout.centres[0].y(), layout.centres[1].y());
    QVERIFY(layout.bends[0].front().y() != layout.bends[1].front().y());
}

void tst_GraphLayout::aChainGoesFromLeftToRight()
{
    MadeWaits waits;
    constexpr int Length = 12;
    for (int i = 0; i < Length; ++i) {
        waits.hold(i, i);
        waits.queue(i, i + 1);
    }
    const Picture picture(waits);
    QCOMPARE(picture.layout.components.size(), 1u);
    for (int i = 0; i < Length; ++i) {
        QVERIFY(picture.client(i).x() < picture.lock(i).x());
        QVERIFY(picture.lock(i).x() < picture.client(i + 1).x());
        QCOMPARE(picture.lock(i).y(), picture.client(i).y());
    }
    QCOMPARE(picture.crossings(), 0);
    QCOMPARE(picture.overlaps(), 0);
}

void tst_GraphLayout::aTreeHasNoCrossings_data()
{
    QTest::addColumn<int>("seed");
    for (int seed = 1; seed <= 20; ++seed)
        QTest::addRow("%d", seed) << seed;
}

// Each thread waits for a lock of one that came before it, and some hold locks themselves.
void tst_GraphLayout::aTreeHasNoCrossings()
{
    QFETCH(int, seed);
    std::minstd_rand random(static_cast<unsigned>(seed));
    MadeWaits waits;
    waits.hold(0, 0);
    int locks = 1;
    for (int thread = 1; thread < 60; ++thread) {
        waits.queue(int(random() % unsigned(locks)), thread);
        if (random() % 3 == 0)
            waits.hold(locks++, thread);
    }
    const Picture picture(waits);
    QCOMPARE(picture.layout.components.size(), 1u);
    QCOMPARE(picture.crossings(), 0);
    QCOMPARE(picture.overlaps(), 0);
}

// A second holder of the last lock of a chain is a root: its edge goes past all that is between.
void tst_GraphLayout::edgesPassOtherNodes()
{
    MadeWaits waits;
    for (int i = 0; i < 4; ++i) {
        waits.hold(i, i, HoldMode::Read);
        waits.queue(i, i + 1);
    }
    waits.hold(3, 90, HoldMode::Read);
    const Picture picture(waits);
    const size_t root = *picture.find("client " + MadeWaits::threadNo(90).bytes);
    const auto edge = std::ranges::find(picture.graph.edges, root, &GraphEdge::blocker);
    const size_t place = size_t(edge - picture.graph.edges.begin());
    QCOMPARE(picture.layout.bends[place].size(), 6u);
    for (const QPointF &bend : picture.layout.bends[place]) {
        for (size_t node = 0; node < picture.graph.nodes.size(); ++node)
            QVERIFY(!picture.rectOf(node).contains(bend));
    }
    QCOMPARE(picture.crossings(), 0);
}

void tst_GraphLayout::crossingsAreReduced()
{
    // The lower ends are joined in the reverse order, which can be undone.
    std::vector<std::pair<size_t, size_t>> edges;
    for (size_t i = 0; i < 6; ++i)
        edges.emplace_back(i, 11 - i);
    GraphLayers reversed({0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1}, edges);
    reversed.arrange(1);
    QCOMPARE(reversed.crossings(), 0);
    // Two and two, all joined: one crossing must stay.
    GraphLayers all({0, 0, 1, 1}, {{0, 2}, {0, 3}, {1, 2}, {1, 3}});
    all.arrange(1);
    QCOMPARE(all.crossings(), 1);
}

void tst_GraphLayout::manyWaitersAreOneNode()
{
    MadeWaits waits;
    waits.hold(1, 0);
    for (int i = 1; i <= 200; ++i)
        waits.queue(1, i);
    waits.hold(2, 150); // the 150th blocks another client, so it is shown
    waits.queue(2, 500);
    waits.listen(1, 1800);
    const BlockingGraph graph = blockingGraph(waits.report());
    const auto rest = std::ranges::find(graph.nodes, GraphNode::Kind::MoreWaiters, &GraphNode::kind);
    QVERIFY(rest != graph.nodes.end());
    QCOMPARE(rest->count, 2000 - qint64(MostApart) - 1);
    QVERIFY(rest->isAtLeast);
    // The locks, the holder, the first eight, the 150th, the rest, and who waits for the 150th.
    QCOMPARE(graph.nodes.size(), 2 + 1 + MostApart + 1 + 1 + 1);
    QCOMPARE(graphLayout(graph, Sizes).components.size(), 1u);
}

void tst_GraphLayout::aDeadlockComesFirst()
{
    MadeWaits waits;
    waits.hold(1, 1);
    for (int i = 10; i < 18; ++i)
        waits.queue(1, i);
    waits.hold(2, 2);
    waits.queue(2, 20);
    waits.addRing(100, 2);
    const auto components = graphComponents(blockingGraph(waits.report()));
    QCOMPARE(components.size(), 3u);
    QCOMPARE(components[0].front().ring.size(), 4u);
    QCOMPARE(components[1].front().nodes.size(), 10u);
    QCOMPARE(components[2].front().nodes.size(), 3u);
}

// A process whose threads are not told apart: one is a ring, the other is painted without one.
void tst_GraphLayout::twoDeadlocksWithOneClient()
{
    MadeWaits waits;
    for (const int other : {1, 2}) {
        waits.hold(10 * other, 0);
        waits.hold(other, other);
        waits.queue(10 * other, other);
        waits.queue(other, 0);
    }
    const Picture picture(waits);
    QCOMPARE(picture.graph.rings.size(), 2u);
    QCOMPARE(picture.layout.components.size(), 1u);
    QCOMPARE(picture.overlaps(), 0);
    const auto components = graphComponents(picture.graph);
    QCOMPARE(components.front().size(), 1u);
    QCOMPARE(components.front().front().ring.size(), 4u);
}

void tst_GraphLayout::componentsAreApart()
{
    MadeWaits waits;
    for (int i = 0; i < 40; ++i) {
        if (i % 7 == 0)
            waits.addRing(50'000 + 10 * i, 2 + i % 3);
        waits.hold(i, 100 * i);
        for (int waiter = 0; waiter <= i % 5; ++waiter)
            waits.queue(i, 100 * i + waiter + 1);
    }
    const Picture picture(waits);
    QCOMPARE(picture.layout.components.size(), 46u);
    for (size_t i = 0; i < picture.layout.components.size(); ++i) {
        QVERIFY(picture.layout.bounds.contains(picture.layout.components[i]));
        for (size_t j = i + 1; j < picture.layout.components.size(); ++j)
            QVERIFY(!picture.layout.components[i].intersects(picture.layout.components[j]));
    }
    QCOMPARE(picture.overlaps(), 0);
    QCOMPARE(picture.crossings(), 0);
}

void tst_GraphLayout::agesMoveNothing()
{
    MadeWaits waits;
    waits.addRing(0, 3);
    waits.hold(10, 10);
    waits.queue(10, 11);
    const Picture before(waits);
    waits.setAge(10, std::chrono::hours(1));
    const Picture after(waits);
    QVERIFY(hasSameStructure(before.graph, after.graph));
    QVERIFY(before.layout.centres == after.layout.centres);
    waits.queue(10, 12);
    QVERIFY(!hasSameStructure(before.graph, Picture(waits).graph));
}

void tst_GraphLayout::countsMoveNothing()
{
    MadeWaits waits;
    for (const int lock : {1, 2}) {
        waits.hold(lock, lock);
        waits.listen(lock, 3);
    }
    const Picture before(waits);
    waits.listen(2, 50);
    const Picture after(waits);
    QVERIFY(hasSameStructure(before.graph, after.graph));
    QVERIFY(before.layout.centres == after.layout.centres);
}

void tst_GraphLayout::saysWhoIsNotSeenToListen_data()
{
    QTest::addColumn<int>("alive"); // -1: unknown, -2: heard by a probe
    QTest::addColumn<bool>("isSure");
    QTest::addRow("listens") << 1 << true;
    QTest::addRow("does not listen") << 0 << false;
    QTest::addRow("unknown") << -1 << false;
    QTest::addRow("heard") << -2 << false;
}

// One client waits for a lock and holds it up in turn, and one only waits: what is painted, and explained.
void tst_GraphLayout::saysWhoIsNotSeenToListen()
{
    QFETCH(int, alive);
    QFETCH(bool, isSure);
    const auto viewOf = [alive](bool withDeadlock, GraphView &view) {
        MadeWaits waits({alive == -2 ? "rlock" : "fair-lock"});
        std::vector<HeardWait> heard;
        waits.hold(1, 1);
        waits.hold(2, 2);
        const auto wait = [&](int lock, int thread) {
            if (alive == -2)
                heard.push_back({.key = MadeWaits::keyNo(lock),
                                 .wait = {.id = MadeWaits::threadNo(thread), .source = WaitSource::Probe}});
            else
                waits.queue(lock, thread, alive < 0 ? std::optional<bool>() : std::optional(alive == 1));
        };
        wait(1, 2);
        wait(2, withDeadlock ? 1 : 3);
        view.show();
        view.showReport(waits.report(heard));
    };
    for (const bool withDeadlock : {false, true}) {
        GraphView view;
        const GraphLegend legend(view);
        viewOf(withDeadlock, view);
        const BlockingGraph &graph = view.picture().graph;
        QCOMPARE(graph.edges.size(), 4u);
        const bool isDeadlock = withDeadlock && alive != 0; // of one that does not listen, there is none
        QCOMPARE(graph.rings.size(), isDeadlock ? 1u : 0u);
        for (const GraphEdge &edge : graph.edges) {
            const bool isHold = graph.nodes[edge.blocked].kind == GraphNode::Kind::Lock;
            QCOMPARE(edge.isSure, isHold || isSure);
            QCOMPARE(edge.isDeadlocked, isDeadlock);
            QCOMPARE(edge.isCertain, isDeadlock && isSure);
        }
        const auto lists = [&legend](GraphSign sign) { return legend.entries().contains(signText(sign)); };
        QCOMPARE(lists(GraphSign::NotSeenToListen), !isDeadlock && !isSure);
        QCOMPARE(lists(GraphSign::Deadlock), isDeadlock && isSure);
        QCOMPARE(lists(GraphSign::PossibleDeadlock), isDeadlock && !isSure);
    }
}

LOCKSCOPE_UI_TEST(tst_GraphLayout)

} // namespace tst_graphlayout

#include "tst_graphlayout.moc"
