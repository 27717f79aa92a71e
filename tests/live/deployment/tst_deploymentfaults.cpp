// SPDX-License-Identifier: GPL-3.0-or-later

// Faults of networks and servers in a deployment: a node hangs, answers from an unreachable address, shows a
// wrong certificate, or is slow; a tunnel drops. The other nodes continue, and all recovers by itself.

#include "core/engine/engine.h"
#include "core/lab/sandbox/sandboxdeployment.h"
#include "tests/support/faultproxy.h"
#include "tests/support/finished.h"
#include "tests/support/runner.h"
#include "tests/support/sshhost.h"

#include <QTemporaryDir>
#include <QTest>

namespace tst_deploymentfaults
{

using namespace lockscope;
using lockscope::test::FaultProxy;
using lockscope::test::finished;
using lockscope::test::SshHost;
using namespace std::chrono_literals;

namespace
{

const QByteArray Alice = "6f96e4a5-1c6a-4b5e-9d8e-0a1b2c3d4e5f:1";

QByteArray key(int number)
{
    return "lock:" + QByteArray::number(number);
}

// Not while the server does not answer.
bool isGone(const SandboxServer &server, const QByteArray &name)
{
    const auto there = server.ask({"EXISTS", name});
    return there && there->integer == 0;
}

} // namespace

class TestDeploymentFaults final : public QObject
{
    Q_OBJECT

private slots:
    void cleanup();

    void aFrozenMasterMakesOnlyItsLocksStale();
    void announcedAddressesThatCannotBeReached();
    void aWrongCertificateOnOneNode();
    void aTunnelThatDrops();
    void slowNodesUseUpTheValidity();
    void aMultiLockNeedsEveryNode();
    void aMasterThatDoesNotExist();

private:
    void start(SandboxTopology topology, const DeploymentOptions &options = {});
    Engine *follow(ConnectionSpec spec);
    void holdMany(int count);
    SandboxServer *serverOf(const QByteArray &name);
    NodeStatus status(const NodeId &id);
    std::vector<LockPtr> on(const SandboxServer &server);

    std::unique_ptr<SandboxDeployment> m_servers;
    std::unique_ptr<Engine> m_engine;
};

void TestDeploymentFaults::cleanup()
{
    m_engine.reset();
    m_servers.reset();
}

void TestDeploymentFaults::start(SandboxTopology topology, const DeploymentOptions &options)
{
    auto started = SandboxDeployment::start(topology, options);
    QVERIFY2(started.ok(), qPrintable(started.ok() ? QString() : started.failure().line()));
    m_servers = std::move(*started);
}

Engine *TestDeploymentFaults::follow(ConnectionSpec spec)
{
    m_engine = std::make_unique<Engine>();
    m_engine->open(spec, {.patterns = {"lock:*"}});
    const Done ready = finished(m_engine->waitReady(20s));
    if (!ready)
        qInfo("%s", qPrintable(ready.failure().line()));
    return ready ? m_engine.get() : nullptr;
}

SandboxServer *TestDeploymentFaults::serverOf(const QByteArray &name)
{
    for (size_t i = 0; i < m_servers->size(); ++i) {
        if (m_servers->node(i).ask({"EXISTS", name}).ok())
            return &m_servers->node(i);
    }
    return nullptr;
}

void TestDeploymentFaults::holdMany(int count)
{
    for (int i = 0; i < count; ++i) {
        SandboxServer *server = serverOf(key(i));
        QVERIFY(server && server->ask({"HSET", key(i), Alice, "1"}).ok());
        QVERIFY(server->ask({"PEXPIRE", key(i), "600000"}).ok());
    }
}

NodeStatus TestDeploymentFaults::status(const NodeId &id)
{
    for (const NodeStatus &node : m_engine->nodes()) {
        if (node.node == id)
            return node;
    }
    return {};
}

std::vector<LockPtr> TestDeploymentFaults::on(const SandboxServer &server)
{
    std::vector<LockPtr> locks = m_engine->locks();
    std::erase_if(locks, [&](const LockPtr &lock) { return lock->node != server.spec().node(); });
    return locks;
}

void TestDeploymentFaults::aFrozenMasterMakesOnlyItsLocksStale()
{
    start(SandboxTopology::Cluster,
          {.replicas = 0,
           .serverArguments = {QStringLiteral("--cluster-require-full-coverage"), QStringLiteral("no")}});
    holdMany(60);
    ConnectionSpec spec = m_servers->spec();
    spec.commandTimeout = 1s;
    QVERIFY(follow(spec));
    QTRY_COMPARE(m_engine->locks().size(), 60U);
    SandboxServer &frozen = *serverOf(key(0));
    frozen.pause();
    m_engine->rescan();
    const auto staleOn = [this](const SandboxServer &server) {
        const std::vector<LockPtr> locks = on(server);
        return std::count_if(locks.begin(), locks.end(), [](const LockPtr &lock) { return lock->stale; });
    };
    QTRY_COMPARE(size_t(staleOn(frozen)), on(frozen).size());
    QVERIFY(staleOn(frozen) > 0);
    QCOMPARE(m_engine->locks().size(), 60U); // As last seen; none is removed
    QVERIFY(!status(frozen.spec().node()).isReady());
    for (size_t i = 0; i < m_servers->size(); ++i) {
        if (&m_servers->node(i) != &frozen)
            QCOMPARE(staleOn(m_servers->node(i)), 0);
    }
    // An act on the hanging node ends with a failure.
    const Receipt receipt =
        finished(m_engine->act({.act = ActKind::Release, .key = {key(0)}, .owner = {Alice}}));
    QVERIFY(receipt.result == ActResult::Refused || receipt.result == ActResult::Unknown);
    QVERIFY(!receipt.failure.text.isEmpty());
    frozen.resume();
    QTRY_COMPARE(staleOn(frozen), 0);
    QCOMPARE(m_engine->find({key(0)})->owner(), OwnerId{Alice});
}

void TestDeploymentFaults::announcedAddressesThatCannotBeReached()
{
    const std::vector<Endpoint> names{{QStringLiteral("n0.invalid"), 7000},
                                      {QStringLiteral("n1.invalid"), 7001},
                                      {QStringLiteral("n2.invalid"), 7002}};
    start(SandboxTopology::Cluster, {.replicas = 0, .announced = names});
    holdMany(30);
    ConnectionSpec spec = m_servers->spec();
    spec.addressing = {};
    spec.connectTimeout = 2s;
    m_engine = std::make_unique<Engine>();
    m_engine->open(spec, {.patterns = {"lock:*"}});
    const Done ready = finished(m_engine->waitReady(20s));
    QVERIFY(!ready.ok());
    QVERIFY2(ready.failure().line().contains(QLatin1String(".invalid")), qPrintable(ready.failure().line()));
    // An address map finds each of them.
    spec.addressing.policy = AddressPolicy::Mapped;
    for (size_t i = 0; i < names.size(); ++i)
        spec.addressing.map.push_back({names[i], m_servers->node(i).spec().endpoint()});
    QVERIFY(follow(spec));
    QTRY_COMPARE(m_engine->locks().size(), 30U);
    QTRY_VERIFY(status(m_servers->node(0).spec().node()).announced.bytes.contains(".invalid"));
    const Receipt receipt =
        finished(m_engine->act({.act = ActKind::Release, .key = {key(1)}, .owner = {Alice}}));
    QCOMPARE(receipt.result, ActResult::Done);
}

void TestDeploymentFaults::aWrongCertificateOnOneNode()
{
    const QTemporaryDir folder;
    const auto others = makeCertificates(folder.path());
    QVERIFY(others.ok());
    start(SandboxTopology::Cluster, {.replicas = 0, .tls = SandboxTls::Everywhere});
    holdMany(60);
    // Existing links stay; new connections see a certificate of another authority.
    const auto swapped = m_servers->node(1).ask({"CONFIG", "SET", "tls-cert-file", others->server.toUtf8(),
                                                 "tls-key-file", others->serverKey.toUtf8()});
    QVERIFY2(swapped.ok(), qPrintable(swapped.ok() ? QString() : swapped.failure().line()));
    QVERIFY(follow(m_servers->spec()));
    const SandboxServer &bad = m_servers->node(1);
    QTRY_VERIFY(status(bad.spec().node()).connection.reason.kind == ErrorKind::TlsFailed);
    QTRY_VERIFY(!on(m_servers->node(0)).empty() && !on(m_servers->node(2)).empty());
    QVERIFY(on(bad).empty());
    const ScanProgress progress = finished(m_engine->scan());
    QCOMPARE(progress.phase, ScanPhase::Failed); // Two of three nodes are not complete
    QVERIFY2(progress.failure.node == bad.spec().node(), qPrintable(progress.failure.line()));
    const auto complete =
        std::count_if(progress.nodes.begin(), progress.nodes.end(),
                      [](const NodeScan &scan) { return scan.phase == ScanPhase::Complete; });
    QCOMPARE(complete, 2);
}

void TestDeploymentFaults::aTunnelThatDrops()
{
    if (const QString why = SshHost::missing(); !why.isEmpty())
        QSKIP(qPrintable(why));
    start(SandboxTopology::Cluster, {.replicas = 0});
    holdMany(30);
    SshHost host;
    ConnectionSpec spec = m_servers->spec();
    spec.ssh = host.options();
    QVERIFY(follow(spec));
    QTRY_COMPARE(m_engine->locks().size(), 30U);
    QCOMPARE(m_engine->nodes().size(), 3U); // One tunnel reaches every node
    host.endConnections();
    const auto stale = [this] {
        const std::vector<LockPtr> locks = m_engine->locks();
        return size_t(
            std::count_if(locks.begin(), locks.end(), [](const LockPtr &lock) { return lock->stale; }));
    };
    QTRY_COMPARE(stale(), 30U);
    QTRY_COMPARE(stale(), 0U);
    QCOMPARE(m_engine->locks().size(), 30U);
}

void TestDeploymentFaults::slowNodesUseUpTheValidity()
{
    start(SandboxTopology::RedLock, {.masters = 3});
    std::vector<std::unique_ptr<FaultProxy>> proxies;
    ConnectionSpec spec = m_servers->spec();
    for (size_t i = 0; i < 3; ++i) {
        proxies.push_back(std::make_unique<FaultProxy>(m_servers->node(i).port()));
        spec.members[i] = proxies.back()->through(spec.members[i]);
    }
    QVERIFY(follow(spec));
    const ActRequest take{.act = ActKind::Acquire, .key = {"lock:a"}, .owner = {"me-me-me"}, .lease = 50s};
    ActRequest patient = take;
    patient.wait = 20s; // A node counts as down after 1 s: a single attempt may miss the majority
    QCOMPARE(finished(m_engine->act(patient)).result, ActResult::Done);
    const ActRequest release{.act = ActKind::Release, .key = {"lock:a"}, .owner = {"me-me-me"}};
    QCOMPARE(finished(m_engine->act(release)).result, ActResult::Done);
    proxies[0]->delay(800ms); // Each way; a node gets 2 % of the lease
    proxies[1]->delay(800ms);
    const Receipt late = finished(m_engine->act(take));
    QCOMPARE(late.result, ActResult::NotAcquired);
    QCOMPARE(late.nodes.size(), 3U);
    QCOMPARE(late.nodes[2].result, ActResult::Done);
    QCOMPARE(late.nodes[0].failure.kind, ErrorKind::TimedOut);
    // Locks granted too late are released again.
    for (size_t i = 0; i < 3; ++i)
        QTRY_VERIFY(isGone(m_servers->node(i), "lock:a"));
    proxies[0]->flow();
    // Not called again once granted: a holder is not granted the lock twice.
    bool taken = false;
    const auto takes = [&] {
        taken = taken || finished(m_engine->act(take)).result == ActResult::Done;
        return taken;
    };
    QTRY_VERIFY(takes());
}

void TestDeploymentFaults::aMultiLockNeedsEveryNode()
{
    start(SandboxTopology::RedLock, {.masters = 3});
    QVERIFY(follow(m_servers->spec()));
    QVERIFY(m_servers->node(1).ask({"HSET", "lock:a", Alice, "1"}).ok());
    QVERIFY(m_servers->node(1).ask({"PEXPIRE", "lock:a", "4000"}).ok());
    ActRequest take{.act = ActKind::Acquire, .key = {"lock:a"}, .kind = "rlock", .lease = 50s};
    take.everyNode = true;
    const Receipt refused = finished(m_engine->act(take));
    QCOMPARE(refused.result, ActResult::NotAcquired);
    for (const size_t i : {0, 2})
        QTRY_VERIFY(isGone(m_servers->node(i), "lock:a"));
    take.wait = 20s; // Longer than the current hold
    const Receipt taken = finished(m_engine->act(take));
    QCOMPARE(taken.result, ActResult::Done);
    for (size_t i = 0; i < 3; ++i)
        QCOMPARE(m_servers->node(i).ask({"HGET", "lock:a", taken.owner.bytes})->bytes, QByteArray("1"));
}

void TestDeploymentFaults::aMasterThatDoesNotExist()
{
    start(SandboxTopology::Sentinel);
    ConnectionSpec spec = m_servers->spec();
    spec.sentinel.masterName = QStringLiteral("nobody");
    m_engine = std::make_unique<Engine>();
    m_engine->open(spec, {});
    const Done ready = finished(m_engine->waitReady(20s));
    QVERIFY(!ready.ok());
    QVERIFY2(ready.failure().line().contains(QLatin1String("nobody")), qPrintable(ready.failure().line()));
    // A sentinel taken for a server.
    ConnectionSpec plain = spec.at(spec.endpoint());
    plain.topology = Topology::Automatic;
    m_engine->open(plain, {});
    const Done told = finished(m_engine->waitReady(20s));
    QVERIFY(!told.ok());
    QVERIFY2(told.failure().line().contains(QLatin1String("sentinel://")), qPrintable(told.failure().line()));
}

LOCKSCOPE_TEST(TestDeploymentFaults)

} // namespace tst_deploymentfaults

#include "tst_deploymentfaults.moc"
