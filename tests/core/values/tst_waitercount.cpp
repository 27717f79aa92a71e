// SPDX-License-Identifier: GPL-3.0-or-later
// How many clients wait for a lock, and how exact that number is.
#include "core/values/events.h"
#include "tests/support/runner.h"

#include <QTest>

namespace tst_waitercount
{

using namespace lockscope;
using namespace lockscope::test;

using Bound = WaiterCount::Bound;

class tst_WaiterCount : public QObject
{
    Q_OBJECT

private slots:
    void ofOneLock_data();
    void ofOneLock();
    void aSumIsExactOnlyIfEachIs();
    void anUnknownNumberMakesTheTotalABound();

private:
    static Waiters queueOf(int alive, int dead)
    {
        Waiters waiters;
        for (int i = 0; i < alive + dead; ++i)
            waiters.queued.push_back({.id = {QByteArray::number(i)}, .alive = i < alive});
        return waiters;
    }
};

void tst_WaiterCount::ofOneLock_data()
{
    QTest::addColumn<Waiters>("waiters");
    QTest::addColumn<int>("bound");
    QTest::addColumn<qint64>("figure");
    const auto row = [](const char *name, Waiters waiters, Bound bound, qint64 figure, auto change) {
        change(waiters);
        QTest::newRow(name) << waiters << int(bound) << figure;
    };
    const auto listen = [](qint64 count) {
        return [count](Waiters &waiters) { waiters.subscribed = count; };
    };
    const auto none = [](Waiters &) {};
    row("not counted", {}, Bound::Unknown, 0, none);
    row("none listens", {}, Bound::Exact, 0, listen(0));
    row("threads may share a subscription", {}, Bound::AtLeast, 2, listen(2));
    row("a queue", queueOf(3, 0), Bound::Exact, 3, listen(3));
    row("a queue with clients that are gone", queueOf(1, 2), Bound::Exact, 1, listen(1));
    row("a queue of clients that are gone", queueOf(0, 2), Bound::Exact, 0, listen(0));
    row("more listen than are in the queue", queueOf(1, 2), Bound::AtLeast, 2, listen(2));
    row("a queue that is cut", queueOf(3, 0), Bound::AtLeast, 3,
        [](Waiters &waiters) { waiters.queueIsCut = true; });
    row("of one node of several", {}, Bound::AtLeast, 2, [](Waiters &waiters) {
        waiters.subscribed = 2;
        waiters.areOfOneNode = true;
    });
    row("a channel of two databases", {}, Bound::AtMost, 2, [](Waiters &waiters) {
        waiters.subscribed = 2;
        waiters.mayBeElsewhere = true;
    });
    row("a channel of two databases, and a queue", queueOf(1, 0), Bound::AtLeast, 1, [](Waiters &waiters) {
        waiters.subscribed = 2;
        waiters.mayBeElsewhere = true;
    });
}

void tst_WaiterCount::ofOneLock()
{
    QFETCH(Waiters, waiters);
    QFETCH(int, bound);
    QFETCH(qint64, figure);
    QCOMPARE(int(waiters.count().bound()), bound);
    QCOMPARE(waiters.count().figure(), figure);
}

void tst_WaiterCount::aSumIsExactOnlyIfEachIs()
{
    WaiterCount sum{0, 0};
    QVERIFY(sum.isExact());
    sum += {2, 2};
    QCOMPARE(int(sum.bound()), int(Bound::Exact));
    sum += {1, {}};
    QCOMPARE(int(sum.bound()), int(Bound::AtLeast));
    QCOMPARE(sum.figure(), 3);
}

void tst_WaiterCount::anUnknownNumberMakesTheTotalABound()
{
    Lock free, held;
    held.holders.append({.id = {"a"}});
    Lock counted = held;
    counted.waiters = queueOf(2, 0);
    LockTotals totals;
    totals.add(free);
    totals.add(counted);
    QVERIFY(totals.waiterCount().isExact());
    QCOMPARE(totals.waiters, 2);
    totals.add(held); // its waiters may poll
    QVERIFY(!totals.waiterCount().isExact());
    QCOMPARE(totals.waiters, 2);
    totals.add(held, -1);
    QVERIFY(totals.waiterCount().isExact());
}

LOCKSCOPE_TEST(tst_WaiterCount)

} // namespace tst_waitercount

#include "tst_waitercount.moc"
