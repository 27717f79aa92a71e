// SPDX-License-Identifier: GPL-3.0-or-later

// The engine while one server is partitioned: packets are dropped silently. The node's state is noticed, its
// locks stay as last seen, no wrong owner is ever shown, acts go to the master that the others follow, and
// all recovers without user action.

#include "tests/live/following/partition.h"
#include "tests/support/finished.h"
#include "tests/support/heldlock.h"
#include "tests/support/replicated.h"

#include <algorithm>

namespace tst_partitionfollowing
{

using namespace lockscope;
using namespace lockscope::test;
using namespace std::chrono_literals;

namespace
{

// Uses the unix socket, because redis-cli may be cut off.
bool isReplicaOf(const SandboxServer &server, const SandboxServer &master)
{
    const auto role = server.ask({"ROLE"});
    return role && role->items.size() >= 4 && role->items[0].bytes == "slave" &&
           role->items[2].integer == master.port() && role->items[3].bytes == "connected";
}

ActRequest take(const QByteArray &key)
{
    return {.act = ActKind::Acquire, .key = {key}, .kind = "rlock", .owner = {Alice}, .lease = 600s};
}

} // namespace

class tst_partitionfollowing : public PartitionTest
{
    Q_OBJECT

private slots:
    void init() { begin(); }
    void cleanup() { end(); }

    void aMasterThatNobodyReachesIsReplaced();
    void aMasterThatWeStillReachIsLeftWhenTheOthersElect();
    void aNodeOfAGroupIsMissedAndComesBack();

private:
    const SandboxServer *electedBesides(const SandboxServer &old) const;
};

const SandboxServer *tst_partitionfollowing::electedBesides(const SandboxServer &old) const
{
    for (size_t i = 0; i < m_servers->size(); ++i) {
        if (&m_servers->node(i) != &old && roleOf(m_servers->node(i)) == "master")
            return &m_servers->node(i);
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
    QTRY_VERIFY(followed.isReady(6));
    QCOMPARE(followed.act(take("lock:mine")), ActResult::Done);
    QTRY_VERIFY(followed.isFresh("lock:kept", oldNode) && followed.isFresh("lock:mine", oldNode));
    const QByteArray scripts = scriptsRun(old);
    QVERIFY(scripts.contains("calls=")); // The statistics are available
    const qint64 written = streamOffset(old);
    QTRY_COMPARE(replicasWith(old, written), 2);

    VERIFY_OK(m_network->cutOff(Everybody, old.port()));
    const Instant cut = now();
    // Clients behind the partition continue for a while.
    VERIFY_OK(hold(old, "lock:kept", Bob));
    VERIFY_OK(hold(old, "lock:island", Bob));
    QTRY_VERIFY(!followed.status(old).isReady());
    QTRY_VERIFY(electedBesides(old));
    const SandboxServer &elected = *electedBesides(old);
    QTRY_VERIFY(followed.isFresh("lock:kept", elected.spec().node()));
    QTRY_COMPARE(followed.failovers().size(), 1U);
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
    QTRY_VERIFY(isReplicaOf(old, elected));
    QTRY_VERIFY(followed.isReady(6) && followed.status(old).isReplica());
    QCOMPARE(followed.status(elected).role, QByteArray("master"));
    QCOMPARE(followed.act(release("lock:new")), ActResult::Done);
    QCOMPARE(followed.act(release("lock:kept")), ActResult::Done);
    QCOMPARE(followed.receipt().node, elected.spec().node());
    QTRY_VERIFY(ownerOn(old, "lock:kept").isEmpty()); // Through replication
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
    QTRY_VERIFY(followed.isReady(6));
    QCOMPARE(followed.act(take("lock:mine")), ActResult::Done);
    const QByteArray scripts = scriptsRun(old);
    QVERIFY(scripts.contains("calls="));
    const qint64 written = streamOffset(old);
    QTRY_COMPARE(replicasWith(old, written), 2);

    VERIFY_OK(m_network->cutOff(Apart, old.port()));
    QTRY_VERIFY(electedBesides(old));
    const SandboxServer &elected = *electedBesides(old);
    const NodeId next = elected.spec().node();
    QTRY_VERIFY(followed.isFresh("lock:kept", next) && followed.isFresh("lock:mine", next));
    QTRY_COMPARE(followed.failovers().size(), 1U);
    QCOMPARE(followed.failovers().front().kept, 3);
    QTRY_VERIFY(followed.status(old).isReady());
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
    QTRY_VERIFY(isReplicaOf(old, elected));
    QTRY_VERIFY(followed.isReady(6) && followed.status(old).isReplica());
    QCOMPARE(followed.act(release("lock:kept")), ActResult::Done);
    QTRY_VERIFY(ownerOn(old, "lock:kept").isEmpty());
    QCOMPARE(scriptsRun(old), scripts);
    QCOMPARE(failoversOf(followed), old.spec().node().bytes + " to " + elected.spec().node().bytes);
    QVERIFY(!followed.wasShownOf("lock:kept", Bob) && !followed.wasShownOf("lock:island", Bob));
}

void tst_partitionfollowing::aNodeOfAGroupIsMissedAndComesBack()
{
    start(SandboxTopology::RedLock);
    follow(2s);
    FollowedEngine &followed = *m_followed;
    const ActRequest mine{.act = ActKind::Acquire, .key = {"lock:a"}, .owner = {"me-me-me"}, .lease = 600s};
    QCOMPARE(followed.act(mine), ActResult::Done);
    QTRY_VERIFY(followed.find("lock:a") && followed.find("lock:a")->quorum()->agreeing == 5);
    const SandboxServer &lost = m_servers->node(2);

    VERIFY_OK(m_network->cutOff(Everybody, lost.port()));
    QTRY_COMPARE(followed.find("lock:a")->quorum()->reachable, 4);
    QTRY_VERIFY(!followed.status(lost).isReady());
    QTRY_VERIFY(!followed.status(lost).connection.silent); // its connections are given up
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
    QTRY_COMPARE(followed.find("lock:a")->quorum()->reachable, 5);
    QTRY_COMPARE(followed.find("lock:a")->quorum()->agreeing, 5);
    QTRY_VERIFY(followed.isReady(5));
    QVERIFY(!followed.wasShownOf("lock:a", "an-other"));
    const ActRequest back{.act = ActKind::Release, .key = {"lock:a"}, .owner = {"me-me-me"}};
    QCOMPARE(followed.act(back), ActResult::Done);
    const auto left = lost.ask({"EXISTS", "lock:a"});
    QCOMPARE(left ? left->integer : -1, 0); // Released there too
}

LOCKSCOPE_NETWORK_TEST(tst_partitionfollowing)

} // namespace tst_partitionfollowing

#include "tst_partitionfollowing.moc"
