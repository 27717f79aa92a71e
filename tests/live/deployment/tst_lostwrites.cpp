// SPDX-License-Identifier: GPL-3.0-or-later

// A master dies with writes that its replicas lack. The engine follows through sentinels: it must report
// which locks are lost, and must not show them as held by their former owners.

#include "core/lab/sandbox/sandboxdeployment.h"
#include "tests/support/faultproxy.h"
#include "tests/support/finished.h"
#include "tests/support/followedengine.h"
#include "tests/support/heldlock.h"
#include "tests/support/replicated.h"
#include "tests/support/runner.h"
#include "tests/support/verify.h"

#include <QTest>

#include <algorithm>

namespace tst_lostwrites
{

using namespace lockscope;
using namespace lockscope::test;
using namespace std::chrono_literals;

class tst_lostwrites : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup();

    void aLockThatWasNotReplicatedIsLost();
    void aLockThatWasReplicatedIsKept();
    void aLockThatIsTakenAnewHasChangedHands();

private:
    SandboxServer &master() { return m_servers->node(0); }
    void follow(const ConnectionSpec &spec);
    void detachReplicas();
    void resumeReplicas();
    const SandboxServer *elected() const { return m_servers->master(); }
    bool ended(const QByteArray &key) const; // According to the events

    std::unique_ptr<SandboxDeployment> m_servers;
    std::unique_ptr<FollowedEngine> m_followed;
};

void tst_lostwrites::init()
{
    VERIFY_INTO(m_servers, SandboxDeployment::start(SandboxTopology::Sentinel));
    VERIFY_OK(hold(master(), "lock:kept", Alice));
    const qint64 written = streamOffset(master());
    QTRY_COMPARE(replicasWith(master(), written), 2);
}

void tst_lostwrites::cleanup()
{
    m_followed.reset();
    m_servers.reset();
}

void tst_lostwrites::follow(const ConnectionSpec &spec)
{
    m_followed = std::make_unique<FollowedEngine>();
    VERIFY_OK(m_followed->follow(spec));
    QTRY_VERIFY(m_followed->isReady(6));
    QTRY_VERIFY(m_followed->isFresh("lock:kept", master().spec().node()));
}

// Pauses the replicas before it cuts their connections: an open stream would deliver the master's writes from
// kernel buffers when they resume after its death.
void tst_lostwrites::detachReplicas()
{
    for (size_t i = 1; i < m_servers->size(); ++i)
        m_servers->node(i).pause();
    const auto killed = master().ask({"CLIENT", "KILL", "TYPE", "replica"});
    VERIFY_OK(killed);
    QCOMPARE(killed->integer, 2);
    const auto role = master().ask({"ROLE"});
    QVERIFY(role && role->items.size() == 3 && role->items[2].items.empty());
}

void tst_lostwrites::resumeReplicas()
{
    for (size_t i = 1; i < m_servers->size(); ++i)
        m_servers->node(i).resume();
}

bool tst_lostwrites::ended(const QByteArray &key) const
{
    return std::ranges::any_of(m_followed->events(key), [](const LockEvent &event) {
        return event.kind == EventKind::Released || event.kind == EventKind::Expired;
    });
}

void tst_lostwrites::aLockThatWasNotReplicatedIsLost()
{
    follow(m_servers->spec());
    FollowedEngine &followed = *m_followed;
    detachReplicas();
    VERIFY_OK(hold(master(), "lock:lost", Alice));
    QTRY_VERIFY(followed.isFresh("lock:lost", master().spec().node()));
    bool wasGoneWhenTold = false;
    connect(&followed.engine(), &Engine::failedOver, this,
            [&] { wasGoneWhenTold = !followed.find("lock:lost"); });
    master().kill();
    resumeReplicas();
    // Shown as last seen until the next master has been read.
    QTRY_VERIFY(followed.find("lock:lost") && followed.find("lock:lost")->stale);
    QCOMPARE(followed.find("lock:lost")->owner(), OwnerId{Alice});
    QTRY_COMPARE(followed.failovers().size(), 1U);
    QVERIFY(elected());
    const NodeId next = elected()->spec().node();
    const FailoverReport report = followed.failovers().front();
    QCOMPARE(report.from, master().spec().node());
    QCOMPARE(report.to, next);
    QCOMPARE(report.before, 2);
    QCOMPARE(report.kept, 1);
    QCOMPARE(report.lost.size(), 1U);
    QCOMPARE(report.lost.front()->key, LockName{"lock:lost"});
    QCOMPARE(report.lost.front()->owner(), OwnerId{Alice});
    QVERIFY(report.changedHands.empty());
    QVERIFY(wasGoneWhenTold);
    QVERIFY(followed.isFresh("lock:kept", next));

    const size_t shownBefore = followed.shown("lock:lost").size();
    VERIFY_OK(hold(*elected(), "lock:lost", Bob));
    QTRY_VERIFY(followed.shown("lock:lost").size() > shownBefore);
    QVERIFY(followed.isFresh("lock:lost", next));
    const std::vector<LockPtr> shown = followed.shown("lock:lost");
    for (size_t i = shownBefore; i < shown.size(); ++i)
        QCOMPARE(shown[i]->owner(), OwnerId{Bob});
    QVERIFY(!ended("lock:lost")); // Neither released nor expired
}

void tst_lostwrites::aLockThatWasReplicatedIsKept()
{
    follow(m_servers->spec());
    FollowedEngine &followed = *m_followed;
    VERIFY_OK(hold(master(), "lock:last", Alice));
    QTRY_VERIFY(followed.isFresh("lock:last", master().spec().node()));
    const qint64 written = streamOffset(master());
    QTRY_COMPARE(replicasWith(master(), written), 2);
    master().kill();
    QTRY_COMPARE(followed.failovers().size(), 1U);
    QVERIFY(elected());
    QCOMPARE(followed.failovers().front().kept, 2);
    QVERIFY(followed.failovers().front().lost.empty());
    QVERIFY(followed.isFresh("lock:last", elected()->spec().node()));
    QCOMPARE(followed.find("lock:last")->owner(), OwnerId{Alice});
    // The same hold continues, and the next owner has to wait.
    QVERIFY(!ended("lock:last"));
    const ActRequest take{
        .act = ActKind::Acquire, .key = {"lock:last"}, .kind = "rlock", .owner = {Bob}, .lease = 600s};
    QCOMPARE(followed.act(take), ActResult::NotAcquired);
    QCOMPARE(followed.receipt().foundOwner, OwnerId{Alice});
    QCOMPARE(followed.receipt().node, elected()->spec().node());
}

// Other clients use the next master before the engine connects to it.
void tst_lostwrites::aLockThatIsTakenAnewHasChangedHands()
{
    ConnectionSpec spec = m_servers->spec();
    spec.addressing.policy = AddressPolicy::Mapped;
    std::vector<std::unique_ptr<FaultProxy>> proxies;
    for (size_t i = 1; i < m_servers->size(); ++i) {
        const ConnectionSpec replica = m_servers->node(i).spec();
        proxies.push_back(std::make_unique<FaultProxy>(replica.port));
        spec.addressing.map.push_back({replica.endpoint(), proxies.back()->through(replica).endpoint()});
    }
    follow(spec);
    FollowedEngine &followed = *m_followed;
    detachReplicas();
    VERIFY_OK(hold(master(), "lock:lost", Alice));
    VERIFY_OK(hold(master(), "lock:taken", Alice));
    QTRY_VERIFY(followed.isFresh("lock:lost", master().spec().node()) &&
                followed.isFresh("lock:taken", master().spec().node()));
    for (const auto &proxy : proxies)
        proxy->refuse();
    master().kill();
    resumeReplicas();
    QTRY_VERIFY(elected());
    VERIFY_OK(hold(*elected(), "lock:taken", Bob));
    QTRY_VERIFY(followed.find("lock:taken")->stale);
    QCOMPARE(followed.find("lock:taken")->owner(), OwnerId{Alice}); // As last seen
    QVERIFY(followed.failovers().empty());
    for (const auto &proxy : proxies)
        proxy->flow();
    QTRY_COMPARE(followed.failovers().size(), 1U);
    const FailoverReport report = followed.failovers().front();
    QCOMPARE(report.before, 3);
    QCOMPARE(report.kept, 1);
    QCOMPARE(report.lost.size(), 1U);
    QCOMPARE(report.lost.front()->key, LockName{"lock:lost"});
    QCOMPARE(report.changedHands.size(), 1U);
    QCOMPARE(report.changedHands.front().before->owner(), OwnerId{Alice});
    QCOMPARE(report.changedHands.front().after->owner(), OwnerId{Bob});
    QCOMPARE(followed.find("lock:taken")->owner(), OwnerId{Bob});
    QVERIFY(!followed.find("lock:lost"));
    QVERIFY(!ended("lock:taken")); // The end was not observed
    // An act for the former owner is refused.
    const ActRequest release{.act = ActKind::Release, .key = {"lock:taken"}, .owner = {Alice}};
    QCOMPARE(followed.act(release), ActResult::OwnerChanged);
    QCOMPARE(followed.receipt().foundOwner, OwnerId{Bob});
}

LOCKSCOPE_TEST(tst_lostwrites)

} // namespace tst_lostwrites

#include "tst_lostwrites.moc"
