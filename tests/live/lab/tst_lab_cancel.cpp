// SPDX-License-Identifier: GPL-3.0-or-later
// A scenario can be cancelled at any point and then ends.
#include "core/lab/lab.h"
#include "core/lab/sandbox/sandbox.h"
#include "core/lab/scenariorun.h"
#include "tests/support/runner.h"
#include "tests/support/verify.h"

#include <QEventLoop>
#include <QSignalSpy>
#include <QTest>
#include <QTimer>

namespace tst_lab_cancel
{

using namespace lockscope;
using namespace lockscope::test;

class tst_LabCancel : public QObject
{
    Q_OBJECT
private slots:
    void itEnds_data();
    void itEnds();
    void aLookAtALockEnds();
    void serversOfItsOwnAreNotAwaited();
};

void tst_LabCancel::itEnds_data()
{
    QTest::addColumn<QByteArray>("scenario");
    QTest::addColumn<int>("after"); // Milliseconds after the start
    for (const Scenario &scenario : allScenarios()) {
        if (scenario.name == "failover" || scenario.name == "redlock")
            continue; // They spend most of their time starting servers
        for (const int after : {0, 60, 200, 700})
            QTest::addRow("%s after %d ms", scenario.name.constData(), after) << scenario.name << after;
    }
}

void tst_LabCancel::itEnds()
{
    QFETCH(QByteArray, scenario);
    QFETCH(int, after);
    Lab lab;
    QEventLoop loop;
    LabOutcome outcome;
    QObject::connect(&lab, &Lab::began, &loop, [&] { QTimer::singleShot(after, &lab, &Lab::cancel); });
    QObject::connect(&lab, &Lab::finished, &loop, [&](const LabOutcome &what) {
        outcome = what;
        loop.quit();
    });
    LabOrder order{.scenario = scenario, .seed = 1};
    if (scenario == "timestamp")
        order.values = {{"rounds", "10000"}}; // The others run long enough anyway
    QMetaObject::invokeMethod(
        &lab, [&] { lab.start(order); }, Qt::QueuedConnection);
    loop.exec();
    QVERIFY(outcome.cancelled && !outcome.failure && !outcome.asTaught());
    QVERIFY(!lab.isRunning());
}

// The server does not answer.
void tst_LabCancel::aLookAtALockEnds()
{
    const auto server = Sandbox::start();
    VERIFY_OK(server);
    ConnectionSpec spec = (*server)->tcp();
    spec.connectTimeout = std::chrono::minutes(1);
    const auto values = ScenarioValues::read({}, {});
    VERIFY_OK(values);
    const auto run = std::make_shared<ScenarioRun>(Scenario{.name = "look"}, *values, 1, spec, nullptr);
    (*server)->pause();
    const LockName key = run->key("lock");
    const QCoro::Task<Outcome<LockDetail>> looked = ScenarioRun::inspect(run, key);
    QVERIFY(!looked.isReady());
    run->cancel();
    QTRY_VERIFY(looked.isReady());
    QVERIFY(ScenarioRun::inspect(run, key).isReady());
    (*server)->resume();
}

// Cancelled after a scenario started additional servers, and before its clients reached them.
void tst_LabCancel::serversOfItsOwnAreNotAwaited()
{
    const auto values = ScenarioValues::read({}, {});
    VERIFY_OK(values);
    const auto server = Sandbox::start();
    VERIFY_OK(server);
    const auto run =
        std::make_shared<ScenarioRun>(Scenario{.name = "place"}, *values, 1, (*server)->tcp(), nullptr);
    const QSignalSpy moved(run.get(), &ScenarioRun::moved);
    QCoro::Task<ScenarioRun::Place *> placed = ScenarioRun::place(run, SandboxTopology::Standalone, {});
    QVERIFY(!placed.isReady());
    run->cancel();
    QTRY_VERIFY(placed.isReady());
    QCOMPARE(QCoro::waitFor(std::move(placed)), nullptr);
    QCOMPARE(moved.size(), 0);
    QVERIFY(run->outcome().cancelled && !run->outcome().failure);
}

LOCKSCOPE_TEST(tst_LabCancel)

} // namespace tst_lab_cancel

#include "tst_lab_cancel.moc"
