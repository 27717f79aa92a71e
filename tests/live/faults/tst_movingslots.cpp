// SPDX-License-Identifier: GPL-3.0-or-later
// A cluster whose slots move, fail over or are lost: an act is done whole, or refused with the reason.
// See resources/docs/faults.md.

#include "core/engine/engine.h"
#include "core/engine/table/continuity.h"
#include "core/lab/sandbox/sandboxdeployment.h"
#include "tests/live/auditedcli.h"
#include "tests/live/cli/clilocks.h"
#include "tests/support/finished.h"
#include "tests/support/heldlock.h"
#include "tests/support/listener.h"
#include "tests/support/runner.h"
#include "tests/support/serveranswers.h"
#include "tests/support/verify.h"

#include <QTest>

namespace tst_movingslots
{

using namespace lockscope;
using namespace lockscope::test;
using clilocks::lockIn;

namespace
{

const QByteArray Fair = "lock:{a}f";
const QByteArray FairQueue = "redisson_lock_queue:" + Fair;
const QByteArray FairDeadlines = "redisson_lock_timeout:" + Fair;

} // namespace

class tst_MovingSlots : public QObject
{
    Q_OBJECT

private slots:
    void cleanup();

    void keysOfOneLockOnTwoNodes();
    void theHoldsOfAReaderOnTheOtherNode();
    void aKeyThatMovedIsReadWhole();
    void aQueueOnTheOtherNodeIsUnknown();
    void nothingIsReportedOfALockWhoseQueueMoves();
    void aSubscriberThatStaysBehindIsCounted();
    void aNumberHasNoCompanionInAnotherSlot();
    void aScriptThatMeetsAKeyThatMoved();
    void aMasterWithoutAnHeir();
    void aClusterThatIsDown();

private:
    void start(const DeploymentOptions &options);
    static void takeFair(const SandboxServer &server)
    {
        VERIFY_OK(hold(server, Fair, Alice));
        VERIFY_OK(server.ask({"RPUSH", FairQueue, Bob}));
        VERIFY_OK(server.ask({"ZADD", FairDeadlines, "4102444800000", Bob}));
    }
    SandboxServer &otherThan(const SandboxServer &server) const
    {
        return &server == &m_servers->node(0) ? m_servers->node(1) : m_servers->node(0);
    }
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

// The prefix of its hold keys is then a key that exists.
void tst_MovingSlots::theHoldsOfAReaderOnTheOtherNode()
{
    start({.replicas = 0});
    const QByteArray lock = "lock:{a}rw";
    SandboxServer &from = *ownerOf(lock);
    SandboxServer &to = otherThan(from);
    const QByteArray readHold = lock + ':' + Alice + ":rwlock_timeout:1";
    VERIFY_OK(from.ask({"HSET", lock, "mode", "read", Alice, "1"}));
    VERIFY_OK(from.ask({"PEXPIRE", lock, "600000"}));
    VERIFY_OK(from.ask({"SET", readHold, "1", "PX", "600000"}));
    handOver(readHold, from, to);

    const AuditedCli cli(m_servers->spec());
    const Ended ended =
        cli({"--timeout", "2s", "force-release", lock, "--expect-owner", Alice, "--reason", "stuck"});
    QVERIFY2(ended.status == 4, ended.told().constData());
    QVERIFY2(ended.err.contains("its keys may be on two nodes"), ended.told().constData());
    QCOMPARE(answer(from, {"HGET", lock, Alice}), QByteArray("1"));
}

void tst_MovingSlots::aKeyThatMovedIsReadWhole()
{
    start({.replicas = 0});
    const QByteArray lock = "lock:{a}t";
    SandboxServer &from = *ownerOf(lock);
    VERIFY_OK(from.ask({"SET", lock, "36a474f2673f11ef8931315d61d55cb9", "PX", "600000"}));
    handOver(lock, from, otherThan(from));

    const AuditedCli cli(m_servers->spec());
    const Ended scanned = cli({"--json", "scan", "--verdict", ">=warning"});
    QVERIFY2(scanned.status == 0, scanned.told().constData());
    const QJsonObject listed = lockIn(cli({"--json", "scan"}).json(), "lock:{a}t");
    QVERIFY(listed[u"ttl_ms"].toInt() > 0);
    QCOMPARE(listed[u"verdict"][u"code"].toString(), QStringLiteral("healthy"));
}

void tst_MovingSlots::aQueueOnTheOtherNodeIsUnknown()
{
    start({.replicas = 0});
    SandboxServer &from = *ownerOf(Fair);
    takeFair(from);
    SandboxServer &to = otherThan(from);
    handOver(FairQueue, from, to);

    const AuditedCli cli(m_servers->spec());
    const Ended scanned = cli({"scan"});
    QVERIFY2(scanned.out.contains(" keys, 1 lock;"), scanned.told().constData()); // One, on two nodes
    const auto listed = [&cli] { return lockIn(cli({"--json", "scan"}).json(), Fair.constData()); };
    QCOMPARE(listed()[u"holders"][0][u"id"].toString().toUtf8(), Alice);
    QCOMPARE(listed()[u"kind"].toString(), QStringLiteral("fair-lock")); // Its deadlines are still here
    QVERIFY(listed()[u"waiters"].toObject().isEmpty());
    VERIFY_OK(from.ask({"MIGRATE", "127.0.0.1", QByteArray::number(to.port()), FairDeadlines, "0", "5000"}));
    QCOMPARE(listed()[u"holders"][0][u"id"].toString().toUtf8(), Alice);
    QCOMPARE(listed()[u"confidence"].toString(), QStringLiteral("likely"));
    QVERIFY(listed()[u"waiters"].toObject().isEmpty());
    const Ended shown = cli({"show", Fair});
    QVERIFY2(shown.out.contains("unknown: not all keys of this lock could be read"),
             shown.told().constData());
}

void tst_MovingSlots::nothingIsReportedOfALockWhoseQueueMoves()
{
    start({.replicas = 0});
    SandboxServer &from = *ownerOf(Fair);
    SandboxServer &to = otherThan(from);
    takeFair(from);
    std::vector<LockEvent> events; // Declared before the engine, which reports a change as it ends
    Engine engine;
    connect(&engine, &Engine::tableChanged, this, [&events](const LockDelta &delta) {
        events.insert(events.end(), delta.events.begin(), delta.events.end());
    });
    LiveStatus live;
    connect(&engine, &Engine::liveChanged, this, [&live](const LiveStatus &status) { live = status; });
    engine.open(m_servers->spec(), {});
    VERIFY_OK(finished(engine.waitReady(std::chrono::seconds(10))));
    const auto kind = [&] {
        const LockPtr lock = engine.find({Fair});
        return lock ? QByteArray(lock->kind.name.data(), qsizetype(lock->kind.name.size())) : QByteArray();
    };
    QTRY_COMPARE(kind(), QByteArray("fair-lock"));
    QTRY_COMPARE(live.mode, LiveMode::Tracking);
    events.clear();
    handOver(FairQueue, from, to);
    QTRY_VERIFY(isPartlyRead(*engine.find({Fair})));
    QCOMPARE(finished(engine.scan()).phase, ScanPhase::Complete);
    QCOMPARE(engine.find({Fair})->owner(), OwnerId{Alice});
    QCOMPARE(kind(), QByteArray("fair-lock"));
    for (const LockEvent &event : events)
        QVERIFY2(event.key != LockName{Fair}, name(event.kind));
}

// Its key is on the node that takes over the slot, its sharded channel on the one that gives it away.
void tst_MovingSlots::aSubscriberThatStaysBehindIsCounted()
{
    start({.replicas = 0});
    const QByteArray lock = "lock:{a}s";
    SandboxServer &from = *ownerOf(lock);
    VERIFY_OK(hold(from, lock, Alice));
    const Listener waiter(from.spec(), "redisson_lock__channel:" + lock, "SSUBSCRIBE");
    const AuditedCli cli(m_servers->spec());
    const auto waiting = [&] {
        return lockIn(cli({"--json", "scan"}).json(), lock.constData())[u"waiters"][u"subscribed"].toInt(-1);
    };
    QCOMPARE(waiting(), 1);
    handOver(lock, from, otherThan(from));
    QCOMPARE(waiting(), 1);
}

// lock-signal:N would be the list of python-redis-lock, whose scripts need both keys in one slot.
void tst_MovingSlots::aNumberHasNoCompanionInAnotherSlot()
{
    start({.replicas = 0});
    QByteArray lock, signal;
    for (int i = 0; lock.isEmpty() || ownerOf(lock) == ownerOf(signal); ++i) {
        lock = "lock:" + QByteArray::number(i);
        signal = "lock-signal:" + QByteArray::number(i);
    }
    VERIFY_OK(ownerOf(lock)->ask({"SET", lock, "1"}));
    const AuditedCli cli(m_servers->spec());
    const Ended shown = cli({"show", lock});
    QVERIFY2(shown.status == 0 && shown.out.contains("untokened-lock") &&
                 !shown.out.contains("Could not be read") && !shown.out.contains("maybe more"),
             shown.told().constData());
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
    QTRY_COMPARE(errorOf(), QByteArray("cluster-down"));
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
