// SPDX-License-Identifier: GPL-3.0-or-later
// A read-only connection on which changes are allowed, and one that becomes read-only: nothing is forgotten.

#include "core/deployment/deployment.h"
#include "core/engine/acts/lockclient.h"
#include "core/engine/engine.h"
#include "core/lab/sandbox/sandboxdeployment.h"
#include "core/redis/session.h"
#include "tests/support/finished.h"
#include "tests/support/runner.h"
#include "tests/support/sessions.h"

#include <QSignalSpy>
#include <QTest>
#include <qcorotask.h>

namespace tst_allowchanges
{

using namespace lockscope;
using namespace std::chrono_literals;
using lockscope::test::finished;

class TestAllowChanges : public QObject
{
    Q_OBJECT

private slots:
    void cleanup();
    void nothingIsForgotten_data();
    void nothingIsForgotten();
    void thePermissionEndsWithTheConnection();
    void backToReadOnlyNothingIsForgotten_data() { nothingIsForgotten_data(); }
    void backToReadOnlyNothingIsForgotten();
    void anActUnderWayIsRefusedAsReadOnly();
    void aWaiterLeavesItsQueue();
    void whatIsAcquiredMeanwhileIsNotRenewed();

private:
    // On each server.
    void ask(const Command &command)
    {
        for (const auto &session : m_admins)
            QVERIFY(finished(session->call(command)).ok());
    }
    void start(SandboxTopology topology, const DeploymentOptions &options);

    std::unique_ptr<SandboxDeployment> m_servers;
    std::vector<std::unique_ptr<Session>> m_admins;
    ConnectionSpec m_spec; // read-only
};

void TestAllowChanges::start(SandboxTopology topology, const DeploymentOptions &options)
{
    auto servers = SandboxDeployment::start(topology, options);
    QVERIFY2(servers.ok(), qPrintable(servers.ok() ? QString() : servers.failure().line()));
    m_servers = std::move(*servers);
    for (size_t i = 0; i < m_servers->size(); ++i) {
        m_admins.push_back(std::make_unique<Session>(test::patient(m_servers->node(i).spec())));
        m_admins.back()->open();
        QTRY_VERIFY(m_admins.back()->isReady());
    }
    m_spec = m_servers->spec();
    m_spec.readOnly = true;
    m_spec.tellMembers();
}

void TestAllowChanges::cleanup()
{
    m_admins.clear();
    m_servers.reset();
}

void TestAllowChanges::nothingIsForgotten_data()
{
    QTest::addColumn<SandboxTopology>("topology");
    QTest::addColumn<DeploymentOptions>("options");
    QTest::newRow("one server") << SandboxTopology::Standalone << DeploymentOptions{};
    QTest::newRow("cluster") << SandboxTopology::Cluster << DeploymentOptions{.masters = 3, .replicas = 0};
    QTest::newRow("RedLock group") << SandboxTopology::RedLock << DeploymentOptions{.masters = 3};
}

void TestAllowChanges::nothingIsForgotten()
{
    QFETCH(const SandboxTopology, topology);
    QFETCH(const DeploymentOptions, options);
    start(topology, options);
    const LockName key{"lock:a"};
    // Before anybody looks: the message of an acquisition that comes after the lock was read, and counts with
    // the first renewal, makes that a change.
    Engine holder;
    holder.open(m_servers->spec(), {.follow = false});
    QVERIFY(finished(holder.waitReady(20s)).ok());
    const Receipt taken = finished(holder.act(
        {.act = ActKind::Acquire, .key = key, .kind = "token-lock", .lease = 60s, .watchdog = false}));
    QCOMPARE(taken.result, ActResult::Done);
    Engine engine;
    engine.open(m_spec, {});
    QVERIFY(finished(engine.waitReady(20s)).ok());
    // On every node: one that is read for the first time after a renewal has seen none.
    const auto isSeenWhole = [&engine, &key] {
        const LockPtr lock = engine.find(key);
        return lock && lock->held() && (!lock->quorum() || lock->quorum()->agreeing == lock->quorum()->nodes);
    };
    QTRY_VERIFY(isSeenWhole());
    for (const milliseconds lease : {70s, 80s}) {
        const qint64 known = engine.find(key)->renewals.count;
        const Receipt renewed = finished(holder.act(
            {.act = ActKind::Renew, .key = key, .kind = "token-lock", .owner = taken.owner, .lease = lease}));
        QCOMPARE(renewed.result, ActResult::Done);
        QTRY_VERIFY(engine.find(key)->renewals.count > known);
    }
    const LockPtr before = engine.find(key);

    const ActRequest force{.act = ActKind::ForceRelease,
                           .key = key,
                           .expectedOwner = taken.owner,
                           .reason = QStringLiteral("test")};
    const Receipt refused = finished(engine.act(force));
    QCOMPARE(refused.failure.kind, ErrorKind::ReadOnlySession);
    QSignalSpy deltas(&engine, &Engine::tableChanged);
    QSignalSpy closed(&engine, &Engine::closed);
    engine.allowChanges();
    const LockPtr after = engine.find(key);
    QVERIFY(after);
    QCOMPARE(after->heldSince, before->heldSince);
    QCOMPARE(after->renewals.count, before->renewals.count);
    QCOMPARE(finished(engine.act(force)).result, ActResult::Done);
    QTRY_VERIFY(!engine.find(key) || !engine.find(key)->held());
    QCOMPARE(closed.count(), 0);
    for (const auto &delta : deltas)
        QVERIFY(!delta.front().value<LockDelta>().reset);
}

void TestAllowChanges::thePermissionEndsWithTheConnection()
{
    start(SandboxTopology::Standalone, {});
    ask({"SET", "lock:a", "0a1b2c3d4e5f6071", "PX", "60000"});
    Engine engine;
    engine.open(m_spec, {.follow = false});
    QVERIFY(finished(engine.waitReady(20s)).ok());
    engine.allowChanges();
    engine.open(m_spec, {.follow = false});
    QVERIFY(finished(engine.waitReady(20s)).ok());
    const Receipt refused = finished(
        engine.act({.act = ActKind::ForceRelease, .key = {"lock:a"}, .reason = QStringLiteral("test")}));
    QCOMPARE(refused.failure.kind, ErrorKind::ReadOnlySession);
}

void TestAllowChanges::backToReadOnlyNothingIsForgotten()
{
    QFETCH(const SandboxTopology, topology);
    QFETCH(const DeploymentOptions, options);
    start(topology, options);
    Engine engine;
    engine.open(m_servers->spec(), {});
    QVERIFY(finished(engine.waitReady(20s)).ok());
    const auto acquire = [&engine](const char *key) {
        return engine.act(
            {.act = ActKind::Acquire, .key = {key}, .kind = "token-lock", .lease = 60s, .watchdog = true});
    };
    QCOMPARE(finished(acquire("lock:a")).result, ActResult::Done);
    QTRY_VERIFY(engine.find({"lock:a"}) && engine.find({"lock:a"})->held());
    const Instant since = engine.find({"lock:a"})->heldSince;
    QSignalSpy deltas(&engine, &Engine::tableChanged);
    QSignalSpy closed(&engine, &Engine::closed);
    QSignalSpy lost(&engine, &Engine::holdLost);
    QSignalSpy own(&engine, &Engine::ownHoldsChanged);
    engine.makeReadOnly();
    QVERIFY(own.back().front().value<std::vector<OwnHolding>>().empty());
    const Receipt refused = finished(acquire("lock:b"));
    QCOMPARE(refused.failure.kind, ErrorKind::ReadOnlySession);
    QVERIFY(engine.find({"lock:a"}) && engine.find({"lock:a"})->held());
    QCOMPARE(engine.find({"lock:a"})->heldSince, since);
    engine.allowChanges();
    QCOMPARE(finished(acquire("lock:b")).result, ActResult::Done);
    QCOMPARE(closed.count(), 0);
    QCOMPARE(lost.count(), 0);
    for (const auto &delta : deltas)
        QVERIFY(!delta.front().value<LockDelta>().reset);
}

// Its master is there: only the session that acts is not.
void TestAllowChanges::anActUnderWayIsRefusedAsReadOnly()
{
    start(SandboxTopology::Standalone, {});
    Deployment deployment(m_servers->spec(), 0);
    deployment.open();
    const LockName key{"lock:a"};
    QTRY_VERIFY(deployment.acting(key));
    deployment.makeReadOnly();
    LockClient client(deployment, Registry::builtIn());
    const Receipt receipt = finished(client.act({.act = ActKind::Acquire, .key = key, .kind = "rlock"}));
    QCOMPARE(receipt.result, ActResult::Refused);
    QCOMPARE(receipt.failure.kind, ErrorKind::ReadOnlySession);
    QCOMPARE(receipt.failure.key, key.bytes);
    deployment.allowChanges();
    QCOMPARE(finished(client.act({.act = ActKind::Acquire, .key = key, .kind = "rlock"})).result,
             ActResult::Done);
}

void TestAllowChanges::aWaiterLeavesItsQueue()
{
    start(SandboxTopology::Standalone, {});
    ask({"HSET", "lock:f", "11111111-1111-4111-8111-111111111111:1", "1"});
    ask({"PEXPIRE", "lock:f", "600000"});
    const auto waiters = [this] {
        const Outcome<Reply> length =
            finished(m_admins.front()->call({"LLEN", "redisson_lock_queue:{lock:f}"}));
        return length ? length->integer : -1;
    };
    Engine engine;
    engine.open(m_servers->spec(), {.follow = false});
    QVERIFY(finished(engine.waitReady(20s)).ok());
    QSignalSpy acted(&engine, &Engine::acted);
    const ActRequest acquire{.act = ActKind::Acquire, .key = {"lock:f"}, .kind = "fair-lock", .wait = 60s};
    engine.requestAct(1, acquire);
    QTRY_COMPARE(waiters(), 1);
    engine.makeReadOnly();
    QTRY_COMPARE(acted.count(), 1);
    QCOMPARE(acted.front().at(1).value<Receipt>().result, ActResult::NotAcquired);
    QCOMPARE(waiters(), 0);
    QCOMPARE(finished(engine.act(acquire)).failure.kind, ErrorKind::ReadOnlySession);
}

// Changes are allowed again before its reply: the hold is forgotten, and must expire.
void TestAllowChanges::whatIsAcquiredMeanwhileIsNotRenewed()
{
    start(SandboxTopology::Standalone, {});
    Engine engine;
    engine.open(m_servers->spec(), {.follow = false});
    QVERIFY(finished(engine.waitReady(20s)).ok());
    QSignalSpy acted(&engine, &Engine::acted);
    ask({"CLIENT", "PAUSE", "600000", "WRITE"});
    engine.requestAct(
        1, {.act = ActKind::Acquire, .key = {"lock:a"}, .kind = "token-lock", .lease = 2s, .watchdog = true});
    const auto isSent = [this] {
        const Outcome<Reply> clients = finished(m_admins.front()->call({"INFO", "clients"}));
        return clients && clients->bytes.contains("blocked_clients:1");
    };
    QTRY_VERIFY(isSent());
    engine.makeReadOnly();
    engine.allowChanges();
    ask({"CLIENT", "UNPAUSE"});
    QTRY_COMPARE(acted.count(), 1);
    QCOMPARE(acted.front().at(1).value<Receipt>().result, ActResult::Done);
    const auto isGone = [this] {
        const Outcome<Reply> there = finished(m_admins.front()->call({"EXISTS", "lock:a"}));
        return there && there->integer == 0;
    };
    QTRY_VERIFY(isGone());
}

LOCKSCOPE_TEST(TestAllowChanges)

} // namespace tst_allowchanges

#include "tst_allowchanges.moc"
