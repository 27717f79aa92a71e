// SPDX-License-Identifier: GPL-3.0-or-later
// Common behaviour of the sandboxes of all topologies; replicas and RedLock groups.

#include "core/lab/sandbox/sandboxdeployment.h"
#include "tests/support/runner.h"
#include "tests/support/serveranswers.h"
#include "tests/support/verify.h"

#include <QFileInfo>

#include <csignal>
#include <set>

namespace tst_sandboxes
{

using namespace lockscope;
using namespace lockscope::test;

namespace
{

bool alive(qint64 pid)
{
    return ::kill(pid_t(pid), 0) == 0;
}

std::vector<SandboxServer *> processes(const SandboxDeployment &deployment)
{
    std::vector<SandboxServer *> all;
    for (size_t i = 0; i < deployment.size(); ++i)
        all.push_back(&deployment.node(i));
    for (size_t i = 0; i < deployment.sentinelCount(); ++i)
        all.push_back(&deployment.sentinel(i));
    return all;
}

} // namespace

class tst_sandboxes : public QObject
{
    Q_OBJECT

private slots:
    void leavesNothingBehind_data();
    void leavesNothingBehind();
    void replicasHaveWhatTheMasterHas();
    void restartedTheyAreWhatTheyWere();
    void redlockNodesAreIndependent();
    void everyTopologyHasItsSpecAndUrls();
    void serversTakeTheirOwnArguments();
};

void tst_sandboxes::leavesNothingBehind_data()
{
    QTest::addColumn<SandboxTopology>("topology");
    QTest::addColumn<size_t>("count");
    QTest::newRow("standalone") << SandboxTopology::Standalone << size_t(1);
    QTest::newRow("replica") << SandboxTopology::Replica << size_t(3);
    QTest::newRow("sentinel") << SandboxTopology::Sentinel << size_t(6);
    QTest::newRow("cluster") << SandboxTopology::Cluster << size_t(6);
    QTest::newRow("redlock") << SandboxTopology::RedLock << size_t(5);
}

void tst_sandboxes::leavesNothingBehind()
{
    QFETCH(SandboxTopology, topology);
    QFETCH(size_t, count);
    auto deployment = SandboxDeployment::start(topology);
    VERIFY_OK(deployment);
    const QString folder = (*deployment)->folder();
    std::set<qint64> pids;
    for (const SandboxServer *server : processes(**deployment))
        pids.insert(server->pid());
    QCOMPARE(pids.size(), count);
    QVERIFY(std::ranges::all_of(pids, alive));
    QVERIFY(QFileInfo(folder).isDir());
    processes(**deployment).back()->pause(); // It ends anyway
    deployment->reset();
    QVERIFY(std::ranges::none_of(pids, alive));
    QVERIFY(!QFileInfo::exists(folder));
}

void tst_sandboxes::replicasHaveWhatTheMasterHas()
{
    const auto deployment = SandboxDeployment::start(SandboxTopology::Replica, {.replicas = 3});
    VERIFY_OK(deployment);
    const SandboxServer &master = (*deployment)->node(0);
    QCOMPARE((*deployment)->size(), size_t(4));
    QCOMPARE((*deployment)->master(), &master);
    QCOMPARE(role(master), QByteArray("master"));
    QCOMPARE(answer(master, {"SET", "k", "v"}), QByteArray("OK"));
    for (size_t i = 1; i < 4; ++i) {
        QCOMPARE(role((*deployment)->node(i)), replicaOf(master));
        QTRY_COMPARE(answer((*deployment)->node(i), {"GET", "k"}), QByteArray("v"));
    }
}

void tst_sandboxes::restartedTheyAreWhatTheyWere()
{
    const auto deployment = SandboxDeployment::start(SandboxTopology::Replica,
                                                     {.replicas = 1, .password = QStringLiteral("s ecret")});
    VERIFY_OK(deployment);
    SandboxServer &master = (*deployment)->node(0);
    SandboxServer &replica = (*deployment)->node(1);
    const ConnectionSpec before = replica.spec();
    QCOMPARE(answer(master, {"SET", "k", "v"}), QByteArray("OK"));
    QTRY_COMPARE(answer(replica, {"GET", "k"}), QByteArray("v"));

    replica.kill();
    QCOMPARE(replica.pid(), qint64(0));
    VERIFY_OK(replica.restart(Data::Lost));
    QVERIFY(replica.spec() == before);
    QTRY_COMPARE(role(replica), replicaOf(master));
    QCOMPARE(answer(replica, {"GET", "k"}), QByteArray("v")); // Replicated from the master again

    VERIFY_OK(master.restart(Data::Kept));
    QCOMPARE(answer(master, {"GET", "k"}), QByteArray("v"));
    VERIFY_OK(master.restart(Data::Lost));
    QCOMPARE(answer(master, {"EXISTS", "k"}), QByteArray("0"));
    QTRY_COMPARE(answer(replica, {"EXISTS", "k"}), QByteArray("0"));
}

void tst_sandboxes::redlockNodesAreIndependent()
{
    const auto deployment = SandboxDeployment::start(SandboxTopology::RedLock, {.masters = 3});
    VERIFY_OK(deployment);
    QCOMPARE((*deployment)->size(), size_t(3));
    std::set<QByteArray> runs;
    for (size_t i = 0; i < 3; ++i) {
        const SandboxServer &node = (*deployment)->node(i);
        QCOMPARE(role(node), QByteArray("master"));
        const QByteArray info = answer(node, {"INFO", "server"});
        runs.insert(info.mid(info.indexOf("run_id:"), 47));
        QVERIFY(answer(node, {"INFO", "replication"}).contains("connected_slaves:0"));
    }
    QCOMPARE(runs.size(), size_t(3));
    SandboxServer &first = (*deployment)->node(0);
    QCOMPARE(answer(first, {"SET", "k", "v"}), QByteArray("OK"));
    QCOMPARE(answer((*deployment)->node(1), {"EXISTS", "k"}), QByteArray("0"));
    VERIFY_OK(first.restart(Data::Kept));
    QCOMPARE(answer(first, {"GET", "k"}), QByteArray("v"));
    first.kill();
    VERIFY_OK(first.restart(Data::Lost));
    QCOMPARE(answer(first, {"EXISTS", "k"}), QByteArray("0"));
}

void tst_sandboxes::everyTopologyHasItsSpecAndUrls()
{
    const auto text = [](const SandboxServer &server) { return QString::fromUtf8(address(server)); };
    const auto replicated = SandboxDeployment::start(SandboxTopology::Replica, {.replicas = 1});
    VERIFY_OK(replicated);
    QCOMPARE((*replicated)->urls(), QStringList{QStringLiteral("redis://") + text((*replicated)->node(0))});
    QCOMPARE((*replicated)->spec().topology, Topology::Automatic);

    const auto watched = SandboxDeployment::start(SandboxTopology::Sentinel, {.replicas = 1, .sentinels = 2});
    VERIFY_OK(watched);
    const ConnectionSpec sentinel = (*watched)->spec();
    QCOMPARE(sentinel.topology, Topology::Sentinel);
    QCOMPARE(sentinel.sentinel.masterName, QStringLiteral("sandbox"));
    QVERIFY(sentinel.endpoint() == (*watched)->sentinel(0).spec().endpoint());
    QVERIFY(sentinel.seeds == std::vector{(*watched)->sentinel(1).spec().endpoint()});
    QCOMPARE((*watched)->urls(),
             QStringList{QStringLiteral("sentinel://%1,%2/sandbox")
                             .arg(text((*watched)->sentinel(0)), text((*watched)->sentinel(1)))});

    const auto cluster = SandboxDeployment::start(SandboxTopology::Cluster, {.replicas = 0});
    VERIFY_OK(cluster);
    const ConnectionSpec spec = (*cluster)->spec();
    QCOMPARE(spec.topology, Topology::Cluster);
    QCOMPARE(spec.seeds.size(), size_t(2));
    QCOMPARE((*cluster)->urls(), QStringList{QStringLiteral("cluster://%1,%2,%3")
                                                 .arg(text((*cluster)->node(0)), text((*cluster)->node(1)),
                                                      text((*cluster)->node(2)))});

    const auto group = SandboxDeployment::start(SandboxTopology::RedLock, {.masters = 2});
    VERIFY_OK(group);
    QCOMPARE((*group)->spec().topology, Topology::RedLock);
    QCOMPARE((*group)->spec().members.size(), size_t(2));
    QVERIFY((*group)->spec().members[1] == (*group)->node(1).spec());
    QCOMPARE((*group)->urls(), (QStringList{QStringLiteral("redis://") + text((*group)->node(0)),
                                            QStringLiteral("redis://") + text((*group)->node(1))}));
}

void tst_sandboxes::serversTakeTheirOwnArguments()
{
    const auto deployment = SandboxDeployment::start(
        SandboxTopology::Replica,
        {.replicas = 1,
         .serverArguments = {QStringLiteral("--maxmemory"), QStringLiteral("12345678")},
         .nodeArguments = {{}, {QStringLiteral("--bind-source-addr"), QStringLiteral("127.0.0.2")}}});
    VERIFY_OK(deployment);
    for (size_t i = 0; i < 2; ++i)
        QCOMPARE(answer((*deployment)->node(i), {"CONFIG", "GET", "maxmemory"}),
                 QByteArray("maxmemory\n12345678"));
    const QByteArray told = answer((*deployment)->node(0), {"ROLE"});
    QVERIFY2(told.contains("\n127.0.0.2\n"), told.constData()); // The replica's source address
}

LOCKSCOPE_TEST(tst_sandboxes)

} // namespace tst_sandboxes

#include "tst_sandboxes.moc"
