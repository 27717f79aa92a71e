// SPDX-License-Identifier: GPL-3.0-or-later
// The scenarios of locks with several holders: read-write lock, semaphores, latch.
#include "tests/support/labrun.h"
#include "tests/support/runner.h"

#include <QTest>

namespace tst_lab_shares
{

using namespace lockscope;
using namespace lockscope::test;

class tst_LabShares : public QObject
{
    Q_OBJECT
private slots:
    void readersShareAndStarveTheWriter_data() { seeds(); }
    void readersShareAndStarveTheWriter();
    void onlyPermitsThatExpireComeBack_data() { seeds(); }
    void onlyPermitsThatExpireComeBack();
    void whoStaysPastTheLeaseSharesItsPermit();
    void theLatchOpensWithTheLastCountOnly_data() { seeds(); }
    void theLatchOpensWithTheLastCountOnly();

private:
    static void seeds()
    {
        QTest::addColumn<quint64>("seed");
        for (const quint64 seed : {1, 2, 3})
            QTest::addRow("seed %llu", seed) << seed;
    }
};

void tst_LabShares::readersShareAndStarveTheWriter()
{
    QFETCH(quint64, seed);
    const LabOutcome outcome = played({.scenario = "readwrite",
                                       .values = {{"workers", "6"}, {"for", "3s"}, {"hold", "200ms"}},
                                       .seed = seed});
    QVERIFY2(outcome.asTaught(), told(outcome).constData());
    QCOMPARE(outcome.claims.size(), size_t(3));
    const Figures pairs = figuresOf(outcome, "pairs");
    QCOMPARE(pairs.count("together"), 1);
    QCOMPARE(pairs.cycles, 5); // Every first one, and the one reader beside another
    QCOMPARE(pairs.gaveUp, 3);
    QCOMPARE(pairs.violations, 0);
    const Figures stream = figuresOf(outcome, "starvation");
    QCOMPARE(stream.violations, 0);
    QVERIFY(stream.mostInside > 1);
    QVERIFY(stream.perWorker.size() == 7);
    for (size_t reader = 0; reader < 6; ++reader)
        QVERIFY(stream.perWorker[reader] > stream.perWorker[6]);
}

void tst_LabShares::onlyPermitsThatExpireComeBack()
{
    QFETCH(quint64, seed);
    const LabOutcome outcome = played({.scenario = "rate-limit",
                                       .values = {{"permits", "3"},
                                                  {"workers", "6"},
                                                  {"crashes", "0.3"},
                                                  {"lease", "300ms"},
                                                  {"patience", "100ms"},
                                                  {"for", "4s"}},
                                       .seed = seed});
    QVERIFY2(outcome.asTaught(), told(outcome).constData());
    QCOMPARE(outcome.claims.size(), size_t(4));
    QVERIFY(figuresOf(outcome, "none").mostInside > 3);
    QCOMPARE(figuresOf(outcome, "none").cycles, 60);
    const Figures leaking = figuresOf(outcome, "semaphore");
    QCOMPARE(leaking.count("leaked"), 3);
    QCOMPARE(leaking.count("came_back"), 0);
    QVERIFY(leaking.mostInside <= 3);
    const Figures back = figuresOf(outcome, "permit-semaphore");
    QVERIFY(back.count("leaked") > 3);
    QCOMPARE(back.count("came_back"), back.count("leaked"));
    // A machine that freezes longer than the lease lets more workers in, which no lease can prevent.
    QVERIFY(back.mostInside <= 3 || back.count("overstayed") > 0);
}

void tst_LabShares::whoStaysPastTheLeaseSharesItsPermit()
{
    const LabOutcome outcome = played({.scenario = "rate-limit",
                                       .values = {{"permits", "1"},
                                                  {"workers", "4"},
                                                  {"crashes", "0"},
                                                  {"hold", "400ms"},
                                                  {"lease", "100ms"},
                                                  {"patience", "1s"},
                                                  {"for", "1500ms"}},
                                       .seed = 1});
    const Figures back = figuresOf(outcome, "permit-semaphore");
    QVERIFY2(back.mostInside > 1, told(outcome).constData());
    QVERIFY(back.count("overstayed") > 0);
    // The claim covers only workers that leave in time.
    QVERIFY2(outcome.claims.back().met, told(outcome).constData());
    QCOMPARE(figuresOf(outcome, "semaphore").count("overstayed"), 0);
}

void tst_LabShares::theLatchOpensWithTheLastCountOnly()
{
    QFETCH(quint64, seed);
    const LabOutcome outcome = played({.scenario = "latch",
                                       .values = {{"waiters", "4"}, {"work", "100ms"}, {"patience", "3s"}},
                                       .seed = seed});
    QVERIFY2(outcome.asTaught(), told(outcome).constData());
    QCOMPARE(outcome.claims.size(), size_t(3));
    const Figures opened = figuresOf(outcome, "all-count");
    QCOMPARE(opened.count("counted"), 5);
    QCOMPARE(opened.count("early"), 0);
    QCOMPARE(opened.cycles, 4);
    const Figures shut = figuresOf(outcome, "one-crashes");
    QCOMPARE(shut.count("counted"), 4);
    QCOMPARE(shut.cycles, 0);
    QCOMPARE(shut.gaveUp, 4);
}

LOCKSCOPE_TEST(tst_LabShares)

} // namespace tst_lab_shares

#include "tst_lab_shares.moc"
