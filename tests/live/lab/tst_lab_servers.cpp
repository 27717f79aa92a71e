// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/labrun.h"
#include "tests/support/runner.h"

#include <QTest>

namespace tst_lab_servers
{

using namespace lockscope;
using namespace lockscope::test;

// The scenarios with broken servers, each with three seeds, checked by the safety checker.
class tst_LabServers : public QObject
{
    Q_OBJECT
private slots:
    void aFailoverLosesTheLock_data() { seeds(); }
    void aFailoverLosesTheLock();
    void redLockUnderFaults_data() { seeds(); }
    void redLockUnderFaults();
    void aClockThatJumpsMovesItsServerOnly();

private:
    static void seeds()
    {
        QTest::addColumn<quint64>("seed");
        for (const quint64 seed : {1, 2, 3})
            QTest::addRow("seed %llu", seed) << seed;
    }
};

void tst_LabServers::aFailoverLosesTheLock()
{
    QFETCH(quint64, seed);
    const LabOutcome outcome = played({.scenario = "failover", .seed = seed});
    QVERIFY2(outcome.asTaught(), told(outcome).constData());
    QCOMPARE(outcome.claims.size(), size_t(5));
    QCOMPARE(outcome.where, QStringLiteral("sandbox (sentinel, redlock)"));
    const Figures plain = figuresOf(outcome, "plain");
    QCOMPARE(plain.count("owners"), 2);
    QCOMPARE(plain.violations, 1);
    QCOMPARE(plain.mostInside, 2);
    for (const char *arm : {"wait", "min-replicas", "multi-lock", "redlock"}) {
        const Figures figures = figuresOf(outcome, arm);
        QCOMPARE(figures.count("owners"), 1);
        QCOMPARE(figures.cycles, 1);
        QCOMPARE(figures.gaveUp, 1);
        QCOMPARE(figures.violations, 0);
    }
}

void tst_LabServers::redLockUnderFaults()
{
    QFETCH(quint64, seed);
    const LabOutcome outcome =
        played({.scenario = "redlock", .values = {{"for", "2s"}, {"lease", "10s"}}, .seed = seed});
    QVERIFY2(outcome.asTaught(), told(outcome).constData());
    QCOMPARE(outcome.claims.size(), size_t(6));
    QCOMPARE(outcome.where, QStringLiteral("sandbox (redlock)"));
    QVERIFY(figuresOf(outcome, "minority").cycles > 0);
    QCOMPARE(figuresOf(outcome, "minority").violations, 0);
    QCOMPARE(figuresOf(outcome, "majority").cycles, 0);
    QVERIFY(figuresOf(outcome, "majority").gaveUp > 0);
    QCOMPARE(figuresOf(outcome, "restart").count("owners"), 2);
    QCOMPARE(figuresOf(outcome, "restart").violations, 1);
    QCOMPARE(figuresOf(outcome, "delayed-restart").violations, 0);
    QCOMPARE(figuresOf(outcome, "delayed-restart").gaveUp, 1);
    QCOMPARE(figuresOf(outcome, "slow").cycles, 1);
    QCOMPARE(figuresOf(outcome, "slow").gaveUp, 1);
    QCOMPARE(figuresOf(outcome, "clock").violations, 1);
}

void tst_LabServers::aClockThatJumpsMovesItsServerOnly()
{
    DeploymentOptions options;
    options.masters = 2;
    options.ownClocks = true;
    const auto servers = SandboxDeployment::start(SandboxTopology::RedLock, options);
    QVERIFY2(servers.ok(), servers.ok() ? "" : qPrintable(servers.failure().line()));
    const auto clock = [&](size_t node) {
        const auto time = (*servers)->node(node).ask({"TIME"});
        return time ? time->items[0].bytes.toLongLong() : 0;
    };
    for (size_t node = 0; node < 2; ++node)
        QVERIFY((*servers)->node(node).ask({"SET", "lock", "a", "PX", "60000"}).ok());
    QVERIFY(std::abs(clock(0) - clock(1)) < 30);
    QVERIFY((*servers)->node(0).setClock(std::chrono::minutes(2)).ok());
    QVERIFY(clock(0) - clock(1) > 90);
    QVERIFY((*servers)->node(0).ask({"GET", "lock"})->isNil());
    QCOMPARE((*servers)->node(1).ask({"GET", "lock"})->bytes, "a");
    QVERIFY((*servers)->node(0).restart(Data::Lost).ok()); // Keeps its clock offset
    QVERIFY(clock(0) - clock(1) > 90);
}

LOCKSCOPE_TEST(tst_LabServers)

} // namespace tst_lab_servers

#include "tst_lab_servers.moc"
