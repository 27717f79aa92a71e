// SPDX-License-Identifier: GPL-3.0-or-later
// The scenarios of locks whose expiry is missing or too short. Leases and waiting times differ widely; no
// duration is checked.
#include "tests/support/labrun.h"
#include "tests/support/runner.h"

#include <QTest>

namespace tst_lab_expiry
{

using namespace lockscope;
using namespace lockscope::test;

class tst_LabExpiry : public QObject
{
    Q_OBJECT
private slots:
    void onlyAnExpiryFreesTheLockOfADeadHolder_data();
    void onlyAnExpiryFreesTheLockOfADeadHolder();
    void aLateReleaseDeletesTheNextLock_data() { seeds(); }
    void aLateReleaseDeletesTheNextLock();

private:
    static void seeds()
    {
        QTest::addColumn<quint64>("seed");
        for (const quint64 seed : {1, 2, 3})
            QTest::addRow("seed %llu", seed) << seed;
    }
};

void tst_LabExpiry::onlyAnExpiryFreesTheLockOfADeadHolder_data()
{
    QTest::addColumn<QByteArray>("scenario");
    QTest::addColumn<QByteArray>("arm");
    QTest::addColumn<qint64>("stays"); // Number of stays of the holder
    QTest::addColumn<quint64>("seed");
    for (const quint64 seed : {1, 2, 3}) {
        QTest::addRow("no expiry, seed %llu", seed)
            << QByteArray("no-expiry") << QByteArray("setnx-only") << qint64(1) << seed;
        QTest::addRow("crash between, seed %llu", seed)
            << QByteArray("crash-between") << QByteArray("setnx-expire") << qint64(0) << seed;
    }
}

void tst_LabExpiry::onlyAnExpiryFreesTheLockOfADeadHolder()
{
    QFETCH(QByteArray, scenario);
    QFETCH(QByteArray, arm);
    QFETCH(qint64, stays);
    QFETCH(quint64, seed);
    const LabOutcome outcome = played({.scenario = scenario,
                                       .values = {{"workers", "4"}, {"patience", "500ms"}, {"lease", "2s"}},
                                       .seed = seed});
    QVERIFY2(outcome.asTaught(), told(outcome).constData());
    QCOMPARE(outcome.claims.size(), size_t(3));
    const Figures dead = figuresOf(outcome, arm);
    QCOMPARE(dead.cycles, stays);
    QCOMPARE(dead.count("recovered"), 0);
    QCOMPARE(dead.gaveUp, 4);
    const Figures freed = figuresOf(outcome, "setnx");
    QCOMPARE(freed.cycles, 5);
    QCOMPARE(freed.count("recovered"), 4);
    QCOMPARE(freed.gaveUp, 0);
    QCOMPARE(freed.violations, 0);
}

void tst_LabExpiry::aLateReleaseDeletesTheNextLock()
{
    QFETCH(quint64, seed);
    const LabOutcome outcome =
        played({.scenario = "short-lease", .values = {{"rounds", "2"}, {"lease", "1s"}}, .seed = seed});
    QVERIFY2(outcome.asTaught(), told(outcome).constData());
    QCOMPARE(outcome.claims.size(), size_t(4));
    const Figures blind = figuresOf(outcome, "del");
    QCOMPARE(blind.count("foreign_deleted"), 2);
    QCOMPARE(blind.violations, 4); // Two from the lease, two from the deletion
    const Figures compared = figuresOf(outcome, "get-del");
    QCOMPARE(compared.count("foreign_deleted"), 2);
    QCOMPARE(compared.violations, 2);
    const Figures script = figuresOf(outcome, "lua");
    QCOMPARE(script.count("foreign_deleted"), 0);
    QCOMPARE(script.count("intruders"), 0);
    QCOMPARE(script.violations, 2); // From the lease
    QCOMPARE(script.gaveUp, 2);     // The third worker, each time
}

LOCKSCOPE_TEST(tst_LabExpiry)

} // namespace tst_lab_expiry

#include "tst_lab_expiry.moc"
