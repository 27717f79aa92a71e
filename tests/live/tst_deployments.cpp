// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/sandboxdeployment.h"
#include "tests/support/rediscli.h"
#include "tests/support/verify.h"

#include <QFile>
#include <QFileInfo>

#include <csignal>
#include <set>

using namespace lockscope;
using lockscope::test::redisCli;

Q_DECLARE_METATYPE(lockscope::SandboxTopology)

namespace
{

using Deployment = std::unique_ptr<SandboxDeployment>;

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

// "master", "slave 127.0.0.1 7001 connected", "sentinel"; why not, where it does not answer.
QByteArray role(const SandboxServer &server)
{
    const auto reply = redisCli(server.spec(), {"ROLE"});
    if (!reply)
        return reply.failure().line().toUtf8();
    const QByteArrayList words = reply->split('\n');
    return words[0] == "slave" ? words.mid(0, 4).join(' ') : words[0];
}

QByteArray replicaOf(const SandboxServer &master)
{
    return "slave 127.0.0.1 " + QByteArray::number(master.spec().port) + " connected";
}

QByteArray answer(const ConnectionSpec &server, const test::CliCommand &command)
{
    const auto reply = redisCli(server, command);
    return reply ? *reply : reply.failure().line().toUtf8();
}

QByteArray masterByName(const SandboxServer &sentinel)
{
    return answer(sentinel.spec(), {"SENTINEL", "GET-MASTER-ADDR-BY-NAME", SandboxDeployment::MasterName})
        .replace('\n', ':');
}

QByteArray address(const SandboxServer &server)
{
    return server.spec().node().bytes;
}

} // namespace

class tst_deployments : public QObject
{
    Q_OBJECT

private slots:
    void leavesNothingBehind_data();
    void leavesNothingBehind();
    void replicasHaveWhatTheMasterHas();
    void restartedTheyAreWhatTheyWere();
    void sentinelsKnowTheMasterAndFailOver();
    void sentinelsHaveTheirOwnPassword();
    void sentinelsOverTls();
    void sentinelsTellTheAnnouncedAddress();
    void clusterCoversEverySlot();
    void clusterElectsAReplica();
    void clusterOverTlsTellsTlsPorts();
    void clusterWithAPassword();
    void clusterTellsAnnouncedNames();
    void redlockNodesAreIndependent();
    void everyTopologyHasItsSpecAndUrls();
    void serversTakeTheirOwnArguments();
};

void tst_deployments::leavesNothingBehind_data()
{
    QTest::addColumn<SandboxTopology>("topology");
    QTest::addColumn<size_t>("count");
    QTest::newRow("standalone") << SandboxTopology::Standalone << size_t(1);
    QTest::newRow("replica") << SandboxTopology::Replica << size_t(3);
    QTest::newRow("sentinel") << SandboxTopology::Sentinel << size_t(6);
    QTest::newRow("cluster") << SandboxTopology::Cluster << size_t(6);
    QTest::newRow("redlock") << SandboxTopology::RedLock << size_t(5);
}

void tst_deployments::leavesNothingBehind()
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
    processes(**deployment).back()->pause(); // it ends all the same
    deployment->reset();
    QVERIFY(std::ranges::none_of(pids, alive));
    QVERIFY(!QFileInfo::exists(folder));
}

void tst_deployments::replicasHaveWhatTheMasterHas()
{
    const auto deployment = SandboxDeployment::start(SandboxTopology::Replica, {.replicas = 3});
    VERIFY_OK(deployment);
    const SandboxServer &master = (*deployment)->node(0);
    QCOMPARE((*deployment)->size(), size_t(4));
    QCOMPARE((*deployment)->master(), &master);
    QCOMPARE(role(master), QByteArray("master"));
    QCOMPARE(answer(master.spec(), {"SET", "k", "v"}), QByteArray("OK"));
    QCOMPARE(answer(master.spec(), {"WAIT", "3", "10000"}), QByteArray("3"));
    for (size_t i = 1; i < 4; ++i) {
        QCOMPARE(role((*deployment)->node(i)), replicaOf(master));
        QCOMPARE(answer((*deployment)->node(i).spec(), {"GET", "k"}), QByteArray("v"));
    }
}

void tst_deployments::restartedTheyAreWhatTheyWere()
{
    const auto deployment = SandboxDeployment::start(SandboxTopology::Replica,
                                                     {.replicas = 1, .password = QStringLiteral("s ecret")});
    VERIFY_OK(deployment);
    SandboxServer &master = (*deployment)->node(0);
    SandboxServer &replica = (*deployment)->node(1);
    const ConnectionSpec before = replica.spec();
    QCOMPARE(answer(master.spec(), {"SET", "k", "v"}), QByteArray("OK"));
    QCOMPARE(answer(master.spec(), {"WAIT", "1", "10000"}), QByteArray("1"));

    replica.kill();
    QCOMPARE(replica.pid(), qint64(0));
    VERIFY_OK(replica.restart(Data::Lost));
    QVERIFY(replica.spec() == before);
    QTRY_COMPARE_WITH_TIMEOUT(role(replica), replicaOf(master), 10000);
    QCOMPARE(answer(replica.spec(), {"GET", "k"}), QByteArray("v")); // from the master again

    VERIFY_OK(master.restart(Data::Kept));
    QCOMPARE(answer(master.spec(), {"GET", "k"}), QByteArray("v"));
    VERIFY_OK(master.restart(Data::Lost));
    QCOMPARE(answer(master.spec(), {"EXISTS", "k"}), QByteArray("0"));
    QTRY_COMPARE_WITH_TIMEOUT(answer(replica.spec(), {"EXISTS", "k"}), QByteArray("0"), 10000);
}

void tst_deployments::sentinelsKnowTheMasterAndFailOver()
{
    const auto deployment = SandboxDeployment::start(SandboxTopology::Sentinel);
    VERIFY_OK(deployment);
    SandboxServer &old = (*deployment)->node(0);
    QCOMPARE((*deployment)->sentinelCount(), size_t(3));
    for (size_t i = 0; i < 3; ++i) {
        QCOMPARE(role((*deployment)->sentinel(i)), QByteArray("sentinel"));
        QCOMPARE(masterByName((*deployment)->sentinel(i)), address(old));
    }
    QCOMPARE(answer(old.spec(), {"SET", "k", "v"}), QByteArray("OK"));
    QCOMPARE(answer(old.spec(), {"WAIT", "2", "10000"}), QByteArray("2"));
    old.kill();
    QTRY_VERIFY_WITH_TIMEOUT((*deployment)->master(), 30000);
    const SandboxServer &elected = *(*deployment)->master();
    QVERIFY(&elected != &old);
    QCOMPARE(answer(elected.spec(), {"GET", "k"}), QByteArray("v"));
    for (size_t i = 0; i < 3; ++i)
        QTRY_COMPARE_WITH_TIMEOUT(masterByName((*deployment)->sentinel(i)), address(elected), 30000);
    VERIFY_OK(old.restart(Data::Lost));
    QTRY_COMPARE_WITH_TIMEOUT(role(old), replicaOf(elected), 40000); // the sentinels see to that
}

void tst_deployments::sentinelsHaveTheirOwnPassword()
{
    const auto deployment = SandboxDeployment::start(SandboxTopology::Sentinel,
                                                     {.replicas = 1,
                                                      .password = QStringLiteral("of-servers"),
                                                      .sentinelPassword = QStringLiteral("of-sentinels")});
    VERIFY_OK(deployment);
    const ConnectionSpec spec = (*deployment)->spec();
    QCOMPARE(spec.password, QStringLiteral("of-servers"));
    QCOMPARE(spec.sentinel.password, QStringLiteral("of-sentinels"));
    ConnectionSpec sentinel = spec.at(spec.endpoint());
    VERIFY_FAILS(redisCli(sentinel, {"SENTINEL", "MASTERS"}), ErrorKind::Refused);
    sentinel.password = spec.sentinel.password;
    VERIFY_OK(redisCli(sentinel, {"SENTINEL", "MASTERS"}));
    QCOMPARE(masterByName((*deployment)->sentinel(0)), address((*deployment)->node(0)));
    ConnectionSpec anybody = (*deployment)->node(0).spec();
    anybody.password.clear();
    VERIFY_FAILS(redisCli(anybody, {"GET", "k"}), ErrorKind::ServerError);
    for (const SandboxServer *server : processes(**deployment)) {
        QFile commandLine(QStringLiteral("/proc/%1/cmdline").arg(server->pid()));
        QVERIFY(commandLine.open(QIODevice::ReadOnly));
        QVERIFY(!commandLine.readAll().contains("of-se"));
    }
}

void tst_deployments::sentinelsOverTls()
{
    const auto deployment = SandboxDeployment::start(
        SandboxTopology::Sentinel,
        {.replicas = 1, .tls = SandboxTls::Everywhere, .password = QStringLiteral("secret")});
    VERIFY_OK(deployment);
    const ConnectionSpec spec = (*deployment)->spec();
    QVERIFY(spec.tls.enabled);
    const SandboxServer &master = (*deployment)->node(0);
    QCOMPARE(spec.port, (*deployment)->sentinel(0).tlsPort());
    QCOMPARE(masterByName((*deployment)->sentinel(0)), "127.0.0.1:" + QByteArray::number(master.tlsPort()));
    QCOMPARE(role((*deployment)->node(1)), replicaOf(master)); // which tells the TLS port
}

void tst_deployments::sentinelsTellTheAnnouncedAddress()
{
    const auto deployment = SandboxDeployment::start(
        SandboxTopology::Sentinel, {.replicas = 1, .announced = {{QStringLiteral("203.0.113.7"), 7000}}});
    VERIFY_OK(deployment);
    QCOMPARE(masterByName((*deployment)->sentinel(2)), QByteArray("203.0.113.7:7000"));
    QCOMPARE(role((*deployment)->node(1)), replicaOf((*deployment)->node(0)));
    const auto replicated = SandboxDeployment::start(
        SandboxTopology::Replica, {.replicas = 1, .announced = {{}, {QStringLiteral("203.0.113.8"), 7001}}});
    VERIFY_OK(replicated);
    const QByteArray told = answer((*replicated)->node(0).spec(), {"ROLE"});
    QVERIFY2(told.contains("203.0.113.8\n7001"), told.constData());
}

void tst_deployments::clusterCoversEverySlot()
{
    const auto deployment = SandboxDeployment::start(SandboxTopology::Cluster);
    VERIFY_OK(deployment);
    QCOMPARE((*deployment)->size(), size_t(6));
    int owned = 0;
    for (size_t i = 0; i < 6; ++i) {
        const SandboxServer &node = (*deployment)->node(i);
        const QByteArray info = answer(node.spec(), {"CLUSTER", "INFO"});
        QVERIFY2(info.contains("cluster_state:ok") && info.contains("cluster_slots_ok:16384") &&
                     info.contains("cluster_size:3"),
                 info.constData());
        QVERIFY2(i < 3 ? role(node) == "master" : role(node).endsWith(" connected"), role(node).constData());
        for (const QByteArray &line : answer(node.spec(), {"CLUSTER", "NODES"}).split('\n')) {
            const QByteArrayList words = line.split(' ');
            if (words.value(2) == "myself,master") {
                const QByteArrayList range = words.value(8).split('-');
                owned += range.value(1).toInt() - range.value(0).toInt() + 1;
            }
        }
    }
    QCOMPARE(owned, 16384);
}

void tst_deployments::clusterElectsAReplica()
{
    const auto deployment = SandboxDeployment::start(SandboxTopology::Cluster);
    VERIFY_OK(deployment);
    SandboxServer &old = (*deployment)->node(0);
    const auto replicaOfOld = [&]() -> SandboxServer * {
        for (size_t i = 3; i < 6; ++i) {
            if (role((*deployment)->node(i)) == replicaOf(old))
                return &(*deployment)->node(i);
        }
        return nullptr;
    };
    SandboxServer *heir = replicaOfOld();
    QVERIFY(heir);
    old.kill();
    QTRY_COMPARE_WITH_TIMEOUT(role(*heir), QByteArray("master"), 30000);
    QTRY_VERIFY_WITH_TIMEOUT(answer(heir->spec(), {"CLUSTER", "INFO"}).contains("cluster_state:ok"), 30000);
    VERIFY_OK(old.restart(Data::Lost));
    QTRY_COMPARE_WITH_TIMEOUT(role(old), replicaOf(*heir), 30000);
}

void tst_deployments::clusterOverTlsTellsTlsPorts()
{
    const auto deployment =
        SandboxDeployment::start(SandboxTopology::Cluster, {.replicas = 1, .tls = SandboxTls::Everywhere});
    VERIFY_OK(deployment);
    const ConnectionSpec spec = (*deployment)->spec();
    QVERIFY(spec.tls.enabled);
    QCOMPARE(spec.seeds.size(), size_t(5));
    const QByteArrayList told = answer(spec.at(spec.endpoint()), {"CLUSTER", "SLOTS"}).split('\n');
    for (size_t i = 0; i < 6; ++i) {
        const SandboxServer &node = (*deployment)->node(i);
        QVERIFY(told.contains(QByteArray::number(node.tlsPort())));
        QVERIFY(!told.contains(QByteArray::number(node.port())));
        QVERIFY(answer(node.tls(), {"CLUSTER", "INFO"}).contains("cluster_state:ok"));
        QVERIFY(answer(node.tcp(), {"CLUSTER", "INFO"}).contains("cluster_state:ok"));
    }
}

void tst_deployments::clusterWithAPassword()
{
    const auto deployment = SandboxDeployment::start(
        SandboxTopology::Cluster, {.replicas = 1, .password = QStringLiteral("p w\"\\'ü锁")});
    VERIFY_OK(deployment);
    for (size_t i = 0; i < 6; ++i) {
        ConnectionSpec spec = (*deployment)->node(i).spec();
        QVERIFY(answer(spec, {"CLUSTER", "INFO"}).contains("cluster_state:ok"));
        spec.password.clear();
        VERIFY_FAILS(redisCli(spec, {"PING"}), ErrorKind::ServerError);
    }
}

void tst_deployments::clusterTellsAnnouncedNames()
{
    const auto deployment = SandboxDeployment::start(
        SandboxTopology::Cluster,
        {.replicas = 0, .announced = {{QStringLiteral("cache-1.invalid"), 7000}, {}, {}}});
    VERIFY_OK(deployment);
    for (size_t i = 0; i < 3; ++i) {
        const SandboxServer &node = (*deployment)->node(i);
        const QByteArray told = answer(node.spec(), {"CLUSTER", "SLOTS"});
        QVERIFY2(told.contains("cache-1.invalid\n7000\n"), told.constData());
        QVERIFY(answer(node.spec(), {"CLUSTER", "INFO"}).contains("cluster_state:ok"));
    }
}

void tst_deployments::redlockNodesAreIndependent()
{
    const auto deployment = SandboxDeployment::start(SandboxTopology::RedLock, {.masters = 3});
    VERIFY_OK(deployment);
    QCOMPARE((*deployment)->size(), size_t(3));
    std::set<QByteArray> runs;
    for (size_t i = 0; i < 3; ++i) {
        const SandboxServer &node = (*deployment)->node(i);
        QCOMPARE(role(node), QByteArray("master"));
        const QByteArray info = answer(node.spec(), {"INFO", "server"});
        runs.insert(info.mid(info.indexOf("run_id:"), 47));
        QVERIFY(answer(node.spec(), {"INFO", "replication"}).contains("connected_slaves:0"));
    }
    QCOMPARE(runs.size(), size_t(3));
    SandboxServer &first = (*deployment)->node(0);
    QCOMPARE(answer(first.spec(), {"SET", "k", "v"}), QByteArray("OK"));
    QCOMPARE(answer((*deployment)->node(1).spec(), {"EXISTS", "k"}), QByteArray("0"));
    VERIFY_OK(first.restart(Data::Kept));
    QCOMPARE(answer(first.spec(), {"GET", "k"}), QByteArray("v"));
    first.kill();
    VERIFY_OK(first.restart(Data::Lost));
    QCOMPARE(answer(first.spec(), {"EXISTS", "k"}), QByteArray("0"));
}

void tst_deployments::everyTopologyHasItsSpecAndUrls()
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

void tst_deployments::serversTakeTheirOwnArguments()
{
    const auto deployment = SandboxDeployment::start(
        SandboxTopology::Replica,
        {.replicas = 1,
         .serverArguments = {QStringLiteral("--maxmemory"), QStringLiteral("12345678")},
         .nodeArguments = {{}, {QStringLiteral("--bind-source-addr"), QStringLiteral("127.0.0.2")}}});
    VERIFY_OK(deployment);
    for (size_t i = 0; i < 2; ++i)
        QCOMPARE(answer((*deployment)->node(i).spec(), {"CONFIG", "GET", "maxmemory"}),
                 QByteArray("maxmemory\n12345678"));
    const QByteArray told = answer((*deployment)->node(0).spec(), {"ROLE"});
    QVERIFY2(told.contains("\n127.0.0.2\n"), told.constData()); // where the replica comes from
}

QTEST_GUILESS_MAIN(tst_deployments)
#include "tst_deployments.moc"
