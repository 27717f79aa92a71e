// SPDX-License-Identifier: GPL-3.0-or-later
// Deadlocks are found in random graphs, and none in a healthy load.

#include "tests/core/engine/blocking/waits.h"
#include "tests/support/runner.h"

#include <QTest>

#include <map>
#include <random>
#include <set>

namespace tst_deadlocksatrandom
{

using namespace lockscope;
using namespace lockscope::test::waits;

class tst_DeadlocksAtRandom : public QObject
{
    Q_OBJECT

private slots:
    void randomGraphs_data();
    void randomGraphs();
    void aHealthyLoadHasNone_data();
    void aHealthyLoadHasNone();
};

void tst_DeadlocksAtRandom::randomGraphs_data()
{
    QTest::addColumn<int>("seed");
    for (int seed = 1; seed <= 20; ++seed)
        QTest::addRow("seed %d", seed) << seed;
}

// Up to 200 threads and 500 locks. Each thread waits for one lock at most, so a thread is deadlocked exactly
// if following the holders leads back to it.
void tst_DeadlocksAtRandom::randomGraphs()
{
    QFETCH(int, seed);
    std::mt19937 random(static_cast<unsigned>(seed));
    const int threads = 10 * seed, locks = 25 * seed;
    std::vector<int> holder(static_cast<size_t>(locks));
    std::vector<std::shared_ptr<Lock>> made;
    for (int lock = 0; lock < locks; ++lock) {
        holder[size_t(lock)] = int(random() % unsigned(threads));
        made.push_back(Made::held(lock, threadNo(holder[size_t(lock)])));
    }
    std::map<int, int> waitsFor;
    for (int one = 0; one < threads; ++one) {
        const int lock = int(random() % unsigned(locks));
        if (random() % 3 == 0 || holder[size_t(lock)] == one)
            continue;
        waitsFor[one] = lock;
        Made::queue(*made[size_t(lock)], threadNo(one));
    }
    std::set<QByteArray> expected;
    for (const auto &[start, lock] : waitsFor) {
        int at = start;
        for (int steps = 0; steps <= threads && waitsFor.contains(at); ++steps) {
            at = holder[size_t(waitsFor[at])];
            if (at == start) {
                expected.insert(threadNo(start).bytes);
                break;
            }
        }
    }
    const std::vector<LockPtr> all(made.begin(), made.end());
    const WaitGraph graph = waitGraph(Registry::builtIn(), all);
    qint64 edges = 0;
    for (const BlockedLock &blocked : graph.locks) {
        const int lock = blocked.lock->key.bytes.sliced(5).toInt();
        QCOMPARE(blocked.lock->owner(), threadNo(holder[size_t(lock)]));
        for (const Wait &wait : blocked.waits) {
            const int waiter = wait.id.bytes.split(':').last().toInt();
            QCOMPARE(waitsFor.at(waiter), lock);
            ++edges;
        }
    }
    QCOMPARE(edges, qint64(waitsFor.size()));
    std::set<QByteArray> found;
    for (const Deadlock &deadlock : findDeadlocks(graph)) {
        QVERIFY(isCertain(deadlock));
        for (const DeadlockStep &step : deadlock.steps)
            found.insert(graph.locks[step.held].lock->holders[qsizetype(step.holder)].id.bytes);
    }
    QCOMPARE(found, expected);
}

void tst_DeadlocksAtRandom::aHealthyLoadHasNone_data()
{
    QTest::addColumn<int>("seed");
    for (int seed = 1; seed <= 10; ++seed)
        QTest::addRow("seed %d", seed) << seed;
}

// Every thread acquires its locks in the order of their names, as it should.
void tst_DeadlocksAtRandom::aHealthyLoadHasNone()
{
    QFETCH(int, seed);
    std::mt19937 random(static_cast<unsigned>(seed));
    std::vector<std::shared_ptr<Lock>> made(100);
    std::map<int, int> last; // of a thread
    for (int lock = 0; lock < 100; ++lock) {
        const int owner = int(random() % 40);
        made[size_t(lock)] = Made::held(lock, threadNo(owner));
        last[owner] = lock;
    }
    for (const auto &[owner, lock] : last) {
        if (lock < 99)
            Made::queue(*made[size_t(lock) + 1 + random() % size_t(99 - lock)], threadNo(owner));
    }
    for (const auto &lock : made) { // its own lock: it is its holder
        std::erase_if(lock->waiters.queued,
                      [&lock](const QueuedWaiter &waiter) { return waiter.id == lock->owner(); });
    }
    const std::vector<Deadlock> found = deadlocksOf({made.begin(), made.end()});
    QVERIFY(found.empty());
}

LOCKSCOPE_TEST(tst_DeadlocksAtRandom)

} // namespace tst_deadlocksatrandom

#include "tst_deadlocksatrandom.moc"
