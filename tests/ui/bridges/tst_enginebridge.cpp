// SPDX-License-Identifier: GPL-3.0-or-later
// The engine and the workers on their threads, the bridge on this one: only values cross. Also run under
// ThreadSanitizer.

#include "core/lab/demoworkers.h"
#include "core/lab/sandbox/sandbox.h"
#include "tests/support/runner.h"
#include "tests/support/threaded.h"
#include "ui/bridges/enginebridge.h"

#include <QSignalSpy>
#include <QTest>
#include <QTimer>

namespace tst_enginebridge
{

using namespace lockscope;
using namespace std::chrono_literals;

class TestEngineBridge : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void tableArrivesWhileTheGuiThreadKeepsTicking();
    void requestsAreAnsweredByNumber();
    void theStateOfTheConnectionBeforeIsNotPassedOn();

private:
    std::unique_ptr<Sandbox> m_sandbox;
};

void TestEngineBridge::initTestCase()
{
    auto sandbox = Sandbox::start();
    QVERIFY2(sandbox.ok(), qPrintable(sandbox.ok() ? QString() : sandbox.failure().line()));
    m_sandbox = std::move(*sandbox);
}

void TestEngineBridge::tableArrivesWhileTheGuiThreadKeepsTicking()
{
    test::Threaded workers(new DemoWorkers({m_sandbox->tcp()}));
    test::Threaded engine(new Engine);
    EngineBridge bridge;
    bridge.attach(engine.object);
    QHash<LockName, LockPtr> table;
    connect(&bridge, &EngineBridge::tableChanged, this, [&table](const LockDelta &delta) {
        for (const LockName &key : delta.removed)
            table.remove(key);
        for (const LockPtr &lock : delta.upserted)
            table.insert(lock->key, lock);
    });
    int ticks = 0;
    QTimer ticking;
    connect(&ticking, &QTimer::timeout, this, [&ticks] { ++ticks; });
    ticking.start(5ms);
    bool populated = false;
    QObject here; // The signal is queued to this thread
    connect(workers.object, &DemoWorkers::populated, &here, [&populated] { populated = true; });
    QMetaObject::invokeMethod(workers.object, &DemoWorkers::start);
    bridge.open(m_sandbox->tcp(), {});
    QTRY_VERIFY(populated);
    QTRY_VERIFY(table.size() >= 8);
    QTRY_VERIFY(table.contains({"lock:orders:checkout"}));
    QTRY_VERIFY(ticks > 20);
    QTRY_VERIFY(table.contains({"lock:report:daily"}));
    QCOMPARE(table.value({"lock:report:daily"})->verdict.code, std::string_view("no-expiry"));
    QMetaObject::invokeMethod(workers.object, &DemoWorkers::stop, Qt::BlockingQueuedConnection);
}

void TestEngineBridge::requestsAreAnsweredByNumber()
{
    test::Threaded engine(new Engine);
    EngineBridge bridge;
    bridge.attach(engine.object);
    QSignalSpy acted(&bridge, &EngineBridge::acted);
    std::optional<std::pair<quint64, Outcome<LockDetail>>> inspected;
    std::optional<std::pair<quint64, Outcome<ActPlan>>> planned;
    connect(&bridge, &EngineBridge::inspected, this,
            [&](quint64 id, const Outcome<LockDetail> &detail) { inspected.emplace(id, detail); });
    connect(&bridge, &EngineBridge::planned, this,
            [&](quint64 id, const Outcome<ActPlan> &plan) { planned.emplace(id, plan); });
    QSignalSpy scanned(&bridge, &EngineBridge::scanChanged);
    ConnectionSpec spec = m_sandbox->tcp();
    spec.readOnly = false;
    bridge.open(spec, {});
    QVERIFY(scanned.wait(test::Patience));
    const quint64 act = bridge.act({.act = ActKind::Acquire, .key = {"lock:mine"}, .lease = 60s});
    QVERIFY(acted.wait(test::Patience));
    QCOMPARE(acted.front().at(0).value<quint64>(), act);
    QCOMPARE(acted.front().at(1).value<Receipt>().result, ActResult::Done);
    const quint64 look = bridge.inspect({"lock:mine"});
    const quint64 plan = bridge.plan({.act = ActKind::ForceRelease, .key = {"lock:mine"}});
    QTRY_VERIFY(inspected && planned);
    QCOMPARE(inspected->first, look);
    QVERIFY(inspected->second.ok() && inspected->second->lock);
    QCOMPARE(planned->first, plan);
    QVERIFY(planned->second.ok() && !planned->second->steps.isEmpty());
}

// What the engine said of the old connection before it knew of the new one, and that arrives after it.
void TestEngineBridge::theStateOfTheConnectionBeforeIsNotPassedOn()
{
    test::Threaded engine(new Engine);
    EngineBridge bridge;
    bridge.attach(engine.object);
    QSignalSpy live(&bridge, &EngineBridge::liveChanged);
    std::vector<NodeId> nodes;
    connect(&bridge, &EngineBridge::nodesChanged, this, [&nodes](const std::vector<NodeStatus> &told) {
        for (const NodeStatus &status : told)
            nodes.push_back(status.node);
    });
    bridge.open(m_sandbox->tcp(), {});
    const NodeId old = m_sandbox->tcp().node();
    QTRY_VERIFY(std::ranges::find(nodes, old) != nodes.end() && !live.isEmpty());
    std::vector<LockName> locks;
    int resets = 0;
    connect(&bridge, &EngineBridge::tableChanged, this, [&](const LockDelta &delta) {
        resets += delta.reset ? 1 : 0;
        for (const LockPtr &lock : delta.upserted)
            locks.push_back(lock->key);
    });
    const QSignalSpy refused(&bridge, &EngineBridge::clientsRefused);
    const LockName gone{"lock:of-the-old-connection"};
    const auto sayOld = [&engine, old, gone] {
        auto lock = std::make_shared<Lock>();
        lock->key = gone;
        emit engine.object->tableChanged({.upserted = {lock}});
        emit engine.object->clientsRefused({});
        emit engine.object->tableChanged({.reset = true});
        emit engine.object->nodesChanged({NodeStatus{.node = old}});
        emit engine.object->liveChanged({});
    };
    QMetaObject::invokeMethod(engine.object, sayOld, Qt::BlockingQueuedConnection);
    nodes.clear();
    live.clear();
    ConnectionSpec other = m_sandbox->unixSocket();
    bridge.open(other, {});
    QTRY_VERIFY(std::ranges::find(nodes, other.node()) != nodes.end());
    QVERIFY(std::ranges::find(nodes, old) == nodes.end());
    QVERIFY(std::ranges::find(locks, gone) == locks.end());
    QVERIFY(resets > 0);
    QCOMPARE(refused.size(), 0);
}

LOCKSCOPE_TEST(TestEngineBridge)

} // namespace tst_enginebridge

#include "tst_enginebridge.moc"
