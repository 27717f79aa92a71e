// SPDX-License-Identifier: GPL-3.0-or-later
// The engine while a master of a cluster is partitioned. The others elect a new one, whose locks count from
// then on; what the old one still serves is shown nowhere.

#include "tests/live/following/partition.h"
#include "tests/support/finished.h"
#include "tests/support/heldlock.h"
#include "tests/support/replicated.h"

#include <algorithm>

namespace tst_partitionedcluster
{

using namespace lockscope;
using namespace lockscope::test;
using namespace std::chrono_literals;

class tst_partitionedcluster : public PartitionTest
{
    Q_OBJECT

private slots:
    void init() { begin(); }
    void cleanup();

    void aMasterIsReplaced();
    void aMasterThatWeStillReachIsLeft();

private:
    const SandboxServer *masterOf(const QByteArray &key) const;
    // The first node uses its own source address, so that it can be cut off from the others' bus ports too.
    void startCluster(milliseconds commandTimeout);
    // From then on an election needs so long that what is shown before it can be checked.
    void cutOffFirst(bool fromUs) const;

    std::vector<QByteArray> m_here; // locks on the first node
    std::vector<QByteArray> m_elsewhere;
};

void tst_partitionedcluster::cleanup()
{
    end();
    m_here.clear();
    m_elsewhere.clear();
}

// The master of a cluster that accepts writes of this key.
const SandboxServer *tst_partitionedcluster::masterOf(const QByteArray &key) const
{
    for (size_t i = 0; i < m_servers->size(); ++i) {
        const SandboxServer &server = m_servers->node(i);
        if (roleOf(server) == "master" && server.ask({"EXISTS", key}).ok())
            return &server;
    }
    return nullptr;
}

void tst_partitionedcluster::startCluster(milliseconds commandTimeout)
{
    start(SandboxTopology::Cluster,
          {.nodeArguments = {{QStringLiteral("--bind-source-addr"), Apart,
                              QStringLiteral("--cluster-announce-ip"), QStringLiteral("127.0.0.1")}}});
    const SandboxServer &old = m_servers->node(0);
    for (int i = 0; i < 30; ++i) {
        const QByteArray key = "lock:" + QByteArray::number(i);
        const SandboxServer *master = masterOf(key);
        QVERIFY(master);
        VERIFY_OK(hold(*master, key, Alice));
        (master == &old ? m_here : m_elsewhere).push_back(key);
    }
    QVERIFY(m_here.size() >= 3 && !m_elsewhere.empty());
    const qint64 written = streamOffset(old);
    QTRY_COMPARE(replicasWith(old, written), 1);
    follow(commandTimeout);
    QTRY_VERIFY(m_followed->isReady(6));
    QTRY_COMPARE(m_followed->engine().locks().size(), 30U);
}

void tst_partitionedcluster::cutOffFirst(bool fromUs) const
{
    constexpr int BusOffset = 10'000;
    for (size_t i = 0; i < m_servers->size(); ++i)
        VERIFY_OK(m_servers->node(i).ask({"CONFIG", "SET", "cluster-node-timeout", "10000"}));
    const int port = m_servers->node(0).port();
    if (fromUs)
        VERIFY_OK(m_network->cutOff(Everybody, quint16(port)));
    VERIFY_OK(m_network->cutOff(Everybody, quint16(port + BusOffset)));
    for (size_t i = 1; i < m_servers->size(); ++i)
        VERIFY_OK(m_network->cutOff(Apart, quint16(m_servers->node(i).port() + BusOffset)));
}

void tst_partitionedcluster::aMasterIsReplaced()
{
    startCluster(2s);
    FollowedEngine &followed = *m_followed;
    const SandboxServer &old = m_servers->node(0);
    const NodeId oldNode = old.spec().node();
    const std::vector<QByteArray> &here = m_here;
    QCOMPARE(followed.act(release(here[0])), ActResult::Done);
    QCOMPARE(followed.receipt().node, oldNode);
    const QByteArray scripts = scriptsRun(old);
    QVERIFY(scripts.contains("calls="));

    cutOffFirst(true);
    const Instant cut = now();
    QTRY_VERIFY(!followed.status(oldNode).isReady());
    const auto replaced = [&] {
        const LockPtr lock = followed.find(here[1]);
        return lock && lock->node != oldNode && !lock->stale;
    };
    QTRY_VERIFY(replaced());
    const NodeId next = followed.find(here[1])->node;
    QTRY_COMPARE(followed.failovers().size(), 1U);
    QCOMPARE(followed.failovers().front().from, oldNode);
    QCOMPARE(followed.failovers().front().to, next);
    QCOMPARE(followed.failovers().front().kept, qint64(here.size()) - 1);
    QCOMPARE(followed.engine().locks().size(), 29U);
    const std::vector<LockPtr> shown = followed.shown(here[1]);
    const auto stale = std::ranges::find_if(shown, [](const LockPtr &lock) { return lock->stale; });
    QVERIFY(stale != shown.end());
    QCOMPARE((*stale)->owner(), OwnerId{Alice});
    QVERIFY((*stale)->readAt < cut);
    for (const QByteArray &key : m_elsewhere) {
        for (const LockPtr &lock : followed.shown(key))
            QVERIFY(!lock->stale); // The other nodes continued
    }
    const std::vector<LockPtr> all = followed.engine().locks();
    QVERIFY(std::ranges::none_of(all, [](const LockPtr &lock) { return lock->stale; }));
    QCOMPARE(followed.act(release(here[1])), ActResult::Done);
    QCOMPARE(followed.receipt().node, next);
    QCOMPARE(roleOf(old), QByteArray("master")); // It does not know of the election

    VERIFY_OK(m_network->heal());
    QTRY_COMPARE(roleOf(old), QByteArray("slave"));
    QTRY_VERIFY(followed.isReady(6) && followed.status(oldNode).isReplica());
    QCOMPARE(followed.act(release(here[2])), ActResult::Done);
    QCOMPARE(followed.receipt().node, next);
    QCOMPARE(scriptsRun(old), scripts);
    QCOMPARE(failoversOf(followed), oldNode.bytes + " to " + next.bytes);
    QTRY_COMPARE(followed.engine().locks().size(), 27U); // The feed reports it after the receipt
}

// The others have elected a new one; the old one goes on to serve its keys as they were.
void tst_partitionedcluster::aMasterThatWeStillReachIsLeft()
{
    startCluster(6s); // Nobody is silent to us, and a busy server must not count as it
    FollowedEngine &followed = *m_followed;
    const SandboxServer &old = m_servers->node(0);
    const NodeId oldNode = old.spec().node();
    VERIFY_OK(old.ask({"CONFIG", "SET", "cluster-allow-reads-when-down", "yes"}));
    cutOffFirst(false);
    QTRY_COMPARE(followed.failovers().size(), 1U);
    const NodeId next = followed.failovers().front().to;
    QVERIFY(next != oldNode);
    QCOMPARE(followed.act(release(m_here[0])), ActResult::Done);
    QCOMPARE(followed.receipt().node, next);
    QTRY_COMPARE(followed.engine().locks().size(), 29U);
    QVERIFY(old.ask({"EXISTS", m_here[0]})->integer == 1); // as it was
    QCOMPARE(finished(followed.engine().scan()).phase, ScanPhase::Complete);
    QCOMPARE(followed.engine().locks().size(), 29U);
    QVERIFY(!followed.find(m_here[0]));
    QCOMPARE(followed.find(m_here[1])->node, next);

    VERIFY_OK(m_network->heal());
    QTRY_VERIFY(followed.isReady(6) && followed.status(oldNode).isReplica());
    const ScanProgress pass = finished(followed.engine().scan());
    QVERIFY2(pass.phase == ScanPhase::Complete, qPrintable(pass.failure.line()));
    QCOMPARE(followed.engine().locks().size(), 29U);
    QCOMPARE(failoversOf(followed), oldNode.bytes + " to " + next.bytes);
}

LOCKSCOPE_NETWORK_TEST(tst_partitionedcluster)

} // namespace tst_partitionedcluster

#include "tst_partitionedcluster.moc"
