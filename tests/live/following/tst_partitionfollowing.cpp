// SPDX-License-Identifier: GPL-3.0-or-later

// The engine while one server is partitioned: packets are dropped silently. The node's state is noticed, its
// locks stay as last seen, no wrong owner is ever shown, acts go to the master that the others follow, and
// all recovers without user action.

#include "core/lab/sandbox/sandboxdeployment.h"
#include "tests/support/finished.h"
#include "tests/support/followedengine.h"
#include "tests/support/heldlock.h"
#include "tests/support/networknamespace.h"
#include "tests/support/replicated.h"
#include "tests/support/verify.h"

#include <QTest>

#include <algorithm>

namespace tst_partitionfollowing
{

using namespace lockscope;
using namespace lockscope::test;
using namespace std::chrono_literals;

namespace
{

const QString Everybody = QStringLiteral("127.0.0.1"); // Source address of all programs unless set otherwise
const QString Apart = QStringLiteral("127.0.0.2");
constexpr auto Patience = 30'000;

QByteArray roleOf(const SandboxServer &server)
{
    const auto role = server.ask({"ROLE"});
    return role && !role->items.empty() ? role->items.front().bytes : QByteArray();
}

// Uses the unix socket, because redis-cli may be cut off.
bool isReplicaOf(const SandboxServer &server, const SandboxServer &master)
{
    const auto role = server.ask({"ROLE"});
    return role && role->items.size() >= 4 && role->items[0].bytes == "slave" &&
           role->items[2].integer == master.port() && role->items[3].bytes == "connected";
}

// The reported failovers, for the message of a failed test.
QByteArray failoversOf(const FollowedEngine &followed)
{
    QByteArrayList all;
    for (const FailoverReport &report : followed.failovers())
        all.append(report.from.bytes + " to " + report.to.bytes);
    return all.join(", ");
}

ActRequest take(const QByteArray &key)
{
    return {.act = ActKind::Acquire, .key = {key}, .kind = "rlock", .owner = {Alice}, .lease = 600s};
}

ActRequest release(const QByteArray &key)
{
    return {.act = ActKind::Release, .key = {key}, .owner = {Alice}};
}

} // namespace

class tst_partitionfollowing : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup();

    void aMasterThatNobodyReachesIsReplaced();
    void aMasterThatWeStillReachIsLeftWhenTheOthersElect();
    void aMasterOfAClusterIsReplaced();
    void aNodeOfAGroupIsMissedAndComesBack();

private:
    void start(SandboxTopology topology, const DeploymentOptions &options = {});
    // A silent peer is detected after twice this time.
    void follow(milliseconds commandTimeout);
    const SandboxServer *electedBesides(const SandboxServer &old) const;
    const SandboxServer *masterOf(const QByteArray &key) const;

    std::unique_ptr<NetworkNamespace> m_network; // Destroyed last
    std::unique_ptr<SandboxDeployment> m_servers;
    std::unique_ptr<FollowedEngine> m_followed;
};

void tst_partitionfollowing::init()
{
    auto entered = NetworkNamespace::enter();
    if (!entered)
        QSKIP(qPrintable(entered.failure().line()));
    m_network = std::move(*entered);
}

void tst_partitionfollowing::cleanup()
{
    m_followed.reset();
    m_servers.reset();
    m_network.reset();
}

void tst_partitionfollowing::start(SandboxTopology topology, const DeploymentOptions &options)
{
    VERIFY_INTO(m_servers, SandboxDeployment::start(topology, options));
}

void tst_partitionfollowing::follow(milliseconds commandTimeout)
{
    m_followed = std::make_unique<FollowedEngine>();
    ConnectionSpec spec = m_servers->spec();
    spec.commandTimeout = commandTimeout;
    spec.connectTimeout = 1s;
    spec.tellMembers();
    VERIFY_OK(m_followed->follow(spec));
}

const SandboxServer *tst_partitionfollowing::electedBesides(const SandboxServer &old) const
{
    for (size_t i = 0; i < m_servers->size(); ++i) {
        if (&m_servers->node(i) != &old && roleOf(m_servers->node(i)) == "master")
            return &m_servers->node(i);
    }
    return nullptr;
}

// The master of a cluster that accepts writes of this key.
const SandboxServer *tst_partitionfollowing::masterOf(const QByteArray &key) const
{
    for (size_t i = 0; i < m_servers->size(); ++i) {
        const SandboxServer &server = m_servers->node(i);
        if (roleOf(server) == "master" && server.ask({"EXISTS", key}).ok())
            return &server;
    }
    return nullptr;
}

void tst_partitionfollowing::aMasterThatNobodyReachesIsReplaced()
{
    start(SandboxTopology::Sentinel);
    // Leaves time before an election to check what is shown.
    for (size_t i = 0; i < m_servers->sentinelCount(); ++i)
        VERIFY_OK(m_servers->sentinel(i).ask(
            {"SENTINEL", "SET", SandboxDeployment::MasterName, "down-after-milliseconds", "8000"}));
    const SandboxServer &old = m_servers->node(0);
    const NodeId oldNode = old.spec().node();
    VERIFY_OK(hold(old, "lock:kept", Alice));
    follow(1s);
    FollowedEngine &followed = *m_followed;
    QTRY_VERIFY_WITH_TIMEOUT(followed.isReady(6), Patience);
    QCOMPARE(followed.act(take("lock:mine")), ActResult::Done);
    QTRY_VERIFY_WITH_TIMEOUT(followed.isFresh("lock:kept", oldNode) && followed.isFresh("lock:mine", oldNode),
                             Patience);
    const QByteArray scripts = scriptsRun(old);
    QVERIFY(scripts.contains("calls=")); // The statistics are available
    const qint64 written = streamOffset(old);
    QTRY_COMPARE_WITH_TIMEOUT(replicasWith(old, written), 2, Patience);

    VERIFY_OK(m_network->cutOff(Everybody, old.port()));
    const Instant cut = now();
    // Clients behind the partition continue for a while.
    VERIFY_OK(hold(old, "lock:kept", Bob));
    VERIFY_OK(hold(old, "lock:island", Bob));
    QTRY_VERIFY_WITH_TIMEOUT(!followed.status(old).isReady(), Patience);
    QTRY_VERIFY_WITH_TIMEOUT(electedBesides(old), Patience);
    const SandboxServer &elected = *electedBesides(old);
    QTRY_VERIFY_WITH_TIMEOUT(followed.isFresh("lock:kept", elected.spec().node()), Patience);
    QTRY_COMPARE_WITH_TIMEOUT(followed.failovers().size(), 1U, Patience);
    const FailoverReport report = followed.failovers().front();
    QCOMPARE(report.from, oldNode);
    QCOMPARE(report.to, elected.spec().node());
    QCOMPARE(report.kept, 2);
    QVERIFY(report.lost.empty() && report.changedHands.empty());
    QVERIFY(!followed.status(old).isReady());
    QCOMPARE(roleOf(old), QByteArray("master")); // It does not know of the election

    // In between, the locks were shown as last seen, with their age.
    const std::vector<LockPtr> shown = followed.shown("lock:kept");
    const auto stale = std::ranges::find_if(shown, [](const LockPtr &lock) { return lock->stale; });
    QVERIFY(stale != shown.end());
    QCOMPARE((*stale)->node, oldNode);
    QVERIFY((*stale)->readAt < cut);
    QVERIFY(!followed.wasShownOf("lock:kept", Bob) && !followed.wasShownOf("lock:island", Bob));
    for (const LockEvent &event : followed.events("lock:kept"))
        QVERIFY(event.kind != EventKind::Released && event.kind != EventKind::Expired);

    QCOMPARE(followed.act(release("lock:mine")), ActResult::Done);
    QCOMPARE(followed.receipt().node, elected.spec().node());
    QCOMPARE(followed.act(take("lock:new")), ActResult::Done);
    QCOMPARE(ownerOn(elected, "lock:new"), Alice);

    VERIFY_OK(m_network->heal());
    QTRY_VERIFY_WITH_TIMEOUT(isReplicaOf(old, elected), Patience);
    QTRY_VERIFY_WITH_TIMEOUT(followed.isReady(6) && followed.status(old).isReplica(), Patience);
    QCOMPARE(followed.status(elected).role, QByteArray("master"));
    QCOMPARE(followed.act(release("lock:new")), ActResult::Done);
    QCOMPARE(followed.act(release("lock:kept")), ActResult::Done);
    QCOMPARE(followed.receipt().node, elected.spec().node());
    QTRY_VERIFY_WITH_TIMEOUT(ownerOn(old, "lock:kept").isEmpty(), Patience); // Through replication
    QCOMPARE(scriptsRun(old), scripts);
    QCOMPARE(failoversOf(followed), old.spec().node().bytes + " to " + elected.spec().node().bytes);
    QVERIFY(!followed.wasShownOf("lock:kept", Bob) && !followed.wasShownOf("lock:island", Bob));
}

// We still reach the old master, but its replicas and the sentinels do not: it reports itself as master,
// answers, and accepts writes of the clients left there.
void tst_partitionfollowing::aMasterThatWeStillReachIsLeftWhenTheOthersElect()
{
    const QStringList source{QStringLiteral("--bind-source-addr"), Apart};
    const QStringList replica =
        source + QStringList{QStringLiteral("--replica-announce-ip"), QStringLiteral("127.0.0.1")};
    start(SandboxTopology::Sentinel, {.nodeArguments = {{}, replica, replica}, .sentinelArguments = source});
    const SandboxServer &old = m_servers->node(0);
    VERIFY_OK(hold(old, "lock:kept", Alice));
    VERIFY_OK(hold(old, "lock:other", Alice));
    follow(1s);
    FollowedEngine &followed = *m_followed;
    QTRY_VERIFY_WITH_TIMEOUT(followed.isReady(6), Patience);
    QCOMPARE(followed.act(take("lock:mine")), ActResult::Done);
    const QByteArray scripts = scriptsRun(old);
    QVERIFY(scripts.contains("calls="));
    const qint64 written = streamOffset(old);
    QTRY_COMPARE_WITH_TIMEOUT(replicasWith(old, written), 2, Patience);

    VERIFY_OK(m_network->cutOff(Apart, old.port()));
    QTRY_VERIFY_WITH_TIMEOUT(electedBesides(old), Patience);
    const SandboxServer &elected = *electedBesides(old);
    const NodeId next = elected.spec().node();
    QTRY_VERIFY_WITH_TIMEOUT(followed.isFresh("lock:kept", next) && followed.isFresh("lock:mine", next),
                             Patience);
    QTRY_COMPARE_WITH_TIMEOUT(followed.failovers().size(), 1U, Patience);
    QCOMPARE(followed.failovers().front().kept, 3);
    QTRY_VERIFY_WITH_TIMEOUT(followed.status(old).isReady(), Patience);
    QCOMPARE(roleOf(old), QByteArray("master"));
    VERIFY_OK(hold(old, "lock:kept", Bob));
    VERIFY_OK(hold(old, "lock:island", Bob));
    VERIFY_OK(old.ask({"UNLINK", "lock:other"}));
    QCOMPARE(finished(followed.engine().scan()).phase, ScanPhase::Complete);
    QCOMPARE(followed.find("lock:kept")->owner(), OwnerId{Alice});
    QVERIFY(followed.isFresh("lock:other", next));
    QVERIFY(!followed.find("lock:island"));
    QCOMPARE(followed.act(release("lock:mine")), ActResult::Done);
    QCOMPARE(followed.receipt().node, next);
    QCOMPARE(followed.act(take("lock:new")), ActResult::Done);
    QCOMPARE(ownerOn(elected, "lock:new"), Alice);
    QCOMPARE(ownerOn(old, "lock:mine"), Alice); // It received no further requests
    QCOMPARE(scriptsRun(old), scripts);

    VERIFY_OK(m_network->heal());
    QTRY_VERIFY_WITH_TIMEOUT(isReplicaOf(old, elected), Patience);
    QTRY_VERIFY_WITH_TIMEOUT(followed.isReady(6) && followed.status(old).isReplica(), Patience);
    QCOMPARE(followed.act(release("lock:kept")), ActResult::Done);
    QTRY_VERIFY_WITH_TIMEOUT(ownerOn(old, "lock:kept").isEmpty(), Patience);
    QCOMPARE(scriptsRun(old), scripts);
    QCOMPARE(failoversOf(followed), old.spec().node().bytes + " to " + elected.spec().node().bytes);
    QVERIFY(!followed.wasShownOf("lock:kept", Bob) && !followed.wasShownOf("lock:island", Bob));
}

void tst_partitionfollowing::aMasterOfAClusterIsReplaced()
{
    constexpr int BusOffset = 10'000;
    // The first node uses its own source address, so that it can be cut off from the others' bus ports too.
    start(SandboxTopology::Cluster,
          {.nodeArguments = {{QStringLiteral("--bind-source-addr"), Apart,
                              QStringLiteral("--cluster-announce-ip"), QStringLiteral("127.0.0.1")}}});
    const SandboxServer &old = m_servers->node(0);
    const NodeId oldNode = old.spec().node();
    std::vector<QByteArray> here;
    std::vector<QByteArray> elsewhere;
    for (int i = 0; i < 30; ++i) {
        const QByteArray key = "lock:" + QByteArray::number(i);
        const SandboxServer *master = masterOf(key);
        QVERIFY(master);
        VERIFY_OK(hold(*master, key, Alice));
        (master == &old ? here : elsewhere).push_back(key);
    }
    QVERIFY(here.size() >= 3 && !elsewhere.empty());
    const qint64 written = streamOffset(old);
    QTRY_COMPARE_WITH_TIMEOUT(replicasWith(old, written), 1, Patience);
    follow(2s);
    FollowedEngine &followed = *m_followed;
    QTRY_VERIFY_WITH_TIMEOUT(followed.isReady(6), Patience);
    QTRY_COMPARE_WITH_TIMEOUT(followed.engine().locks().size(), 30U, Patience);
    QCOMPARE(followed.act(release(here[0])), ActResult::Done);
    QCOMPARE(followed.receipt().node, oldNode);
    const QByteArray scripts = scriptsRun(old);
    QVERIFY(scripts.contains("calls="));

    for (size_t i = 0; i < m_servers->size(); ++i) // Leaves time before an election to check what is shown
        VERIFY_OK(m_servers->node(i).ask({"CONFIG", "SET", "cluster-node-timeout", "10000"}));
    for (const int port : {int(old.port()), old.port() + BusOffset})
        VERIFY_OK(m_network->cutOff(Everybody, quint16(port)));
    for (size_t i = 1; i < m_servers->size(); ++i)
        VERIFY_OK(m_network->cutOff(Apart, quint16(m_servers->node(i).port() + BusOffset)));
    const Instant cut = now();
    QTRY_VERIFY_WITH_TIMEOUT(!followed.status(oldNode).isReady(), Patience);
    const auto replaced = [&] {
        const LockPtr lock = followed.find(here[1]);
        return lock && lock->node != oldNode && !lock->stale;
    };
    QTRY_VERIFY_WITH_TIMEOUT(replaced(), Patience);
    const NodeId next = followed.find(here[1])->node;
    QTRY_COMPARE_WITH_TIMEOUT(followed.failovers().size(), 1U, Patience);
    QCOMPARE(followed.failovers().front().from, oldNode);
    QCOMPARE(followed.failovers().front().to, next);
    QCOMPARE(followed.failovers().front().kept, qint64(here.size()) - 1);
    QCOMPARE(followed.engine().locks().size(), 29U);
    const std::vector<LockPtr> shown = followed.shown(here[1]);
    const auto stale = std::ranges::find_if(shown, [](const LockPtr &lock) { return lock->stale; });
    QVERIFY(stale != shown.end());
    QCOMPARE((*stale)->owner(), OwnerId{Alice});
    QVERIFY((*stale)->readAt < cut);
    for (const QByteArray &key : elsewhere) {
        for (const LockPtr &lock : followed.shown(key))
            QVERIFY(!lock->stale); // The other nodes continued
    }
    const std::vector<LockPtr> all = followed.engine().locks();
    QVERIFY(std::ranges::none_of(all, [](const LockPtr &lock) { return lock->stale; }));
    QCOMPARE(followed.act(release(here[1])), ActResult::Done);
    QCOMPARE(followed.receipt().node, next);
    QCOMPARE(roleOf(old), QByteArray("master")); // It does not know of the election

    VERIFY_OK(m_network->heal());
    QTRY_COMPARE_WITH_TIMEOUT(roleOf(old), QByteArray("slave"), Patience);
    QTRY_VERIFY_WITH_TIMEOUT(followed.isReady(6) && followed.status(oldNode).isReplica(), Patience);
    QCOMPARE(followed.act(release(here[2])), ActResult::Done);
    QCOMPARE(followed.receipt().node, next);
    QCOMPARE(scriptsRun(old), scripts);
    QCOMPARE(failoversOf(followed), oldNode.bytes + " to " + next.bytes);
    QTRY_COMPARE_WITH_TIMEOUT(followed.engine().locks().size(), 27U,
                              Patience); // The feed reports it after the receipt
}

void tst_partitionfollowing::aNodeOfAGroupIsMissedAndComesBack()
{
    start(SandboxTopology::RedLock);
    follow(2s);
    FollowedEngine &followed = *m_followed;
    const ActRequest mine{.act = ActKind::Acquire, .key = {"lock:a"}, .owner = {"me-me-me"}, .lease = 600s};
    QCOMPARE(followed.act(mine), ActResult::Done);
    QTRY_VERIFY_WITH_TIMEOUT(followed.find("lock:a") && followed.find("lock:a")->quorum()->agreeing == 5,
                             Patience);
    const SandboxServer &lost = m_servers->node(2);

    VERIFY_OK(m_network->cutOff(Everybody, lost.port()));
    QTRY_COMPARE_WITH_TIMEOUT(followed.find("lock:a")->quorum()->reachable, 4, Patience);
    QTRY_VERIFY_WITH_TIMEOUT(!followed.status(lost).isReady(), Patience);
    QTRY_VERIFY_WITH_TIMEOUT(!followed.status(lost).connection.silent,
                             Patience); // its connections are given up
    QCOMPARE(followed.find("lock:a")->owner(), OwnerId{"me-me-me"});
    QVERIFY(followed.find("lock:a")->quorum()->reached());
    const Copy there = followed.find("lock:a")->extras->copies.at(2);
    QCOMPARE(there.state, CopyState::Unreachable); // Not Missing
    QVERIFY(!there.why.text.isEmpty());
    // The majority suffices to acquire, release and refuse.
    ActRequest others{.act = ActKind::Acquire, .key = {"lock:a"}, .owner = {"an-other"}, .lease = 600s};
    QCOMPARE(followed.act(others), ActResult::NotAcquired);
    others.key = {"lock:b"};
    QCOMPARE(followed.act(others), ActResult::Done);
    QCOMPARE(followed.receipt().nodes.at(2).failure.text.isEmpty(), false);

    VERIFY_OK(m_network->heal());
    QTRY_COMPARE_WITH_TIMEOUT(followed.find("lock:a")->quorum()->reachable, 5, Patience);
    QTRY_COMPARE_WITH_TIMEOUT(followed.find("lock:a")->quorum()->agreeing, 5, Patience);
    QTRY_VERIFY_WITH_TIMEOUT(followed.isReady(5), Patience);
    QVERIFY(!followed.wasShownOf("lock:a", "an-other"));
    const ActRequest back{.act = ActKind::Release, .key = {"lock:a"}, .owner = {"me-me-me"}};
    QCOMPARE(followed.act(back), ActResult::Done);
    const auto left = lost.ask({"EXISTS", "lock:a"});
    QCOMPARE(left ? left->integer : -1, 0); // Released there too
}

LOCKSCOPE_NETWORK_TEST(tst_partitionfollowing)

} // namespace tst_partitionfollowing

#include "tst_partitionfollowing.moc"
