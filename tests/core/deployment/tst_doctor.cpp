// SPDX-License-Identifier: GPL-3.0-or-later
// Each rule of the doctor: cases that break it, and close cases that do not.

#include "core/deployment/health/doctor.h"
#include "tests/support/runner.h"

#include <QTest>

namespace tst_doctor
{

using namespace lockscope;
using namespace std::chrono_literals;

namespace
{

// A server without findings; extra: INFO lines to put before the usual ones.
NodeFacts healthy(const char *node, const QByteArray &extra = {})
{
    NodeFacts facts;
    facts.status.node = {node};
    facts.status.role = "master";
    facts.status.connection.phase = ConnectionPhase::Ready;
    facts.status.runId = QByteArray("run of ") + node;
    facts.topology = Topology::Standalone;
    facts.isLocal = true;
    facts.info = "# Server\r\n" + extra +
                 "redis_version:8.0.1\r\nuptime_in_seconds:86400\r\nloading:0\r\nused_memory:1000\r\n"
                 "maxmemory:0\r\nmaxmemory_policy:noeviction\r\nrdb_last_bgsave_status:ok\r\n"
                 "aof_enabled:1\r\naof_last_write_status:ok\r\nrole:master\r\nconnected_slaves:0\r\n"
                 "master_replid:replid of " +
                 node + "\r\ncluster_enabled:0\r\n";
    facts.config = {{"appendfsync", "always"},
                    {"save", ""},
                    {"min-replicas-to-write", "0"},
                    {"notify-keyspace-events", "KA"},
                    {"stop-writes-on-bgsave-error", "yes"},
                    {"protected-mode", "yes"}};
    return facts;
}

NodeFacts replicaOf(const char *node, const char *master)
{
    NodeFacts facts = healthy(node, "role:slave\r\nmaster_link_status:up\r\n");
    facts.status.role = "slave";
    facts.status.replica = Replication{.master = {master}, .linked = true, .lag = 0ms};
    return facts;
}

NodeFacts sentinel(const char *node, ConnectionPhase phase = ConnectionPhase::Ready)
{
    NodeFacts facts;
    facts.status.node = {node};
    facts.status.role = "sentinel";
    facts.status.connection.phase = phase;
    facts.topology = Topology::Sentinel;
    return facts;
}

DeploymentFacts groupOf(int members)
{
    DeploymentFacts group{.members = members};
    for (int i = 0; i < members; ++i) {
        group.nodes.push_back(healthy(qPrintable(QStringLiteral("h:%1").arg(i))));
        group.nodes.back().status.member = i;
    }
    return group;
}

QByteArrayList codes(const std::vector<Finding> &findings)
{
    QByteArrayList codes;
    for (const Finding &finding : findings)
        codes += QByteArray(finding.code.data(), qsizetype(finding.code.size())) + ' ' + name(finding.level);
    return codes;
}

QByteArrayList codesOf(const DeploymentFacts &facts, const std::vector<LockPtr> &locks = {})
{
    return codes(checkHealth(facts, locks));
}

QByteArrayList codesOf(const NodeFacts &node)
{
    return codesOf(DeploymentFacts{.nodes = {node}});
}

} // namespace

class tst_Doctor : public QObject
{
    Q_OBJECT
private slots:
    void serversThatAreLeftOutAreSaid();
    void nothingIsSaidOfAHealthyOne();
    void oneServer_data();
    void oneServer();
    void whatIsNotKnownBreaksNoRule();
    void replicas();
    void unreachable();
    void onlyAMasterTakesItsLocksAway();
    void clocks_data();
    void clocks();
    void conditionsAreWordedAsSuch();
    void aGroup();
    void membersThatDependOnEachOther();
    void twoMasters();
    void sentinels_data();
    void sentinels();
    void clusters();
    void redLockOutsideAGroup();
    void theWayThere();
    void theWorstComesFirst();
};

void tst_Doctor::serversThatAreLeftOutAreSaid()
{
    NodeFacts master = healthy("a:1");
    master.status.surplus = 2201;
    QCOMPARE(codesOf({.nodes = {master}}), QByteArrayList{"servers-left-out warning"});
}

void tst_Doctor::nothingIsSaidOfAHealthyOne()
{
    QCOMPARE(codesOf(healthy("h:1")), QByteArrayList());
    QCOMPARE(codesOf(groupOf(3)), QByteArrayList());
    QCOMPARE(codesOf(groupOf(5)), QByteArrayList());
}

void tst_Doctor::oneServer_data()
{
    QTest::addColumn<QByteArray>("info");
    QTest::addColumn<QByteArray>("setting");
    QTest::addColumn<QByteArray>("value");
    QTest::addColumn<QByteArrayList>("expected");
    const auto info = [](const char *name, const QByteArray &lines, const QByteArrayList &expected) {
        QTest::newRow(name) << lines << QByteArray() << QByteArray() << expected;
    };
    info("evicts", "maxmemory:5000\r\nmaxmemory_policy:volatile-ttl\r\n", {"evicts-locks critical"});
    info("would evict", "maxmemory_policy:allkeys-lru\r\n", {"evicts-locks info"});
    info("a limit without eviction", "maxmemory:5000\r\n", {});
    info("full", "maxmemory:900\r\n", {"memory-full critical"});
    info("full, but it evicts", "maxmemory:900\r\nmaxmemory_policy:allkeys-lru\r\n",
         {"evicts-locks critical"});
    info("append only file refused", "aof_last_write_status:err\r\n", {"writes-stopped critical"});
    info("loading", "loading:1\r\n", {"loading critical"});
    info("just started", "uptime_in_seconds:299\r\n", {"restarted info"});
    info("started in this second", "uptime_in_seconds:0\r\n", {"restarted info"});
    info("started a while ago", "uptime_in_seconds:300\r\n", {});
    info("clock went back", "uptime_in_seconds:-3598\r\n", {"clock-jumped critical"});
    info("very old", "redis_version:5.0.14\r\n", {"old-server warning"});
    info("old", "redis_version:6.2.7\r\n", {"old-server info"});
    info("7.0", "redis_version:7.0.0\r\n", {});
    info("replicas without a least number", "connected_slaves:1\r\n", {"no-min-replicas warning"});
    info("no snapshots are wanted, so a failed one stops nothing", "rdb_last_bgsave_status:err\r\n", {});
    info("nothing on disk", "aof_enabled:0\r\n", {"no-persistence info"});
    QTest::newRow("snapshot failed") << QByteArray("rdb_last_bgsave_status:err\r\n") << QByteArray("save")
                                     << QByteArray("60 1") << QByteArrayList{"writes-stopped critical"};
    QTest::newRow("too few replicas") << QByteArray("connected_slaves:1\r\nmin_slaves_good_slaves:0\r\n")
                                      << QByteArray("min-replicas-to-write") << QByteArray("1")
                                      << QByteArrayList{"too-few-replicas critical"};
    QTest::newRow("enough replicas") << QByteArray("connected_slaves:1\r\nmin_slaves_good_slaves:1\r\n")
                                     << QByteArray("min-replicas-to-write") << QByteArray("1")
                                     << QByteArrayList{};
    QTest::newRow("no events") << QByteArray() << QByteArray("notify-keyspace-events") << QByteArray("Ex")
                               << QByteArrayList{"notifications-off info"};
}

void tst_Doctor::oneServer()
{
    QFETCH(QByteArray, info);
    QFETCH(QByteArray, setting);
    QFETCH(QByteArray, value);
    QFETCH(QByteArrayList, expected);
    NodeFacts node = healthy("h:1", info);
    if (!setting.isEmpty())
        node.config[setting] = value;
    const std::vector<Finding> findings = checkHealth({.nodes = {node}}, {});
    QCOMPARE(codes(findings), expected);
    for (const Finding &finding : findings) {
        QCOMPARE(finding.node.bytes, QByteArray("h:1"));
        QVERIFY(!finding.text.isEmpty() && !finding.text.endsWith(u'.'));
        QVERIFY2(!finding.evidence.isEmpty(), "it must say what was read");
    }
}

void tst_Doctor::whatIsNotKnownBreaksNoRule()
{
    NodeFacts node = healthy("h:1");
    node.info.clear();
    node.config.clear();
    QCOMPARE(codesOf(node), QByteArrayList());
    node.refused = {QStringLiteral("CONFIG GET: NOPERM this user has no permissions")};
    const std::vector<Finding> findings = checkHealth({.nodes = {node}}, {});
    QCOMPARE(codes(findings), QByteArrayList{"not-known info"});
    QCOMPARE(findings.front().evidence, node.refused);
    QCOMPARE(findings.front().remedy, QStringLiteral("ACL SETUSER USER +config|get"));
    node.refused = {QStringLiteral("ACL WHOAMI: ERR unknown command `ACL`")};
    QCOMPARE(codesOf(node), QByteArrayList());
    // A service that has renamed them away: what they would tell is unknown, not well.
    node.refused = {QStringLiteral("INFO: ERR unknown command 'INFO'")};
    QCOMPARE(codesOf(node), QByteArrayList{"not-known info"});
}

void tst_Doctor::replicas()
{
    NodeFacts master = healthy("h:1", "connected_slaves:1\r\nmin_slaves_good_slaves:1\r\n");
    master.config["min-replicas-to-write"] = "1";
    NodeFacts replica = replicaOf("h:2", "h:1");
    QCOMPARE(codesOf({.nodes = {master, replica}}), QByteArrayList());
    replica.status.replica->lag = 1s;
    QCOMPARE(codesOf({.nodes = {master, replica}}), QByteArrayList());
    replica.status.replica->lag = 5s;
    QCOMPARE(codesOf({.nodes = {master, replica}}), QByteArrayList{"replica-lags warning"});
    replica.status.replica->linked = false;
    const std::vector<Finding> findings = checkHealth({.nodes = {master, replica}}, {});
    QCOMPARE(codes(findings), QByteArrayList{"replica-not-linked warning"});
    QVERIFY(findings.front().text.contains(QStringLiteral("h:1")));

    // Named by its address, so its master is not asked.
    NodeFacts alone = replica;
    alone.status.replica.reset();
    QCOMPARE(codesOf(alone), QByteArrayList{"only-replica info"});
    alone.info.replace("master_link_status:up", "master_link_status:down");
    QCOMPARE(codesOf(alone), QByteArrayList{"only-replica critical"});
    QCOMPARE(codesOf({.nodes = {master, alone}}), QByteArrayList());
}

void tst_Doctor::unreachable()
{
    NodeFacts away = healthy("127.0.0.1:7001");
    away.status.announced = {"10.0.0.1:7001"};
    away.status.connection = {
        .phase = ConnectionPhase::Waiting,
        .reason = {.kind = ErrorKind::Refused, .text = QStringLiteral("nothing listens")}};
    const std::vector<Finding> findings = checkHealth({.nodes = {away}}, {});
    QCOMPARE(codes(findings), QByteArrayList{"unreachable critical"});
    QCOMPARE(findings.front().evidence,
             QStringList({QStringLiteral("nothing listens"), QStringLiteral("announced as 10.0.0.1:7001")}));
    DeploymentFacts group = groupOf(3);
    group.nodes[1].status.connection.phase = ConnectionPhase::Waiting;
    QCOMPARE(codesOf(group), QByteArrayList{"unreachable warning"});
    group.nodes[2].status.connection.phase = ConnectionPhase::Waiting;
    QCOMPARE(codesOf(group),
             (QByteArrayList{"group-no-majority critical", "unreachable warning", "unreachable warning"}));
}

// Never reached, so the server itself has not said what it is.
void tst_Doctor::onlyAMasterTakesItsLocksAway()
{
    const auto silent = [](const char *node, Topology topology) {
        NodeFacts facts;
        facts.status.node = {node};
        facts.status.connection.phase = ConnectionPhase::Connecting;
        facts.topology = topology;
        return facts;
    };
    const auto found = [](std::vector<NodeFacts> nodes) {
        for (const Finding &finding : checkHealth({.nodes = std::move(nodes)}, {})) {
            if (finding.code == "unreachable")
                return finding;
        }
        return Finding{};
    };
    for (const Topology topology : {Topology::Standalone, Topology::Sentinel, Topology::Cluster}) {
        NodeFacts master = healthy("h:1");
        master.topology = topology;
        master.status.slotRanges = {{0, 16383}};
        NodeFacts replica = silent("h:2", topology);
        replica.status.replica = Replication{.master = {"h:1"}};
        const Finding milder = found({master, replica});
        QVERIFY2(milder.level == VerdictLevel::Warning && milder.text.startsWith(u"this replica"),
                 qPrintable(milder.text));
        QCOMPARE(milder.evidence, QStringList()); // Not "internal"
        QCOMPARE(found({silent("h:1", topology)}).level, VerdictLevel::Critical);
        if (topology == Topology::Standalone)
            continue;
        const Finding former = found({master, silent("h:3", topology)});
        const QLatin1String why(topology == Topology::Cluster ? "it has no slots now"
                                                              : "it is not a master now");
        QVERIFY2(former.level == VerdictLevel::Warning && former.text.contains(why), qPrintable(former.text));
    }
    // Whom Sentinel names, and who has slots, is the master even if another server answers.
    QCOMPARE(found({silent("h:1", Topology::Sentinel), healthy("h:2")}).level, VerdictLevel::Critical);
    NodeFacts first = silent("h:1", Topology::Cluster), second = silent("h:2", Topology::Cluster);
    first.status.slotRanges = {{0, 8191}};
    second.status.slotRanges = {{8192, 16383}};
    QCOMPARE(codesOf({.nodes = {first, second}}),
             (QByteArrayList{"unreachable critical", "unreachable critical"}));
}

void tst_Doctor::clocks_data()
{
    QTest::addColumn<int>("ahead");
    QTest::addColumn<int>("roundTrip");
    QTest::addColumn<QByteArrayList>("expected");
    QTest::newRow("alike") << 100 << 0 << QByteArrayList{};
    QTest::newRow("apart") << 101 << 0 << QByteArrayList{"clock-offset warning"};
    QTest::newRow("behind") << -101 << 0 << QByteArrayList{"clock-offset warning"};
    QTest::newRow("within the round trip") << 149 << 100 << QByteArrayList{};
    QTest::newRow("far apart") << 1001 << 0 << QByteArrayList{"clock-offset critical"};
}

// All servers are an hour off our own clock, which affects no lock.
void tst_Doctor::clocks()
{
    QFETCH(int, ahead);
    QFETCH(int, roundTrip);
    QFETCH(QByteArrayList, expected);
    DeploymentFacts group = groupOf(3);
    for (NodeFacts &node : group.nodes) {
        node.status.clockOffset = 1h;
        node.status.roundTrip = milliseconds(roundTrip);
    }
    *group.nodes[2].status.clockOffset += milliseconds(ahead);
    const std::vector<Finding> findings = checkHealth(group, {});
    QCOMPARE(codes(findings), expected);
    if (!findings.empty())
        QCOMPARE(findings.front().node.bytes, QByteArray("h:2"));
}

// What a restart would do is no fact about now, and an age would be wrong when the result is read later.
void tst_Doctor::conditionsAreWordedAsSuch()
{
    DeploymentFacts group = groupOf(3);
    group.nodes[0] = healthy("h:0", "aof_enabled:0\r\nuptime_in_seconds:0\r\n");
    const std::vector<Finding> findings = checkHealth(group, {});
    QCOMPARE(codes(findings), QByteArrayList({"no-persistence warning", "restarted warning"}));
    QVERIFY2(findings[0].text.contains(QStringLiteral("a restart would erase its locks")),
             qPrintable(findings[0].text));
    QCOMPARE(findings[0].remedy.split(u'\n'), QStringList({QStringLiteral("CONFIG SET appendonly yes"),
                                                           QStringLiteral("CONFIG SET appendfsync always")}));
    QVERIFY2(findings[1].text.contains(QStringLiteral("less than 5 min before it was checked")),
             qPrintable(findings[1].text));
    QVERIFY(!findings[1].text.contains(QStringLiteral("ago")));
}

void tst_Doctor::aGroup()
{
    QCOMPARE(codesOf(groupOf(2)), QByteArrayList{"small-group warning"});
    QCOMPARE(codesOf(groupOf(4)), QByteArrayList{"even-group info"});
    const auto withFirst = [](const NodeFacts &node) {
        DeploymentFacts group = groupOf(3);
        group.nodes[0] = node;
        return codesOf(group);
    };
    QCOMPARE(withFirst(healthy("h:0", "aof_enabled:0\r\n")), QByteArrayList{"no-persistence warning"});
    QCOMPARE(withFirst(healthy("h:0", "uptime_in_seconds:5\r\n")), QByteArrayList{"restarted warning"});
    QCOMPARE(withFirst(healthy("h:0", "cluster_enabled:1\r\n")), QByteArrayList{"member-is-cluster warning"});
    NodeFacts sometimes = healthy("h:0");
    sometimes.config["appendfsync"] = "everysec";
    QCOMPARE(withFirst(sometimes), QByteArrayList{"aof-not-synced info"});
    NodeFacts copied = healthy("h:0", "connected_slaves:1\r\n");
    copied.config["min-replicas-to-write"] = "1";
    QCOMPARE(withFirst(copied), QByteArrayList{"member-replicated warning"});
}

void tst_Doctor::membersThatDependOnEachOther()
{
    DeploymentFacts group = groupOf(3);
    group.nodes[1].status.runId = group.nodes[0].status.runId;
    const std::vector<Finding> findings = checkHealth(group, {});
    QCOMPARE(codes(findings), QByteArrayList{"not-independent critical"});
    QCOMPARE(findings.front().evidence.size(), 1);
    QVERIFY(findings.front().evidence.front().startsWith(QStringLiteral("h:0, h:1: run_id:")));
    group = groupOf(3);
    group.nodes[1].info.replace("replid of h:1", "replid of h:0");
    QCOMPARE(codesOf(group), QByteArrayList{"not-independent critical"});
    // The replica of a member is a copy, not another member.
    group = groupOf(3);
    group.nodes.push_back(replicaOf("h:9", "h:0"));
    group.nodes.back().info.replace("replid of h:9", "replid of h:0");
    QCOMPARE(codesOf(group), QByteArrayList());
}

void tst_Doctor::twoMasters()
{
    DeploymentFacts facts{.nodes = {healthy("h:1"), healthy("h:2")}};
    QCOMPARE(codesOf(facts), QByteArrayList{"two-masters critical"});
    facts.nodes[1].status.connection.phase = ConnectionPhase::Waiting; // It keeps its last known role
    QCOMPARE(codesOf(facts), QByteArrayList{"unreachable critical"});
    QCOMPARE(codesOf(groupOf(3)), QByteArrayList()); // Each replica belongs to one member
}

void tst_Doctor::sentinels_data()
{
    QTest::addColumn<int>("all");
    QTest::addColumn<int>("ready");
    QTest::addColumn<QByteArrayList>("expected");
    QTest::newRow("3 of 3") << 3 << 3 << QByteArrayList{};
    QTest::newRow("2 of 3") << 3 << 2 << QByteArrayList{"unreachable warning"};
    QTest::newRow("1 of 3") << 3 << 1
                            << QByteArrayList{"sentinels-no-majority critical", "unreachable warning",
                                              "unreachable warning"};
    QTest::newRow("1 of 1") << 1 << 1 << QByteArrayList{"sentinels-few warning"};
    QTest::newRow("4 of 4") << 4 << 4 << QByteArrayList{"sentinels-few warning"};
}

void tst_Doctor::sentinels()
{
    QFETCH(int, all);
    QFETCH(int, ready);
    QFETCH(QByteArrayList, expected);
    DeploymentFacts facts{.nodes = {healthy("h:1")}};
    for (int i = 0; i < all; ++i)
        facts.nodes.push_back(sentinel("s:1", i < ready ? ConnectionPhase::Ready : ConnectionPhase::Waiting));
    QCOMPARE(codesOf(facts), expected);
}

void tst_Doctor::clusters()
{
    const auto cluster = [](const char *told, const QByteArray &info = {}) {
        NodeFacts node = healthy("h:1", info);
        node.topology = Topology::Cluster;
        node.status.slotRanges = {{0, 16383}};
        node.clusterInfo = told;
        return node;
    };
    const char *good = "cluster_state:ok\r\ncluster_slots_assigned:16384\r\ncluster_slots_ok:16384\r\n";
    QCOMPARE(codesOf(cluster(good)), QByteArrayList{"no-replica warning"});
    NodeFacts copied = cluster(good, "connected_slaves:1\r\nmin_slaves_good_slaves:1\r\n");
    copied.config["min-replicas-to-write"] = "1";
    QCOMPARE(codesOf(copied), QByteArrayList());
    copied.clusterInfo = "cluster_state:fail\r\ncluster_slots_assigned:16384\r\ncluster_slots_ok:16000\r\n";
    QCOMPARE(codesOf(copied), QByteArrayList({"cluster-down critical", "slots-uncovered critical"}));
    copied.clusterInfo = good;
    copied.clusterNodes = "aa 127.0.0.1:1@2 myself,master - 0 0 1 connected 0-16383 [93->-bb]\n"
                          "bb 127.0.0.1:3@4 master - 0 0 2 connected\n";
    const std::vector<Finding> findings = checkHealth({.nodes = {copied}}, {});
    QCOMPARE(codes(findings), QByteArrayList{"slots-moving info"});
    QCOMPARE(findings.front().evidence, QStringList(QStringLiteral("[93->-bb]")));
    // A spare master has no slots with locks to lose.
    NodeFacts spare = cluster(good);
    spare.status.slotRanges.clear();
    QCOMPARE(codesOf(spare), QByteArrayList());
}

void tst_Doctor::redLockOutsideAGroup()
{
    NodeFacts master = healthy("h:1", "connected_slaves:1\r\nmin_slaves_good_slaves:1\r\n");
    master.config["min-replicas-to-write"] = "1";
    Lock lock{.key = {"redlock:a"}, .node = {"h:1"}};
    const std::vector<LockPtr> locks{std::make_shared<const Lock>(lock)};
    const std::vector<Finding> findings = checkHealth({.nodes = {master}}, locks);
    QCOMPARE(codes(findings), QByteArrayList{"redlock-on-replicas warning"});
    QVERIFY(findings.front().evidence.contains(QStringLiteral("redlock:a")));
    QCOMPARE(codesOf({.nodes = {healthy("h:1")}}, locks), QByteArrayList());
    lock.key = {"lock:a"};
    const std::vector<LockPtr> others{std::make_shared<const Lock>(lock)};
    QCOMPARE(codesOf({.nodes = {master}}, others), QByteArrayList());
}

void tst_Doctor::theWayThere()
{
    NodeFacts node = healthy("h:1");
    node.isLocal = false;
    node.hasPassword = true;
    QCOMPARE(codesOf(node), QByteArrayList{"password-in-clear info"});
    node.tls.enabled = true;
    QCOMPARE(codesOf(node), QByteArrayList());
    node.tls.verifyPeer = false;
    QCOMPARE(codesOf(node), QByteArrayList{"tls-unverified warning"});
    node.tls = {};
    node.hasPassword = false;
    node.config["protected-mode"] = "no";
    QCOMPARE(codesOf(node), QByteArrayList{"open-to-all warning"});
}

void tst_Doctor::theWorstComesFirst()
{
    NodeFacts node =
        healthy("h:1", "uptime_in_seconds:5\r\nmaxmemory:5000\r\nmaxmemory_policy:volatile-lru\r\n"
                       "redis_version:5.0.1\r\n");
    QCOMPARE(codesOf(node),
             QByteArrayList({"evicts-locks critical", "old-server warning", "restarted info"}));
}

LOCKSCOPE_TEST(tst_Doctor)

} // namespace tst_doctor

#include "tst_doctor.moc"
