// SPDX-License-Identifier: GPL-3.0-or-later
// Clients hand a lock to each other as fast as they can. No report says that clients wait for it while no
// client holds it: between two holds it changes hands.
#include "core/engine/engine.h"
#include "core/lab/sandbox/sandbox.h"
#include "tests/support/fairqueue.h"
#include "tests/support/finished.h"
#include "tests/support/runner.h"
#include "tests/support/sessions.h"
#include "tests/support/verify.h"

#include <QDeadlineTimer>
#include <QElapsedTimer>
#include <QTest>
#include <QTimer>

namespace tst_handover
{

using namespace lockscope;
using namespace lockscope::test;
using namespace std::chrono_literals;

class tst_Handover : public QObject
{
    Q_OBJECT

private slots:
    void aLockThatIsOftenFreeChangesHands();

private:
    // Reports that list the lock so.
    struct Counts {
        int held = 0;
        int changing = 0;
        int unheld = 0;
    };
    static Counts reportsOf(Engine &engine)
    {
        constexpr int Reports = 100;
        Counts counts;
        QDeadlineTimer patience(60s);
        while (counts.held + counts.changing + counts.unheld < Reports && !patience.hasExpired()) {
            QTest::qWait(1); // the feed goes on
            const WaitGraph graph = finished(engine.blocking({})).graph;
            counts.held += graph.locks.empty() ? 0 : 1;
            if (counts.held == 0) // nothing is known of a holder before
                continue;
            counts.changing += graph.changingHands.empty() ? 0 : 1;
            counts.unheld += graph.unheld.empty() ? 0 : 1;
        }
        qInfo("held %d, changing hands %d, without a holder %d", counts.held, counts.changing, counts.unheld);
        return counts;
    }
};

// The next client needs as long to take it as it holds it.
void tst_Handover::aLockThatIsOftenFreeChangesHands()
{
    const auto sandbox = Sandbox::start();
    VERIFY_OK(sandbox);
    const QByteArray key = "lock:handed", owner = "11111111-1111-4111-8111-111111111111:";
    const QByteArray waiting = "22222222-2222-4222-8222-222222222222:7";
    enqueue((*sandbox)->tcp(), key, waiting);
    const auto listener = queueListener((*sandbox)->tcp(), key, waiting);
    Session clients(patient((*sandbox)->tcp()));
    clients.open();
    QTRY_VERIFY(clients.isReady());
    Engine engine;
    engine.open((*sandbox)->tcp(), {});
    VERIFY_OK(finished(engine.waitReady(20s)));
    int turn = 0;
    QElapsedTimer sinceTurn;
    qint64 longest = 0;
    sinceTurn.start();
    QTimer turns;
    connect(&turns, &QTimer::timeout, this, [&] {
        longest = std::max(longest, sinceTurn.restart());
        if (++turn % 2 == 0)
            clients.call({"DEL", key});
        else
            clients.call({"HSET", key, owner + QByteArray::number(turn), "1"});
    });
    turns.start(3);
    for (int attempt = 0; attempt < 5; ++attempt) {
        longest = 0;
        const Counts counts = reportsOf(engine);
        QVERIFY(counts.held > 0 && counts.changing > 0);
        if (longest > 300) // this machine stood still, so the lock was free for long
            continue;
        QCOMPARE(counts.unheld, 0);
        return;
    }
    QFAIL("this machine stood still in each of five attempts");
}

LOCKSCOPE_TEST(tst_Handover)

} // namespace tst_handover

#include "tst_handover.moc"
