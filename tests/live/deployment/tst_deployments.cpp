// SPDX-License-Identifier: GPL-3.0-or-later

// The engine against every deployment, with realistic faults: no wrong owner is shown, no act goes to a wrong
// node, the state of each node is reported, and all recovers without user action.

#include "core/engine/engine.h"
#include "core/history/memory/counters.h"
#include "core/lab/sandbox/sandboxdeployment.h"
#include "tests/support/finished.h"
#include "tests/support/heldlock.h"
#include "tests/support/replicated.h"
#include "tests/support/runner.h"
#include "tests/support/verify.h"

#include <QTest>

namespace tst_deployments
{

using namespace lockscope;
using namespace lockscope::test;
using namespace std::chrono_literals;

namespace
{

QByteArray key(int number)
{
    return "lock:" + QByteArray::number(number);
}

// Empty if there is none, and if the server does not answer.
QByteArray tokenOn(const SandboxServer &server, const QByteArray &name)
{
    const auto value = server.ask({"GET", name});
    return value ? value->bytes : QByteArray();
}

} // namespace

class TestDeployments final : public QObject
{
    Q_OBJECT

private slots:
    void cleanup();

    void aReplicaLeadsToItsMaster();
    void copiesTellWhatAReplicaHas();
    void aPromotedReplicaIsFollowed();
    void sentinelsNameTheMasterAndTheNextOne();
    void aClusterIsScannedOnEachMasterOnce();
    void actsGoToTheOwnerOfTheSlot();
    void anElectionMovesTheLocks();
    void aGroupHoldsByMajority();
    void aGroupThatIsSplitSaysSo();
    void anAnnouncedHostIsNotSentThePassword();
    void aServerOfAnotherKindIsNotReady_data();
    void aServerOfAnotherKindIsNotReady();

private:
    void start(SandboxTopology topology, const DeploymentOptions &options = {});
    Engine *follow(const ConnectionSpec &spec);
    LockPtr find(const QByteArray &name) { return m_engine->find({name}); }
    NodeStatus status(const SandboxServer &server);
    bool isBlind() const; // As counted in the history
    SandboxServer *serverOf(const QByteArray &name);

    std::unique_ptr<SandboxDeployment> m_servers;
    std::unique_ptr<Engine> m_engine;
    ScanProgress m_progress;
    std::vector<FailoverReport> m_failovers;
    std::vector<LockEvent> m_events;
};

void TestDeployments::cleanup()
{
    m_engine.reset();
    m_servers.reset();
    m_progress = {};
    m_failovers.clear();
    m_events.clear();
}

void TestDeployments::start(SandboxTopology topology, const DeploymentOptions &options)
{
    auto started = SandboxDeployment::start(topology, options);
    QVERIFY2(started.ok(), qPrintable(started.ok() ? QString() : started.failure().line()));
    m_servers = std::move(*started);
}

Engine *TestDeployments::follow(const ConnectionSpec &spec)
{
    m_engine = std::make_unique<Engine>();
    connect(m_engine.get(), &Engine::scanChanged, this,
            [this](const ScanProgress &progress) { m_progress = progress; });
    connect(m_engine.get(), &Engine::failedOver, this,
            [this](const FailoverReport &report) { m_failovers.push_back(report); });
    connect(m_engine.get(), &Engine::tableChanged, this, [this](const LockDelta &delta) {
        m_events.insert(m_events.end(), delta.events.begin(), delta.events.end());
    });
    m_engine->open(spec, {.patterns = {"lock:*"}});
    const Done ready = finished(m_engine->waitReady(10s));
    if (!ready)
        qWarning("%s", qPrintable(ready.failure().line()));
    return m_engine.get();
}

NodeStatus TestDeployments::status(const SandboxServer &server)
{
    for (const NodeStatus &node : m_engine->nodes()) {
        if (node.node == server.spec().node())
            return node;
    }
    return {};
}

bool TestDeployments::isBlind() const
{
    const WallTime at = wallNow();
    Counters counters(at);
    counters.takeNodes(m_engine->nodes());
    counters.turn(at); // Ends the unobserved time before
    return counters.turn(at + 1s).blind;
}

// The master of a cluster that accepts writes of this key.
SandboxServer *TestDeployments::serverOf(const QByteArray &name)
{
    for (size_t i = 0; i < m_servers->size(); ++i) {
        SandboxServer &server = m_servers->node(i);
        const auto role = server.pid() != 0 ? server.ask({"ROLE"}) : Outcome<Reply>(Failure{});
        const bool isMaster = role.ok() && role->items.front().bytes == "master";
        if (isMaster && server.ask({"EXISTS", name}).ok())
            return &server;
    }
    return nullptr;
}

void TestDeployments::aReplicaLeadsToItsMaster()
{
    start(SandboxTopology::Replica);
    VERIFY_OK(hold(m_servers->node(0), "lock:a", Alice));
    ConnectionSpec spec = m_servers->spec();
    spec.port = m_servers->node(1).port(); // The user entered the replica
    follow(spec);
    QTRY_VERIFY(find("lock:a"));
    QCOMPARE(find("lock:a")->node, m_servers->node(0).spec().node());
    QTRY_COMPARE(m_engine->nodes().size(), 3U);
    QTRY_COMPARE(status(m_servers->node(1)).role, QByteArray("slave"));
    QCOMPARE(status(m_servers->node(1)).replica->master, m_servers->node(0).spec().node());
    const ActRequest release{.act = ActKind::Release, .key = {"lock:a"}, .owner = {Alice}};
    const Receipt receipt = finished(m_engine->act(release));
    QCOMPARE(receipt.result, ActResult::Done);
    QCOMPARE(receipt.node, m_servers->node(0).spec().node());
    QVERIFY(ownerOn(m_servers->node(0), "lock:a").isEmpty());
}

void TestDeployments::copiesTellWhatAReplicaHas()
{
    start(SandboxTopology::Replica);
    SandboxServer &master = m_servers->node(0);
    VERIFY_OK(hold(master, "lock:a", Alice));
    follow(m_servers->spec());
    QTRY_COMPARE(m_engine->nodes().size(), 3U);
    for (size_t i = 1; i < 3; ++i)
        QTRY_VERIFY(status(m_servers->node(i)).isReady());
    const auto copies = [this] { return finished(m_engine->inspect({"lock:a"}))->copies; };
    QTRY_VERIFY(copies()[1].state == CopyState::Held && copies()[2].state == CopyState::Held);
    QCOMPARE(copies()[1].owner, OwnerId{Alice});
    QCOMPARE(copies()[0].role, QByteArray("master"));
    // Disconnects the replica, so that it misses later writes.
    QVERIFY(m_servers->node(2).ask({"REPLICAOF", "127.0.0.1", "1"}).ok());
    VERIFY_OK(hold(master, "lock:b", Bob));
    const auto detail = finished(m_engine->inspect({"lock:b"}));
    QVERIFY(detail.ok());
    const auto missing = std::count_if(detail->copies.begin(), detail->copies.end(),
                                       [](const Copy &copy) { return copy.state == CopyState::Missing; });
    QVERIFY(missing >= 1);
    QTRY_VERIFY(!status(m_servers->node(2)).replica->linked);
}

void TestDeployments::aPromotedReplicaIsFollowed()
{
    start(SandboxTopology::Replica);
    SandboxServer &master = m_servers->node(0);
    SandboxServer &next = m_servers->node(1);
    VERIFY_OK(hold(master, "lock:a", Alice));
    VERIFY_OK(hold(master, "lock:b", Bob));
    follow(m_servers->spec());
    QTRY_COMPARE(m_engine->locks().size(), 2U);
    QTRY_COMPARE(m_engine->nodes().size(), 3U);
    QTRY_COMPARE(ownerOn(next, "lock:b"), Bob);
    // Writes that the replica lacks are lost with the master.
    QVERIFY(next.ask({"REPLICAOF", "NO", "ONE"}).ok());
    VERIFY_OK(hold(master, "lock:c", Alice));
    QTRY_VERIFY(find("lock:c"));
    master.kill();
    QTRY_COMPARE(m_failovers.size(), 1U);
    const FailoverReport &report = m_failovers.front();
    QCOMPARE(report.to, next.spec().node());
    QCOMPARE(report.before, 3);
    QCOMPARE(report.kept, 2);
    QCOMPARE(report.lost.size(), 1U);
    QCOMPARE(report.lost.front()->key, LockName{"lock:c"});
    QVERIFY(!find("lock:c"));
    QCOMPARE(find("lock:a")->node, next.spec().node());
    QVERIFY(!find("lock:a")->stale);
    const auto lostEvents = std::count_if(m_events.begin(), m_events.end(), [](const LockEvent &event) {
        return event.key == LockName{"lock:c"} && event.kind == EventKind::Released;
    });
    QCOMPARE(lostEvents, 0); // It was not released
    const ActRequest release{.act = ActKind::Release, .key = {"lock:a"}, .owner = {Alice}};
    QCOMPARE(finished(m_engine->act(release)).result, ActResult::Done);
    QVERIFY(ownerOn(next, "lock:a").isEmpty());
    QTRY_VERIFY(!isBlind()); // The former master is still down, but hides nothing
}

void TestDeployments::sentinelsNameTheMasterAndTheNextOne()
{
    start(SandboxTopology::Sentinel);
    VERIFY_OK(hold(m_servers->node(0), "lock:a", Alice));
    follow(m_servers->spec());
    QTRY_VERIFY(find("lock:a"));
    QTRY_COMPARE(m_engine->nodes().size(), 6U);
    QTRY_COMPARE(ownerOn(m_servers->node(1), "lock:a"), Alice);
    QTRY_COMPARE(ownerOn(m_servers->node(2), "lock:a"), Alice);
    const NodeId first = find("lock:a")->node;
    QCOMPARE(first, m_servers->node(0).spec().node());
    QVERIFY(!isBlind());
    m_servers->node(0).kill();
    QTRY_VERIFY(find("lock:a") && find("lock:a")->stale); // Shown as stale
    QVERIFY(isBlind());
    // A sentinel that stood still is in TILT mode for 30 s.
    QTRY_VERIFY_WITH_TIMEOUT(find("lock:a") && find("lock:a")->node != first && !find("lock:a")->stale,
                             75'000);
    QTRY_COMPARE(m_failovers.size(), 1U);
    QCOMPARE(m_failovers.front().kept, 1);
    QTRY_VERIFY(!isBlind());
    QVERIFY(!status(m_servers->node(0)).isReady());
    const ActRequest release{.act = ActKind::Release, .key = {"lock:a"}, .owner = {Alice}};
    QCOMPARE(finished(m_engine->act(release)).result, ActResult::Done);
}

void TestDeployments::aClusterIsScannedOnEachMasterOnce()
{
    start(SandboxTopology::Cluster);
    constexpr int Locks = 300;
    for (int i = 0; i < Locks; ++i)
        VERIFY_OK(hold(*serverOf(key(i)), key(i), Alice));
    follow(m_servers->spec());
    QTRY_COMPARE(m_progress.phase, ScanPhase::Complete);
    QCOMPARE(m_engine->locks().size(), size_t(Locks));
    QCOMPARE(m_progress.nodes.size(), 3U);
    QCOMPARE(m_progress.locksFound, Locks);
    qint64 sum = 0;
    for (const NodeScan &scan : m_progress.nodes) {
        QCOMPARE(scan.phase, ScanPhase::Complete);
        QVERIFY(scan.locksFound > 0);
        sum += scan.locksFound;
    }
    QCOMPARE(sum, Locks);
    QVERIFY(find(key(1))->slot.has_value());
    QTRY_COMPARE(m_engine->nodes().size(), 6U);
    // A change on any master is reported.
    VERIFY_OK(hold(*serverOf("lock:new"), "lock:new", Bob));
    QTRY_VERIFY(find("lock:new"));
    QVERIFY(serverOf("lock:new")->ask({"UNLINK", "lock:new"}).ok());
    QTRY_VERIFY(!find("lock:new"));
}

void TestDeployments::actsGoToTheOwnerOfTheSlot()
{
    start(SandboxTopology::Cluster, {.replicas = 0});
    follow(m_servers->spec());
    for (int i = 0; i < 20; ++i) {
        const ActRequest take{.act = ActKind::Acquire, .key = {key(i)}, .lease = 60s};
        const Receipt taken = finished(m_engine->act(take));
        QCOMPARE(taken.result, ActResult::Done);
        QCOMPARE(taken.node, serverOf(key(i))->spec().node());
        QCOMPARE(ownerOn(*serverOf(key(i)), key(i)), taken.owner.bytes);
        const ActRequest giveBack{.act = ActKind::Release, .key = {key(i)}, .owner = taken.owner};
        QCOMPARE(finished(m_engine->act(giveBack)).result, ActResult::Done);
    }
}

void TestDeployments::anElectionMovesTheLocks()
{
    start(SandboxTopology::Cluster);
    for (int i = 0; i < 30; ++i)
        VERIFY_OK(hold(*serverOf(key(i)), key(i), Alice));
    follow(m_servers->spec());
    QTRY_COMPARE(m_engine->locks().size(), 30U);
    QTRY_COMPARE(m_engine->nodes().size(), 6U);
    SandboxServer *victim = serverOf(key(3));
    const qint64 written = streamOffset(*victim);
    QTRY_COMPARE(replicasWith(*victim, written), 1);
    const NodeId gone = victim->spec().node();
    victim->kill();
    QTRY_VERIFY(find(key(3)) && find(key(3))->stale);
    QCOMPARE(find(key(3))->owner(), OwnerId{Alice});
    QTRY_VERIFY(find(key(3)) && find(key(3))->node != gone && !find(key(3))->stale);
    QTRY_COMPARE(m_failovers.size(), 1U);
    QCOMPARE(m_failovers.front().lost.size(), 0U);
    QCOMPARE(m_engine->locks().size(), 30U);
    QTRY_VERIFY(!isBlind());
    QVERIFY(!status(*victim).isReady());
    const ActRequest release{.act = ActKind::Release, .key = {key(3)}, .owner = {Alice}};
    QCOMPARE(finished(m_engine->act(release)).result, ActResult::Done);
}

void TestDeployments::aGroupHoldsByMajority()
{
    start(SandboxTopology::RedLock);
    follow(m_servers->spec());
    QVERIFY(m_engine->isGroup());
    const ActRequest take{.act = ActKind::Acquire, .key = {"lock:a"}, .lease = 50s};
    ActRequest patient = take;
    patient.wait = 20s; // A node counts as down after 1 s: a single attempt may miss the majority
    const Instant asked = now();
    const Receipt taken = finished(m_engine->act(patient));
    const milliseconds took = millisecondsBetween(asked, now());
    QCOMPARE(taken.result, ActResult::Done);
    QCOMPARE(taken.nodes.size(), 5U);
    constexpr milliseconds Validity = 49'498ms; // Less a drift of 1 % and 2 ms
    QVERIFY(*taken.validity <= Validity && *taken.validity >= Validity - took);
    for (size_t i = 0; i < 5; ++i) // A late one too
        QTRY_COMPARE(tokenOn(m_servers->node(i), "lock:a"), taken.owner.bytes);
    QTRY_VERIFY(find("lock:a") && find("lock:a")->quorum()->agreeing == 5);
    QCOMPARE(find("lock:a")->quorum()->margin(), 2);
    // Another owner is refused and leaves nothing behind.
    const Receipt refused = finished(m_engine->act(take));
    QCOMPARE(refused.result, ActResult::NotAcquired);
    for (size_t i = 0; i < 5; ++i)
        QCOMPARE(m_servers->node(i).ask({"GET", "lock:a"})->bytes, taken.owner.bytes);
    // The owner does not lose the lock by asking twice.
    ActRequest twice = take;
    twice.owner = taken.owner;
    QCOMPARE(finished(m_engine->act(twice)).result, ActResult::NotAcquired);
    for (size_t i = 0; i < 5; ++i)
        QCOMPARE(m_servers->node(i).ask({"GET", "lock:a"})->bytes, taken.owner.bytes);
    // A minority may fail …
    m_servers->node(3).kill();
    m_servers->node(4).pause();
    const ActRequest extend{.act = ActKind::Renew, .key = {"lock:a"}, .owner = taken.owner, .lease = 50s};
    QCOMPARE(finished(m_engine->act(extend)).result, ActResult::Done);
    QTRY_VERIFY(find("lock:a")->quorum()->reachable == 3);
    QVERIFY(find("lock:a")->quorum()->reached());
    QCOMPARE(find("lock:a")->quorum()->margin(), 0);
    // … a majority may not.
    m_servers->node(2).kill();
    const Receipt late = finished(m_engine->act(extend));
    QVERIFY(late.result != ActResult::Done);
    QTRY_VERIFY(!find("lock:a")->quorum()->reached());
    m_servers->node(4).resume();
    QTRY_VERIFY(find("lock:a")->quorum()->reachable == 3);
    const ActRequest release{.act = ActKind::Release, .key = {"lock:a"}, .owner = taken.owner};
    QCOMPARE(finished(m_engine->act(release)).result, ActResult::Done);
    for (const size_t i : {0, 1, 4})
        QVERIFY(m_servers->node(i).ask({"GET", "lock:a"})->isNil());
}

void TestDeployments::aGroupThatIsSplitSaysSo()
{
    start(SandboxTopology::RedLock);
    const auto put = [this](size_t node, const QByteArray &token) {
        QVERIFY(m_servers->node(node).ask({"SET", "lock:a", token, "PX", "60000"}).ok());
    };
    const QByteArray one = QByteArray(32, 'a');
    const QByteArray two = QByteArray(32, 'b');
    put(0, one);
    put(1, one);
    put(2, two);
    put(3, two);
    follow(m_servers->spec());
    QTRY_VERIFY(find("lock:a") && find("lock:a")->quorum()->owners == 2);
    QVERIFY(!find("lock:a")->quorum()->reached());
    put(4, one);
    QTRY_VERIFY(find("lock:a")->quorum()->reached());
    QCOMPARE(find("lock:a")->owner(), OwnerId{one});
    // A node that lost its data makes a second majority possible.
    QVERIFY(m_servers->node(4).restart(Data::Lost).ok());
    QTRY_VERIFY(!find("lock:a")->quorum()->reached());
    QTRY_VERIFY(find("lock:a")->quorum()->reachable == 5);
    const auto detail = finished(m_engine->inspect({"lock:a"}));
    QVERIFY(detail.ok());
    QCOMPARE(detail->copies.size(), 5U);
    QVERIFY(detail->copies[4].restarted);
    QCOMPARE(detail->copies[0].owner, OwnerId{one});
    QCOMPARE(detail->copies[2].owner, OwnerId{two});
    QVERIFY(detail->copies[0].state != detail->copies[2].state); // Held, and held by another owner
}

void TestDeployments::anAnnouncedHostIsNotSentThePassword()
{
    const Endpoint elsewhere{QStringLiteral("203.0.113.8"), 7001};
    start(SandboxTopology::Replica,
          {.replicas = 1, .password = QStringLiteral("secret"), .announced = {{}, elsewhere}});
    const auto replica = [this]() -> NodeStatus {
        for (const NodeStatus &node : m_engine->nodes()) {
            if (node.replica)
                return node;
        }
        return {};
    };
    ConnectionSpec spec = m_servers->node(0).tcp();
    follow(spec);
    QTRY_VERIFY(replica().connection.phase == ConnectionPhase::Failed);
    QCOMPARE(replica().node, elsewhere.node());
    QVERIFY(replica().connection.reason.text.contains(QStringLiteral("the password was not sent")));
    QCOMPARE(replica().untrusted, elsewhere.host);
    QVERIFY(replica().replica->linked); // as its master says
    spec.addressing = {.policy = AddressPolicy::Mapped,
                       .map = {{elsewhere, m_servers->node(1).tcp().endpoint()}}};
    follow(spec);
    QTRY_VERIFY(replica().isReady());
    QCOMPARE(replica().announced, elsewhere.node());
    QCOMPARE(replica().untrusted, QString());
}

void TestDeployments::aServerOfAnotherKindIsNotReady_data()
{
    QTest::addColumn<SandboxTopology>("started");
    QTest::addColumn<Topology>("asked");
    QTest::addColumn<QString>("why");
    QTest::newRow("no cluster") << SandboxTopology::Standalone << Topology::Cluster
                                << QStringLiteral("this server is not a cluster node");
    QTest::newRow("a sentinel") << SandboxTopology::Sentinel << Topology::Automatic
                                << QStringLiteral("this server is a sentinel");
    QTest::newRow("a sentinel for a cluster")
        << SandboxTopology::Sentinel << Topology::Cluster << QStringLiteral("this server is a sentinel");
    QTest::newRow("a sentinel for a server")
        << SandboxTopology::Sentinel << Topology::Standalone << QStringLiteral("this server is a sentinel");
    QTest::newRow("unknown master") << SandboxTopology::Sentinel << Topology::Sentinel
                                    << QStringLiteral("does not monitor a master named other");
}

void TestDeployments::aServerOfAnotherKindIsNotReady()
{
    QFETCH(SandboxTopology, started);
    QFETCH(Topology, asked);
    QFETCH(QString, why);
    start(started);
    ConnectionSpec spec = m_servers->spec();
    spec.topology = asked;
    spec.sentinel.masterName = QStringLiteral("other");
    follow(spec);
    QTRY_COMPARE(connectionOf(m_engine->nodes()).phase, ConnectionPhase::Failed);
    QVERIFY2(connectionOf(m_engine->nodes()).reason.text.contains(why),
             qPrintable(connectionOf(m_engine->nodes()).reason.line()));
    QVERIFY(std::ranges::none_of(m_engine->nodes(), &NodeStatus::isReady));
    if (asked != Topology::Sentinel)
        return;
    const Endpoint master = m_servers->node(0).tcp().endpoint(); // Once they monitor it, it is found
    for (size_t i = 0; i < m_servers->sentinelCount(); ++i)
        VERIFY_OK(m_servers->sentinel(i).ask(
            {"SENTINEL", "MONITOR", "other", master.host.toUtf8(), QByteArray::number(master.port), "2"}));
    QTRY_COMPARE(connectionOf(m_engine->nodes()).phase, ConnectionPhase::Ready);
}

LOCKSCOPE_TEST(TestDeployments)

} // namespace tst_deployments

#include "tst_deployments.moc"
