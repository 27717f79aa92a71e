// SPDX-License-Identifier: GPL-3.0-or-later
// The doctor on real servers in the states that it warns about.

#include "core/engine/engine.h"
#include "core/lab/sandbox/sandboxdeployment.h"
#include "tests/support/finished.h"
#include "tests/support/runner.h"
#include "tests/support/verify.h"

#include <QDir>
#include <QTest>

#include <algorithm>

namespace tst_doctor_live
{

using namespace lockscope;
using lockscope::test::finished;
using namespace std::chrono_literals;

class tst_DoctorLive : public QObject
{
    Q_OBJECT
private slots:
    void cleanup();
    void evictionAndFullMemory();
    void aFailedSnapshot();
    void aMasterWithReplicas();
    void aGroup();
    void membersThatAreOneServer();
    void aClusterThatLostSlots();
    void sentinelsWithoutAMajority();
    void aUserWhoMayNotAsk();
    void whatIsAskedForAtOnceIsOfAllServers_data();
    void whatIsAskedForAtOnceIsOfAllServers();
    void aSilentServerHoldsUpTheOthersForAWhileOnly();

private:
    void start(SandboxTopology topology, const DeploymentOptions &options = {});
    void open(const ConnectionSpec &spec);
    HealthReport checkedAtOnce(const ConnectionSpec &spec);
    QByteArrayList codes();
    const Finding *find(std::string_view code) const;

    std::unique_ptr<SandboxDeployment> m_servers;
    std::unique_ptr<Engine> m_engine;
    std::vector<Finding> m_found;
};

void tst_DoctorLive::cleanup()
{
    m_engine.reset();
    m_servers.reset();
    m_found.clear();
}

void tst_DoctorLive::start(SandboxTopology topology, const DeploymentOptions &options)
{
    VERIFY_INTO(m_servers, SandboxDeployment::start(topology, options));
    open(m_servers->spec());
}

void tst_DoctorLive::open(const ConnectionSpec &spec)
{
    m_engine = std::make_unique<Engine>();
    m_engine->open(spec, {.patterns = {"*lock*"}, .follow = false, .scan = false});
    VERIFY_OK(finished(m_engine->waitReady(10s)));
    auto settled = m_engine->settle(10s);
    QCoro::waitFor(std::move(settled));
}

// As in the window: with only one server known so far.
HealthReport tst_DoctorLive::checkedAtOnce(const ConnectionSpec &spec)
{
    m_engine = std::make_unique<Engine>();
    std::optional<HealthReport> answer;
    connect(m_engine.get(), &Engine::healthChecked, this,
            [&answer](quint64, const HealthReport &report) { answer = report; });
    m_engine->open(spec, {.patterns = {"*lock*"}, .follow = false, .scan = false});
    m_engine->requestHealthCheck(1);
    [&answer] { QTRY_VERIFY(answer); }();
    return answer.value_or(HealthReport{});
}

QByteArrayList tst_DoctorLive::codes()
{
    m_found = finished(m_engine->checkHealth()).findings;
    QByteArrayList codes;
    for (const Finding &finding : m_found)
        codes += QByteArray(finding.code.data(), qsizetype(finding.code.size())) + ' ' + name(finding.level);
    return codes;
}

const Finding *tst_DoctorLive::find(std::string_view code) const
{
    const auto found = std::find_if(m_found.begin(), m_found.end(),
                                    [code](const Finding &finding) { return finding.code == code; });
    return found == m_found.end() ? nullptr : &*found;
}

void tst_DoctorLive::evictionAndFullMemory()
{
    start(SandboxTopology::Standalone);
    SandboxServer &server = m_servers->node(0);
    VERIFY_OK(server.ask({"CONFIG", "SET", "maxmemory-policy", "volatile-ttl"}));
    QVERIFY(codes().contains("evicts-locks info"));
    VERIFY_OK(server.ask({"CONFIG", "SET", "maxmemory", "100mb"}));
    QVERIFY(codes().contains("evicts-locks critical"));
    QVERIFY(find("evicts-locks")->evidence.contains(QStringLiteral("maxmemory_policy:volatile-ttl")));
    VERIFY_OK(server.ask({"CONFIG", "SET", "maxmemory-policy", "noeviction"}));
    QVERIFY(!codes().contains("evicts-locks critical"));
    VERIFY_OK(server.ask({"CONFIG", "SET", "maxmemory", "1"}));
    VERIFY_FAILS(server.ask({"SET", "lock:a", "x"}), ErrorKind::OutOfMemory);
    QVERIFY(codes().contains("memory-full critical"));
    QVERIFY(find("memory-full")->text.contains(QStringLiteral("Redisson's clients cannot release theirs")));
}

void tst_DoctorLive::aFailedSnapshot()
{
    start(SandboxTopology::Standalone);
    SandboxServer &server = m_servers->node(0);
    VERIFY_OK(server.ask({"CONFIG", "SET", "save", "3600 1"}));
    VERIFY_OK(server.ask({"SET", "lock:a", "x"}));
    QVERIFY(!codes().contains("writes-stopped critical"));
    // A folder in the snapshot's place makes its final rename fail.
    QVERIFY(QDir(server.folder()).mkpath(QStringLiteral("dump.rdb/inside")));
    VERIFY_OK(server.ask({"BGSAVE"}));
    QTRY_VERIFY(!server.ask({"SET", "lock:a", "y"}).ok());
    QVERIFY(codes().contains("writes-stopped critical"));
    QVERIFY(find("writes-stopped")->evidence.contains(QStringLiteral("rdb_last_bgsave_status:err")));
}

void tst_DoctorLive::aMasterWithReplicas()
{
    start(SandboxTopology::Replica);
    SandboxServer &master = m_servers->node(0);
    QVERIFY(codes().contains("no-min-replicas warning"));
    QVERIFY(!codes().contains("redlock-on-replicas warning"));
    QCOMPARE(find("no-min-replicas")->node, master.spec().node());
    VERIFY_OK(master.ask({"SET", "redlock:a", "6f96e4a5-1c6a-4b5e-9d8e-0a1b2c3d4e5f", "PX", "60000"}));
    finished(m_engine->scan());
    QVERIFY(codes().contains("redlock-on-replicas warning"));
    QVERIFY(find("redlock-on-replicas")->evidence.contains(QStringLiteral("redlock:a")));
    VERIFY_OK(master.ask({"CONFIG", "SET", "min-replicas-to-write", "3"}));
    QVERIFY(codes().contains("too-few-replicas critical"));
    QVERIFY(!codes().contains("no-min-replicas warning"));
    // A replica promoted while the old master still is one.
    VERIFY_OK(m_servers->node(1).ask({"REPLICAOF", "NO", "ONE"}));
    auto settled = m_engine->settle(10s);
    QCoro::waitFor(std::move(settled));
    QTRY_VERIFY(codes().contains("two-masters critical"));
}

void tst_DoctorLive::aGroup()
{
    start(SandboxTopology::RedLock, {.masters = 4});
    const QByteArrayList before = codes();
    QCOMPARE(before.count("no-persistence warning"), 4);
    QVERIFY(before.contains("even-group info"));
    QVERIFY(!before.contains("not-independent critical"));
    VERIFY_OK(m_servers->node(0).ask({"CONFIG", "SET", "appendonly", "yes"}));
    const QByteArrayList after = codes();
    QCOMPARE(after.count("no-persistence warning"), 3);
    QCOMPARE(after.count("aof-not-synced info"), 1);
    m_servers->node(3).kill();
    QTRY_COMPARE(codes().count("unreachable warning"), 1);
    QCOMPARE(find("unreachable")->node, m_servers->node(3).spec().node());
}

void tst_DoctorLive::membersThatAreOneServer()
{
    start(SandboxTopology::Replica, {.replicas = 1});
    std::vector<ConnectionSpec> members{m_servers->node(0).tcp(), m_servers->node(1).tcp()};
    open(redLockGroup(members));
    QVERIFY(codes().contains("not-independent critical"));
    QVERIFY(codes().contains("small-group warning"));
}

void tst_DoctorLive::aClusterThatLostSlots()
{
    start(SandboxTopology::Cluster, {.replicas = 0});
    QVERIFY(!codes().contains("slots-uncovered critical"));
    QCOMPARE(codes().count("no-replica warning"), 3);
    for (int i = 0; i < 3; ++i)
        QVERIFY(m_servers->node(size_t(i)).ask({"CLUSTER", "DELSLOTS", "93"}).ok() || i > 0);
    QTRY_VERIFY(codes().contains("slots-uncovered critical"));
}

void tst_DoctorLive::sentinelsWithoutAMajority()
{
    start(SandboxTopology::Sentinel);
    QTRY_COMPARE(m_engine->nodes().size(), 6U);
    QVERIFY(!codes().contains("sentinels-no-majority critical"));
    m_servers->sentinel(0).kill();
    m_servers->sentinel(1).kill();
    QTRY_VERIFY(codes().contains("sentinels-no-majority critical"));
    QCOMPARE(codes().count("unreachable warning"), 2);
}

void tst_DoctorLive::aUserWhoMayNotAsk()
{
    start(SandboxTopology::Standalone);
    VERIFY_OK(m_servers->node(0).ask({"ACL", "SETUSER", "reader", "on", ">secret", "~*", "+@read", "+ping"}));
    ConnectionSpec spec = m_servers->node(0).tcp();
    spec.user = QStringLiteral("reader");
    spec.password = QStringLiteral("secret");
    open(spec);
    QCOMPARE(codes(), QByteArrayList{"not-known info"});
    QVERIFY2(m_found.front().evidence.join(u'\n').contains(QStringLiteral("CONFIG GET: NOPERM")),
             qPrintable(m_found.front().evidence.join(u'\n')));
}

void tst_DoctorLive::whatIsAskedForAtOnceIsOfAllServers_data()
{
    QTest::addColumn<SandboxTopology>("topology");
    QTest::addColumn<size_t>("nodes");
    QTest::addColumn<size_t>("rights"); // Sentinels have no locks
    QTest::newRow("replica") << SandboxTopology::Replica << size_t(3) << size_t(3);
    QTest::newRow("sentinel") << SandboxTopology::Sentinel << size_t(6) << size_t(3);
    QTest::newRow("cluster") << SandboxTopology::Cluster << size_t(6) << size_t(6);
    QTest::newRow("redlock") << SandboxTopology::RedLock << size_t(5) << size_t(5);
}

void tst_DoctorLive::whatIsAskedForAtOnceIsOfAllServers()
{
    QFETCH(SandboxTopology, topology);
    QFETCH(size_t, nodes);
    QFETCH(size_t, rights);
    VERIFY_INTO(m_servers, SandboxDeployment::start(topology));
    const HealthReport report = checkedAtOnce(m_servers->spec());
    QCOMPARE(report.nodes.size(), nodes);
    QVERIFY(std::ranges::all_of(report.nodes, &NodeStatus::isReady));
    QCOMPARE(report.rights.size(), rights);
}

void tst_DoctorLive::aSilentServerHoldsUpTheOthersForAWhileOnly()
{
    VERIFY_INTO(m_servers, SandboxDeployment::start(SandboxTopology::Replica));
    m_servers->node(2).pause();
    const HealthReport report = checkedAtOnce(m_servers->spec());
    QCOMPARE(report.nodes.size(), 3U);
    QCOMPARE(std::ranges::count_if(report.nodes, &NodeStatus::isReady), 2);
    QCOMPARE(report.rights.size(), 2U);
}

LOCKSCOPE_TEST(tst_DoctorLive)

} // namespace tst_doctor_live

#include "tst_doctor_live.moc"
