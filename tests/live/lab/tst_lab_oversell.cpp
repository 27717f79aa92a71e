// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/labrun.h"
#include "tests/support/runner.h"

#include <QTest>

namespace tst_lab_oversell
{

using namespace lockscope;
using namespace lockscope::test;

// Small enough for a test: 2 servers, 100 requests a second each, one round.
class tst_LabOversell : public QObject
{
    Q_OBJECT
private slots:
    void onlyASharedLockKeepsTheStock_data();
    void onlyASharedLockKeepsTheStock();
};

void tst_LabOversell::onlyASharedLockKeepsTheStock_data()
{
    QTest::addColumn<quint64>("seed");
    for (const quint64 seed : {1, 2, 3})
        QTest::addRow("seed %llu", seed) << seed;
}

void tst_LabOversell::onlyASharedLockKeepsTheStock()
{
    QFETCH(quint64, seed);
    const LabOutcome outcome = played(
        {.scenario = "oversell",
         .values = {{"workers", "10"}, {"rate", "100"}, {"rounds", "1"}, {"stock", "100"}, {"work", "5ms"}},
         .seed = seed});
    QVERIFY2(outcome.asTaught(), told(outcome).constData());
    QCOMPARE(outcome.claims.size(), size_t(4));
    const Figures none = figuresOf(outcome, "none");
    QCOMPARE(none.cycles, 200);
    QVERIFY(none.violations > 0);
    QCOMPARE(none.count("oversold"), none.count("sold") - 100);
    QVERIFY(none.count("oversold") > 0);
    QVERIFY(figuresOf(outcome, "local").count("lost_updates") > 0);
    for (const char *arm : {"setnx", "rlock"}) {
        const Figures figures = figuresOf(outcome, arm);
        QCOMPARE(figures.cycles, 200);
        QCOMPARE(figures.count("sold"), 100);
        QCOMPARE(figures.count("lost_updates"), 0);
        QCOMPARE(figures.violations, 0);
        QCOMPARE(figures.mostInside, 1);
        QVERIFY(figures.traffic.commands >= 200 * 4); // Lock, read, optional write, unlock
    }
}

LOCKSCOPE_TEST(tst_LabOversell)

} // namespace tst_lab_oversell

#include "tst_lab_oversell.moc"
