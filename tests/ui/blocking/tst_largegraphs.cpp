// SPDX-License-Identifier: GPL-3.0-or-later
// Layouts of random and of large graphs.

#include "tests/support/uirunner.h"
#include "tests/ui/blocking/graphpicture.h"
#include "ui/blocking/graph/graphlayers.h"

#include <QTest>

#include <random>

namespace tst_largegraphs
{

using namespace lockscope;
using namespace lockscope::test;
using namespace lockscope::test::graphpicture;

class tst_LargeGraphs : public QObject
{
    Q_OBJECT

private slots:
    void randomGraphsAreReadable_data();
    void randomGraphsAreReadable();
    void aLargeDeployment();
    void longEdgesShareOneBudget();
};

void tst_LargeGraphs::randomGraphsAreReadable_data()
{
    QTest::addColumn<int>("seed");
    for (int seed = 1; seed <= 30; ++seed)
        QTest::addRow("%d", seed) << seed;
}

// Whatever waits for whatever, nothing is painted on top of anything else or outside.
void tst_LargeGraphs::randomGraphsAreReadable()
{
    QFETCH(int, seed);
    std::minstd_rand random(static_cast<unsigned>(seed));
    MadeWaits waits;
    for (int lock = 0; lock < 30; ++lock) {
        const int holders = random() % 4 == 0 ? 3 : 1;
        for (int i = 0; i < holders; ++i)
            waits.hold(lock, int(random() % 40), holders > 1 ? HoldMode::Read : HoldMode::Exclusive);
        const int waiters = int(random() % 4);
        for (int i = 0; i < waiters; ++i)
            waits.queue(lock, int(random() % 40));
    }
    const Picture picture(waits);
    QCOMPARE(picture.overlaps(), 0);
    for (size_t node = 0; node < picture.graph.nodes.size(); ++node)
        QVERIFY(picture.layout.bounds.adjusted(-1, -1, 1, 1).contains(picture.rectOf(node)));
}

void tst_LargeGraphs::aLargeDeployment()
{
    MadeWaits waits;
    for (int lock = 0; lock < 10'000; ++lock) {
        waits.hold(lock, lock);
        if (lock % 5 == 0)
            waits.queue(lock, 20'000 + lock);
        else
            waits.listen(lock, 1);
    }
    const Picture picture(waits);
    QCOMPARE(picture.graph.nodes.size(), 30'000u);
    QCOMPARE(picture.graph.edges.size(), 20'000u);
    QCOMPARE(picture.layout.components.size(), 10'000u);
    QCOMPARE(picture.overlaps(), 0);
}

// A chain where each waits for one of the first locks, too: their edges would pass millions of layers.
void tst_LargeGraphs::longEdgesShareOneBudget()
{
    QCOMPARE(longestWithin({5, 1, 3, 3}, 12), 5u);
    QCOMPARE(longestWithin({5, 1, 3, 3}, 11), 3u);
    QCOMPARE(longestWithin({5, 1, 3, 3}, 6), 1u); // not one of two that are as long
    QCOMPARE(longestWithin({5, 1, 3, 3}, 0), 0u);
    QCOMPARE(longestWithin({}, 12), 0u);
    const auto bendsOf = [](const Picture &picture) {
        size_t bends = 0;
        for (const std::vector<QPointF> &each : picture.layout.bends)
            bends += each.size();
        return bends;
    };
    const Picture small(MadeWaits::chainBack(60, 20)), large(MadeWaits::chainBack(2000, 20));
    // Below the budget, each edge has its way past the others.
    for (size_t edge = 0; edge < small.graph.edges.size(); ++edge) {
        const auto [from, to] = std::pair(small.graph.edges[edge].blocker, small.graph.edges[edge].blocked);
        const double columns = (small.layout.centres[to].x() - small.layout.centres[from].x()) /
                               (Sizes.node.width() + Sizes.columnGap);
        QCOMPARE(small.layout.bends[edge].size(), size_t(qRound(columns)) - 1);
    }
    QVERIFY(bendsOf(small) > 0);
    QVERIFY2(bendsOf(large) <= MostBends, qPrintable(QString::number(bendsOf(large))));
    QCOMPARE(small.overlaps(), 0);
    QCOMPARE(large.overlaps(), 0);
}

LOCKSCOPE_UI_TEST(tst_LargeGraphs)

} // namespace tst_largegraphs

#include "tst_largegraphs.moc"
