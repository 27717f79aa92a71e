// SPDX-License-Identifier: GPL-3.0-or-later
// A cluster whose slots move, fail over or are lost: an act is done whole, or refused with the reason.
// See resources/docs/faults.md.

#include "core/lab/sandbox/sandboxdeployment.h"
#include "tests/live/auditedcli.h"
#include "tests/support/heldlock.h"
#include "tests/support/runner.h"
#include "tests/support/serveranswers.h"
#include "tests/support/verify.h"

#include <QTest>

namespace tst_movingslots
{

using namespace lockscope;
using namespace lockscope::test;

class tst_MovingSlots : public QObject
{
    Q_OBJECT

private slots:
    void cleanup();

    void keysOfOneLockOnTwoNodes();
    void aScriptThatMeetsAKeyThatMoved();
    void aMasterWithoutAnHeir();
    void aClusterThatIsDown();

private:
    void start(const DeploymentOptions &options);
    SandboxServer *ownerOf(const QByteArray &key) const;
    static QByteArray id(const SandboxServer &server)
    {
        const auto reply = server.ask({"CLUSTER", "MYID"});
        return reply ? reply->bytes : QByteArray();
    }
    // Begins to hand over the slot of `key`, and moves this one key of it.
    void handOver(const QByteArray &key, SandboxServer &from, SandboxServer &to);

    std::unique_ptr<SandboxDeployment> m_servers;
};

void tst_MovingSlots::cleanup()
{
    m_servers.reset();
}

void tst_MovingSlots::start(const DeploymentOptions &options)
{
    VERIFY_INTO(m_servers, SandboxDeployment::start(SandboxTopology::Cluster, options));
}

SandboxServer *tst_MovingSlots::ownerOf(const QByteArray &key) const
{
    for (size_t i = 0; i < m_servers->size(); ++i) {
        if (m_servers->node(i).ask({"EXISTS", key}).ok())
            return &m_servers->node(i);
    }
    return nullptr;
}

void tst_MovingSlots::handOver(const QByteArray &key, SandboxServer &from, SandboxServer &to)
{
    const auto slot = from.ask({"CLUSTER", "KEYSLOT", key});
    VERIFY_OK(slot);
    const QByteArray number = QByteArray::number(slot->integer);
    VERIFY_OK(to.ask({"CLUSTER", "SETSLOT", number, "IMPORTING", id(from)}));
    VERIFY_OK(from.ask({"CLUSTER", "SETSLOT", number, "MIGRATING", id(to)}));
    VERIFY_OK(from.ask({"MIGRATE", "127.0.0.1", QByteArray::number(to.port()), key, "0", "5000"}));
}

void tst_MovingSlots::keysOfOneLockOnTwoNodes()
{
    start({.masters = 2 + 1, .replicas = 0});
    const QByteArray lock = "lock:rw";
    SandboxServer &from = *ownerOf(lock);
    SandboxServer &to = &from == &m_servers->node(0) ? m_servers->node(1) : m_servers->node(0);
    const QByteArray readHold = "{lock:rw}:" + Alice + ":rwlock_timeout:1";
    VERIFY_OK(from.ask({"HSET", lock, "mode", "read", Alice, "1"}));
    VERIFY_OK(from.ask({"PEXPIRE", lock, "600000"}));
    VERIFY_OK(from.ask({"SET", readHold, "1", "PX", "600000"}));
    handOver(readHold, from, to);

    const AuditedCli cli(m_servers->spec());
    const QByteArrayList force{"force-release", lock, "--expect-owner", Alice, "--reason", "stuck"};
    const Ended ended = cli(QByteArrayList{"--timeout", "2s"} + force);
    QVERIFY2(ended.status == 4, ended.told().constData());
    QVERIFY2(ended.err.contains(
                 "the slot is migrating, and its keys may be on two nodes: retry when it has migrated"),
             ended.told().constData());
    QCOMPARE(cli.story(), QByteArray("force-release refused"));
    QCOMPARE(answer(from, {"HGET", lock, Alice}), QByteArray("1"));

    // Once its keys are on one node, it is done.
    VERIFY_OK(from.ask({"MIGRATE", "127.0.0.1", QByteArray::number(to.port()), lock, "0", "5000"}));
    const QByteArray slot = QByteArray::number(from.ask({"CLUSTER", "KEYSLOT", lock})->integer);
    for (size_t i = 0; i < m_servers->size(); ++i)
        VERIFY_OK(m_servers->node(i).ask({"CLUSTER", "SETSLOT", slot, "NODE", id(to)}));
    const Ended done = cli(force);
    QVERIFY2(done.status == 0, done.told().constData());
    QCOMPARE(to.ask({"EXISTS", lock, readHold})->integer, 0);
}

// No script of ours names a key that it was not given in another slot; what the server says then is not lost.
void tst_MovingSlots::aScriptThatMeetsAKeyThatMoved()
{
    start({.replicas = 0});
    SandboxServer &from = *ownerOf("lock:a");
    SandboxServer &to = &from == &m_servers->node(0) ? m_servers->node(1) : m_servers->node(0);
    VERIFY_OK(hold(from, "lock:a", Alice));
    handOver("lock:a", from, to);
    const auto met = from.ask({"EVAL", "return redis.call('EXISTS', 'lock:a')", "0"});
    QVERIFY(!met.ok());
    QVERIFY2(met.failure().text.startsWith(QLatin1String("the server answered: ")) &&
                 met.failure().text.contains(QLatin1String("non local key")),
             qPrintable(met.failure().line()));
    VERIFY_FAILS(from.ask({"GET", "lock:a"}), ErrorKind::Ask);
}

void tst_MovingSlots::aMasterWithoutAnHeir()
{
    start({.replicas = 0,
           .serverArguments = {QStringLiteral("--cluster-require-full-coverage"), QStringLiteral("no")}});
    SandboxServer &lost = *ownerOf("lock:a");
    QByteArray other;
    for (int i = 0; other.isEmpty(); ++i) {
        const QByteArray key = "lock:" + QByteArray::number(i);
        if (ownerOf(key) != &lost)
            other = key;
    }
    VERIFY_OK(hold(lost, "lock:a", Alice));
    VERIFY_OK(hold(*ownerOf(other), other, Alice));
    ConnectionSpec spec = m_servers->spec();
    spec.seeds.clear();
    const ConnectionSpec seed = ownerOf(other)->spec();
    spec.host = seed.host;
    spec.port = seed.port;
    lost.kill();

    const AuditedCli cli(spec);
    const QByteArray gone = lost.spec().node().bytes;
    const Ended scanned = cli({"--timeout", "2s", "scan"});
    QVERIFY2(scanned.status == 3, scanned.told().constData());
    QVERIFY2(scanned.out.contains(other) && scanned.out.contains("incomplete"), scanned.told().constData());
    QVERIFY2(scanned.err.contains(gone), scanned.told().constData());
    const Ended refused = cli({"--timeout", "2s", "release", "lock:a", "--owner", Alice});
    QVERIFY2(refused.status == 3, refused.told().constData());
    QVERIFY2(refused.err.contains(gone) && refused.err.contains("lock:a: not connected: connection refused"),
             refused.told().constData());
    const Ended done = cli({"release", other, "--owner", Alice});
    QVERIFY2(done.status == 0, done.told().constData());
    QCOMPARE(cli.story(), QByteArray("release refused, release done"));
}

// By default, the nodes that are left refuse everything.
void tst_MovingSlots::aClusterThatIsDown()
{
    start({.replicas = 0,
           .serverArguments = {QStringLiteral("--cluster-node-timeout"), QStringLiteral("1000")}});
    SandboxServer &lost = *ownerOf("lock:a");
    SandboxServer &left = &lost == &m_servers->node(0) ? m_servers->node(1) : m_servers->node(0);
    QByteArray key;
    for (int i = 0; key.isEmpty(); ++i) {
        const QByteArray name = "lock:" + QByteArray::number(i);
        if (ownerOf(name) == &left)
            key = name;
    }
    VERIFY_OK(hold(left, key, Alice));
    lost.kill();
    const auto errorOf = [&] {
        const auto reply = left.ask({"GET", key});
        return reply ? QByteArray() : QByteArray(errorKindName(reply.failure().kind));
    };
    QTRY_COMPARE_WITH_TIMEOUT(errorOf(), QByteArray("cluster-down"), 30'000);
    ConnectionSpec spec = left.spec();
    spec.topology = Topology::Automatic;
    const AuditedCli cli(spec);
    const Ended down = cli({"--timeout", "2s", "release", key, "--owner", Alice});
    QVERIFY2(down.status == 4, down.told().constData());
    QVERIFY2(down.err.contains("the cluster is down, or no node serves this slot: wait for the failover"),
             down.told().constData());
    QCOMPARE(cli.story(), QByteArray("release refused"));
}

LOCKSCOPE_TEST(tst_MovingSlots)

} // namespace tst_movingslots

#include "tst_movingslots.moc"
