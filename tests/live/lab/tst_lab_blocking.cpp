// SPDX-License-Identifier: GPL-3.0-or-later
// The scenarios of clients that block each other: deadlock, convoy, upgrade of a read lock.
#include "core/lab/sandbox/sandbox.h"
#include "tests/support/labrun.h"
#include "tests/support/rediscli.h"
#include "tests/support/runner.h"
#include "tests/support/verify.h"

#include <QTest>

namespace tst_lab_blocking
{

using namespace lockscope;
using namespace lockscope::test;

class tst_LabBlocking : public QObject
{
    Q_OBJECT
private slots:
    void lockscopeFindsEachDeadlock_data() { seeds(); }
    void lockscopeFindsEachDeadlock();
    void withoutThePermissionToCountItFails();
    void theUsersOtherLocksAreNotScanned();
    void aSlowHolderMakesAConvoy();
    void manyQuickWorkersDoNotFillTheLock();
    void noConvoyWithoutASlowHolder();
    void aReaderWaitsForItself_data() { seeds(); }
    void aReaderWaitsForItself();
    void nothingChangesForTheOnlyWorker();

private:
    static void seeds()
    {
        QTest::addColumn<quint64>("seed");
        for (const quint64 seed : {1, 2, 3})
            QTest::addRow("seed %llu", seed) << seed;
    }
};

void tst_LabBlocking::lockscopeFindsEachDeadlock()
{
    QFETCH(quint64, seed);
    const LabOutcome outcome =
        played({.scenario = "deadlock", .values = {{"rounds", "2"}, {"stands", "50ms"}}, .seed = seed});
    QVERIFY2(outcome.asTaught(), told(outcome).constData());
    QCOMPARE(outcome.claims.size(), size_t(5));
    const Figures crossing = figuresOf(outcome, "two-orders");
    QCOMPARE(crossing.count("deadlocks"), 2);
    QCOMPARE(crossing.count("lost"), 2);
    QCOMPARE(crossing.cycles, 4);
    QCOMPARE(crossing.gaveUp, 0);
    const Figures ordered = figuresOf(outcome, "one-order");
    QCOMPARE(ordered.count("deadlocks"), 0);
    QCOMPARE(ordered.count("lost"), 0);
    QCOMPARE(ordered.cycles, 4);
    QCOMPARE(ordered.violations, 0);
    const Figures limited = figuresOf(outcome, "trylock");
    QCOMPARE(limited.count("lost"), 0);
    QCOMPARE(limited.cycles, 4);
    QVERIFY(limited.gaveUp >= 2); // One of each round, at least
    QCOMPARE(limited.violations, 0);
    const Figures leased = figuresOf(outcome, "short-lease");
    QVERIFY(leased.count("lost") >= 2);
    QCOMPARE(leased.cycles, 4);
    // What was found is told with its locks.
    QVERIFY(std::ranges::any_of(outcome.steps, [](const LabStep &step) {
        return step.text.contains(QStringLiteral(":lock:order and waits for ")) &&
               step.text.endsWith(QStringLiteral(":lock:stock"));
    }));
}

void tst_LabBlocking::withoutThePermissionToCountItFails()
{
    const auto server = Sandbox::start();
    VERIFY_OK(server);
    VERIFY_OK(
        redisCli((*server)->tcp(), {"ACL", "SETUSER", "deaf", "on", ">pw", "~*", "&*", "+@all", "-pubsub"}));
    ConnectionSpec spec = (*server)->tcp();
    spec.user = QStringLiteral("deaf");
    spec.password = QStringLiteral("pw");
    spec.readOnly = false;
    const LabOutcome outcome = played({.scenario = "deadlock", .seed = 1, .server = spec});
    QVERIFY2(outcome.failure && outcome.failure->kind == ErrorKind::NoPerm, told(outcome).constData());
    QVERIFY(outcome.failure->text.contains(QStringLiteral("needs the permission PUBSUB")));
    QCOMPARE(outcome.claims.size(), size_t(0));
}

void tst_LabBlocking::theUsersOtherLocksAreNotScanned()
{
    const auto server = Sandbox::start();
    VERIFY_OK(server);
    ConnectionSpec spec = (*server)->tcp();
    spec.readOnly = false;
    const LabOutcome outcome = played(
        {.scenario = "deadlock", .values = {{"rounds", "1"}, {"stands", "50ms"}}, .seed = 1, .server = spec});
    QVERIFY2(outcome.asTaught(), told(outcome).constData());
    const auto commands = redisCli((*server)->tcp(), {"INFO", "commandstats"});
    VERIFY_OK(commands);
    QVERIFY(commands->contains("cmdstat_pubsub"));
    QVERIFY2(!commands->contains("cmdstat_scan:"), commands->constData());
}

void tst_LabBlocking::aSlowHolderMakesAConvoy()
{
    // A machine that is too slow for the commands of the quick workers, or that stands still for half of a
    // slow hold, has a convoy without one.
    const LabOutcome outcome =
        played({.scenario = "priority",
                .values = {{"for", "14s"}, {"workers", "20"}, {"slow", "12s"}, {"quick", "50ms"}},
                .seed = 2});
    QVERIFY2(outcome.asTaught(), told(outcome).constData());
    QCOMPARE(outcome.claims.size(), size_t(4));
    for (const char *arm : {"one-lock", "fair-lock", "outside"}) {
        const Figures figures = figuresOf(outcome, arm);
        QCOMPARE(figures.violations, 0);
        QCOMPARE(figures.mostInside, 1);
        QCOMPARE(figures.perWorker.size(), size_t(21));
        QVERIFY(figures.count("slow_turns") > 0);
    }
}

void tst_LabBlocking::manyQuickWorkersDoNotFillTheLock()
{
    // Holds of 50 ms: with short ones a busy machine needs the lock longer for its commands than for the
    // holds
    const LabOutcome outcome =
        played({.scenario = "priority",
                .values = {{"for", "12s"}, {"workers", "60"}, {"slow", "10s"}, {"quick", "50ms"}},
                .seed = 1});
    QVERIFY2(outcome.asTaught(), told(outcome).constData());
}

void tst_LabBlocking::noConvoyWithoutASlowHolder()
{
    const LabOutcome outcome =
        played({.scenario = "priority",
                .values = {{"for", "2s"}, {"workers", "4"}, {"slow", "10ms"}, {"quick", "10ms"}},
                .seed = 1});
    QVERIFY2(!outcome.asTaught() && !outcome.failure, told(outcome).constData());
    QVERIFY2(outcome.claims.back().met, told(outcome).constData());
}

void tst_LabBlocking::aReaderWaitsForItself()
{
    QFETCH(quint64, seed);
    const LabOutcome outcome = played({.scenario = "upgrade",
                                       .values = {{"workers", "3"}, {"rounds", "2"}, {"patience", "200ms"}},
                                       .seed = seed});
    QVERIFY2(outcome.asTaught(), told(outcome).constData());
    QCOMPARE(outcome.claims.size(), size_t(3));
    const Figures stuck = figuresOf(outcome, "upgrade");
    QCOMPARE(stuck.gaveUp, 2);
    QCOMPARE(stuck.cycles, 2); // Reads
    const Figures checked = figuresOf(outcome, "release-write");
    QCOMPARE(checked.count("changed"), 4); // All but the first writer of each round
    QCOMPARE(checked.mostInside, 3);       // Readers
    QCOMPARE(checked.cycles, 12);
    QCOMPARE(checked.violations, 0);
    const Figures whole = figuresOf(outcome, "write");
    QCOMPARE(whole.count("changed"), 0);
    QCOMPARE(whole.mostInside, 1);
    QCOMPARE(whole.cycles, 6);
    QCOMPARE(whole.violations, 0);
}

void tst_LabBlocking::nothingChangesForTheOnlyWorker()
{
    const LabOutcome outcome = played({.scenario = "upgrade",
                                       .values = {{"workers", "1"}, {"rounds", "1"}, {"patience", "100ms"}},
                                       .seed = 1});
    QVERIFY2(!outcome.asTaught() && !outcome.failure, told(outcome).constData());
    QVERIFY(outcome.claims[0].met && !outcome.claims[1].met && outcome.claims[2].met);
    QCOMPARE(figuresOf(outcome, "release-write").count("changed"), 0);
}

LOCKSCOPE_TEST(tst_LabBlocking)

} // namespace tst_lab_blocking

#include "tst_lab_blocking.moc"
