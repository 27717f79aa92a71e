// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/sandbox/sandbox.h"
#include "core/lab/workers/workload.h"
#include "tests/support/labrun.h"
#include "tests/support/runner.h"
#include "tests/support/serveranswers.h"

#include <QTest>

namespace tst_lab_load
{

using namespace lockscope;
using namespace lockscope::test;
using namespace std::chrono_literals;

// Many workers: waiting, free contention of every kind and topology, and early ends.
class tst_LabLoad : public QObject
{
    Q_OBJECT
private slots:
    void waysOfWaiting_data();
    void waysOfWaiting();
    void everyKindKeepsTheOthersOut_data();
    void everyKindKeepsTheOthersOut();
    void everyTopologyIsAGround_data();
    void everyTopologyIsAGround();
    void crashedHoldersExpire();
    void aForeignServerIsLeftClean();
    void cancelledItEndsAndSaysSo();
    void aServerThatIsNotThereIsAFailure();
    void aSeedFixesTheWorkload();
};

void tst_LabLoad::waysOfWaiting_data()
{
    QTest::addColumn<quint64>("seed");
    for (const quint64 seed : {1, 2, 3})
        QTest::addRow("seed %llu", seed) << seed;
}

void tst_LabLoad::waysOfWaiting()
{
    QFETCH(quint64, seed);
    const LabOutcome outcome = played({.scenario = "waiting", .values = {{"for", "1s"}}, .seed = seed});
    QVERIFY2(outcome.asTaught(), told(outcome).constData());
    for (const char *arm : {"short-sleep", "long-sleep", "rlock", "fair-lock"}) {
        const Figures figures = figuresOf(outcome, arm);
        QVERIFY(figures.cycles > 0);
        QCOMPARE(figures.violations, 0);
        QCOMPARE(figures.mostInside, 1);
        QVERIFY(figures.traffic.commands >= 2 * figures.cycles);
    }
}

void tst_LabLoad::everyKindKeepsTheOthersOut_data()
{
    QTest::addColumn<QByteArray>("kind");
    const QList<QByteArray> kinds = mutexKinds() + QList<QByteArray>{"setnx", "spin"};
    for (const QByteArray &kind : kinds)
        QTest::addRow("%s", kind.constData()) << kind;
}

void tst_LabLoad::everyKindKeepsTheOthersOut()
{
    QFETCH(QByteArray, kind);
    const LabOutcome outcome =
        played({.scenario = "free",
                .values = {{"for", "500ms"}, {"kind", kind}, {"workers", "6"}, {"think", "0ms"}},
                .seed = 4});
    QVERIFY2(outcome.asTaught(), told(outcome).constData());
    const Figures figures = figuresOf(outcome, kind);
    QVERIFY(figures.cycles > 0);
    QCOMPARE(figures.violations, 0);
    QCOMPARE(figures.perWorker.size(), size_t(6));
}

void tst_LabLoad::everyTopologyIsAGround_data()
{
    QTest::addColumn<SandboxTopology>("topology");
    for (const auto topology : {SandboxTopology::Replica, SandboxTopology::Sentinel, SandboxTopology::Cluster,
                                SandboxTopology::RedLock})
        QTest::addRow("%s", name(topology)) << topology;
}

void tst_LabLoad::everyTopologyIsAGround()
{
    QFETCH(SandboxTopology, topology);
    const LabOutcome outcome =
        played({.scenario = "free",
                .values = {{"for", "500ms"}, {"kind", "token-lock"}, {"workers", "3"}, {"think", "0ms"}},
                .seed = 4,
                .topology = topology});
    QVERIFY2(outcome.asTaught(), told(outcome).constData());
}

// The next worker waits for the lease to end, not forever, and is alone.
void tst_LabLoad::crashedHoldersExpire()
{
    const LabOutcome outcome = played({.scenario = "free",
                                       .values = {{"for", "1500ms"},
                                                  {"crashes", "0.3"},
                                                  {"lease", "100ms"},
                                                  {"hold", "1ms"},
                                                  {"spread", "fixed"}},
                                       .seed = 4});
    QVERIFY2(!outcome.failure, told(outcome).constData());
    const Figures figures = figuresOf(outcome, "rlock");
    QVERIFY(figures.count("crashed") > 0);
    QVERIFY(figures.cycles > 1); // A crashed worker's stay ends too: the next got in
}

void tst_LabLoad::aForeignServerIsLeftClean()
{
    const auto server = Sandbox::start();
    QVERIFY(server.ok());
    LabOrder order{.scenario = "free",
                   .values = {{"for", "300ms"}, {"kind", "fair-lock"}, {"think", "0ms"}},
                   .server = (*server)->tcp()};
    const LabOutcome outcome = played(order);
    QVERIFY2(outcome.asTaught(), told(outcome).constData());
    QVERIFY(outcome.where.contains(QString::number((*server)->port())));
    QCOMPARE(answer((*server)->tcp(), {"DBSIZE"}).trimmed(), "0");
}

void tst_LabLoad::cancelledItEndsAndSaysSo()
{
    LabOutcome outcome;
    bool over = false;
    qint64 entries = 0;
    Lab lab;
    connect(&lab, &Lab::finished, this, [&](const LabOutcome &what) {
        outcome = what;
        over = true;
    });
    connect(&lab, &Lab::pulsed, this, [&](const LabPulse &pulse) { entries = pulse.entries; });
    lab.start({.scenario = "free", .values = {{"for", "10m"}, {"workers", "4"}}});
    QVERIFY(lab.isRunning());
    QTRY_VERIFY(entries > 0);
    lab.cancel();
    QTRY_VERIFY(over);
    QVERIFY(outcome.cancelled && !outcome.asTaught() && !outcome.failure);
    QVERIFY(!lab.isRunning());
    QVERIFY(figuresOf(outcome, "rlock").cycles > 0); // The measurements so far are present
    // Destroying a running lab ends the run.
    {
        Lab dropped;
        dropped.start({.scenario = "oversell"});
    }
}

void tst_LabLoad::aServerThatIsNotThereIsAFailure()
{
    ConnectionSpec spec{.host = QStringLiteral("127.0.0.1"), .port = 1};
    spec.readOnly = false;
    const LabOutcome outcome = played({.scenario = "free", .server = spec});
    QVERIFY(outcome.failure);
    QCOMPARE(outcome.failure->kind, ErrorKind::Refused);
    QVERIFY(!outcome.asTaught());
}

void tst_LabLoad::aSeedFixesTheWorkload()
{
    QRandomGenerator one(7);
    QRandomGenerator other(7);
    const Spell spell = spellOf("exponential", 20ms);
    for (int i = 0; i < 100; ++i) {
        const auto drawn = spell.draw(one);
        QVERIFY(drawn == spell.draw(other));
        QVERIFY(drawn >= 0ms && drawn <= 200ms);
    }
    QVERIFY(spellOf("fixed", 20ms).draw(one) == 20ms);
    const milliseconds uniform = spellOf("uniform", 20ms).draw(one);
    QVERIFY(uniform >= 0ms && uniform <= 40ms);
}

LOCKSCOPE_TEST(tst_LabLoad)

} // namespace tst_lab_load

#include "tst_lab_load.moc"
