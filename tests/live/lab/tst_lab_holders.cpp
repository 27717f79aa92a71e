// SPDX-License-Identifier: GPL-3.0-or-later
// The scenarios of holders that take too long, and of holders that ask for what they have.
#include "tests/support/labrun.h"
#include "tests/support/runner.h"

#include <QTest>

namespace tst_lab_holders
{

using namespace lockscope;
using namespace lockscope::test;

class tst_LabHolders : public QObject
{
    Q_OBJECT
private slots:
    void onlyTheResourceRefusesALateWrite();
    void onlyTheReentrantLockKnowsItsOwner_data() { seeds(); }
    void onlyTheReentrantLockKnowsItsOwner();

private:
    static void seeds()
    {
        QTest::addColumn<quint64>("seed");
        for (const quint64 seed : {1, 2, 3})
            QTest::addRow("seed %llu", seed) << seed;
    }
};

void tst_LabHolders::onlyTheResourceRefusesALateWrite()
{
    // A machine that stands still for most of a lease ends it, watchdog or not.
    const LabOutcome outcome = played({.scenario = "watchdog", .values = {{"lease", "4s"}}, .seed = 1});
    QVERIFY2(outcome.asTaught(), told(outcome).constData());
    QCOMPARE(outcome.claims.size(), size_t(4));
    QCOMPARE(figuresOf(outcome, "no-renewal").violations, 1);
    QCOMPARE(figuresOf(outcome, "no-renewal").cycles, 2);
    QCOMPARE(figuresOf(outcome, "renewal").violations, 0);
    QCOMPARE(figuresOf(outcome, "renewal").cycles, 1);
    const Figures stale = figuresOf(outcome, "paused-rlock");
    QCOMPARE(stale.violations, 1);
    QCOMPARE(stale.count("stale_accepted"), 1);
    QCOMPARE(stale.count("stale_refused"), 0);
    const Figures fenced = figuresOf(outcome, "paused-fenced-lock");
    QCOMPARE(fenced.violations, 1);
    QCOMPARE(fenced.count("stale_accepted"), 0);
    QCOMPARE(fenced.count("stale_refused"), 1);
}

void tst_LabHolders::onlyTheReentrantLockKnowsItsOwner()
{
    QFETCH(quint64, seed);
    const LabOutcome outcome = played({.scenario = "reentry",
                                       .values = {{"depth", "4"}, {"lease", "3s"}, {"patience", "100ms"}},
                                       .seed = seed});
    QVERIFY2(outcome.asTaught(), told(outcome).constData());
    QCOMPARE(outcome.claims.size(), size_t(4));
    QVERIFY2(outcome.claims[2].evidence.contains(QStringLiteral("1, 2, 3, 4, 3, 2, 1, 0")),
             told(outcome).constData());
    QCOMPARE(figuresOf(outcome, "token-lock").gaveUp, 1);
    QCOMPARE(figuresOf(outcome, "token-lock").cycles, 2);
    const Figures counted = figuresOf(outcome, "rlock");
    QCOMPARE(counted.count("deepest"), 4);
    QCOMPARE(counted.cycles, 5); // Four of its own and one of the other
    QCOMPARE(counted.gaveUp, 4); // By the other
    QCOMPARE(counted.violations, 0);
}

LOCKSCOPE_TEST(tst_LabHolders)

} // namespace tst_lab_holders

#include "tst_lab_holders.moc"
