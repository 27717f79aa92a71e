// SPDX-License-Identifier: GPL-3.0-or-later
// Waiters are found on every node, and a lock that has only waiters is shown.
#include "core/engine/engine.h"
#include "core/engine/following/waitercounter.h"
#include "core/engine/reading/keyreader.h"
#include "core/lab/sandbox/sandbox.h"
#include "core/lab/sandbox/sandboxdeployment.h"
#include "core/redis/session.h"
#include "tests/support/finished.h"
#include "tests/support/rediscli.h"
#include "tests/support/runner.h"
#include "tests/support/verify.h"

#include <QSignalSpy>

namespace tst_waiters
{

using namespace lockscope;
using namespace lockscope::test;
using namespace std::chrono_literals;

namespace
{

const QByteArray ann = QByteArrayLiteral("8743c9c0-0795-4907-87fd-6c719a6b4586:61");
const QByteArray other = QByteArrayLiteral("5df33e32-1652-44e6-96dd-8f003aa65dab:1");

std::unique_ptr<Session> listening(ConnectionSpec spec, const Command &command)
{
    auto session = std::make_unique<Session>(std::move(spec));
    QSignalSpy pushed(session.get(), &Session::pushed);
    session->open();
    if (!QTest::qWaitFor([&] { return session->isReady(); }, 30'000))
        qFatal("no connection to listen on");
    session->subscribe(command);
    if (!QTest::qWaitFor([&] { return !pushed.isEmpty(); }, 30'000) ||
        pushed.at(0).at(0).value<Reply>().isError())
        qFatal("not subscribed");
    return session;
}

} // namespace

class tst_waiters : public QObject
{
    Q_OBJECT

private slots:
    void anOrphanChannelIsAFreeLock_data();
    void anOrphanChannelIsAFreeLock();
    void staysThroughAPassAndEndsWithTheWaiter();
    void whoListensMayWaitInAnotherDatabase_data();
    void whoListensMayWaitInAnotherDatabase();
    void whoListensInBothWaysCountsOnce();
    void aReplicasWaitersCount();
    void aQueueOutlivesTheHold();
    void whoIsNewInAQueueIsLookedForAtOnce();
    void aWaiterOnAServerThatDoesNotAnswerIsNotDead();
    void aWaiterOfAStandaloneServerMayListenOnItsReplica();
    void inAClusterWhereverHeIs_data();
    void inAClusterWhereverHeIs();

private:
    void open(const ConnectionSpec &spec, const EngineOptions &options = {});
    LockPtr find(const QByteArray &key) const { return m_engine->find({key}); }
    qint64 waitersOf(const QByteArray &key) const
    {
        const LockPtr lock = find(key);
        return lock ? lock->waiters.subscribed.value_or(-1) : -2;
    }

    std::unique_ptr<Engine> m_engine;
};

void tst_waiters::open(const ConnectionSpec &spec, const EngineOptions &options)
{
    m_engine = std::make_unique<Engine>();
    m_engine->open(spec, options);
    VERIFY_OK(finished(m_engine->waitReady(20s)));
}

void tst_waiters::anOrphanChannelIsAFreeLock_data()
{
    QTest::addColumn<Command>("subscription");
    QTest::addColumn<QByteArray>("kind");
    const auto row = [](const char *name, const Command &command, const char *kind) {
        QTest::newRow(name) << command << QByteArray(kind);
    };
    row("reentrant", {"SUBSCRIBE", "redisson_lock__channel:{odd name}"}, "rlock");
    row("reentrant, sharded", {"SSUBSCRIBE", "redisson_lock__channel:{odd name}"}, "rlock");
    row("a fair one's", {"SUBSCRIBE", "redisson_lock__channel:{odd name}:" + ann}, "fair-lock");
    row("read-write", {"SUBSCRIBE", "redisson_rwlock:{odd name}"}, "rw-lock");
    row("semaphore", {"SUBSCRIBE", "redisson_sc:{odd name}"}, "semaphore");
    row("latch", {"SUBSCRIBE", "redisson_countdownlatch__channel__{odd name}"}, "latch");
}

void tst_waiters::anOrphanChannelIsAFreeLock()
{
    QFETCH(Command, subscription);
    QFETCH(QByteArray, kind);
    const auto server = Sandbox::start();
    VERIFY_OK(server);
    const auto waiter = listening((*server)->tcp(), subscription);
    open((*server)->tcp());
    QTRY_VERIFY(find("odd name"));
    QCOMPARE(QByteArray(find("odd name")->kind.name.data()), kind);
    QVERIFY(!find("odd name")->held());
    QCOMPARE(m_engine->locks().size(), size_t(1));
    // Inspected by name, without scanning or following.
    open((*server)->tcp(), {.follow = false, .scan = false});
    const LockName key{"odd name"};
    const auto detail = finished(m_engine->inspect(key));
    VERIFY_OK(detail);
    if (subscription[1].endsWith(ann))
        return; // A waiter's own channel is found only by listing all channels
    QVERIFY(detail->lock);
    QCOMPARE(detail->lock->waiters.subscribed, std::optional<qint64>(1));
    QVERIFY(!detail->explanation.isEmpty());
}

void tst_waiters::staysThroughAPassAndEndsWithTheWaiter()
{
    const auto server = Sandbox::start();
    VERIFY_OK(server);
    const QByteArray channel = "redisson_lock__channel:{lock:a}";
    auto one = listening((*server)->tcp(), {"SUBSCRIBE", channel});
    auto two = listening((*server)->tcp(), {"SSUBSCRIBE", channel});
    open((*server)->tcp());
    QTRY_COMPARE(waitersOf("lock:a"), 2);
    const ScanProgress pass = finished(m_engine->scan());
    QVERIFY(pass.phase == ScanPhase::Complete);
    QCOMPARE(waitersOf("lock:a"), 2);
    one->close();
    QTRY_COMPARE(waitersOf("lock:a"), 1);
    two->close();
    QTRY_VERIFY(!find("lock:a"));
}

void tst_waiters::whoListensMayWaitInAnotherDatabase_data()
{
    QTest::addColumn<int>("waiterIn");
    QTest::addColumn<bool>("areOthersUsed");
    QTest::addColumn<bool>("mayBeElsewhere");
    QTest::newRow("in this one") << 1 << true << false;
    QTest::newRow("in another one") << 0 << true << true;
    QTest::newRow("in another one, without keys") << 0 << false << true;
}

// The channel is the same for locks of this name in all databases.
void tst_waiters::whoListensMayWaitInAnotherDatabase()
{
    QFETCH(int, waiterIn);
    QFETCH(bool, areOthersUsed);
    QFETCH(bool, mayBeElsewhere);
    const auto server = Sandbox::start();
    VERIFY_OK(server);
    ConnectionSpec spec = (*server)->tcp();
    if (areOthersUsed)
        VERIFY_OK(redisCli(spec, {"SET", "unrelated", "1"}));
    spec.db = waiterIn;
    const auto waiter = listening(spec, {"SUBSCRIBE", "redisson_lock__channel:{lock:a}"});
    spec.db = 1;
    VERIFY_OK(redisCliAll(spec, {{"HSET", "lock:a", ann, "1"}, {"PEXPIRE", "lock:a", "600000"}}));
    open(spec, {.thresholds = {.grace = 300ms}});
    QTRY_COMPARE(waitersOf("lock:a"), 1);
    const LockPtr held = find("lock:a");
    QCOMPARE(held->waiters.mayBeElsewhere, mayBeElsewhere);
    QCOMPARE(held->waiters.count().least, mayBeElsewhere ? 0 : 1);
    QVERIFY(held->expiresAt);
    QCOMPARE(held->verdict.code, std::string_view("waited-for"));
    const WaitGraph graph = finished(m_engine->blocking({})).graph;
    QCOMPARE(graph.elsewhere, mayBeElsewhere ? 1 : 0);
    QCOMPARE(graph.count().least, mayBeElsewhere ? 0 : 1);
    VERIFY_OK(redisCli(spec, {"DEL", "lock:a"})); // without waking its waiters
    const auto verdict = [this] {
        const LockPtr lock = find("lock:a");
        return !lock ? "no lock" : lock->held() ? "held" : lock->verdict.code;
    };
    QTRY_COMPARE(verdict(), mayBeElsewhere ? "no lock" : "free-but-waited-for");
    // Looked up by name, and by an engine that has not counted before, it is the same.
    QCOMPARE(bool(finished(m_engine->inspect({"lock:a"}))->lock), !mayBeElsewhere);
    open(spec, {.follow = false, .scan = false});
    QCOMPARE(bool(finished(m_engine->inspect({"lock:a"}))->lock), !mayBeElsewhere);
    finished(m_engine->scan());
    QCOMPARE(m_engine->locks().size(), mayBeElsewhere ? size_t(0) : size_t(1));
}

// As the clients of the lab do on a cluster.
void tst_waiters::whoListensInBothWaysCountsOnce()
{
    const auto deployment = SandboxDeployment::start(SandboxTopology::Cluster);
    VERIFY_OK(deployment);
    ConnectionSpec spec = (*deployment)->spec();
    spec.readOnly = false;
    Engine holder, waiter;
    for (Engine *engine : {&holder, &waiter}) {
        engine->open(spec, {.follow = false, .scan = false});
        VERIFY_OK(finished(engine->waitReady(20s)));
    }
    ActRequest request{
        .act = ActKind::Acquire, .key = {"lock:a"}, .kind = "rw-lock", .mode = HoldMode::Write};
    request.lease = 300s;
    request.reason = QStringLiteral("test");
    QCOMPARE(finished(holder.act(request)).result, ActResult::Done);
    request.wait = 60s;
    waiter.requestAct(7, request);
    open((*deployment)->spec());
    QTRY_COMPARE(waitersOf("lock:a"), 1);
    // Another client, that listens in one way only.
    std::unique_ptr<Session> other;
    for (size_t i = 0; i < 3; ++i) {
        const ConnectionSpec node = (*deployment)->node(i).tcp();
        if (node.node() == m_engine->nodeOf({"lock:a"}).node)
            other = listening(node, {"SSUBSCRIBE", "redisson_rwlock:{lock:a}"});
    }
    QVERIFY(other);
    QTRY_COMPARE(waitersOf("lock:a"), 2);
}

void tst_waiters::aReplicasWaitersCount()
{
    const auto deployment = SandboxDeployment::start(SandboxTopology::Replica);
    VERIFY_OK(deployment);
    const QByteArray channel = "redisson_lock__channel:{lock:a}";
    const auto there = listening((*deployment)->node(1).tcp(), {"SUBSCRIBE", channel});
    const auto here = listening((*deployment)->node(0).tcp(), {"SUBSCRIBE", channel});
    open((*deployment)->spec());
    QTRY_COMPARE(waitersOf("lock:a"), 2);
}

// With keyspace events, which tell that the key of the lock is gone, and nothing of its queue.
void tst_waiters::aQueueOutlivesTheHold()
{
    const auto server = Sandbox::start();
    VERIFY_OK(server);
    const ConnectionSpec spec = (*server)->tcp();
    const QByteArray queue = "redisson_lock_queue:{lock:f}";
    const QByteArray deadlines = "redisson_lock_timeout:{lock:f}";
    VERIFY_OK(redisCliAll(spec, {{"CONFIG", "SET", "notify-keyspace-events", "KA"},
                                 {"HSET", "lock:f", other, "1"},
                                 {"PEXPIRE", "lock:f", "600000"},
                                 {"RPUSH", queue, ann},
                                 {"ZADD", deadlines, "4102444800000", ann}}));
    m_engine = std::make_unique<Engine>();
    QByteArrayList told;
    LiveStatus live;
    QObject here; // before the others are gone
    connect(m_engine.get(), &Engine::tableChanged, &here, [&told](const LockDelta &delta) {
        for (const LockEvent &event : delta.events)
            told << name(event.kind) + QByteArray(" ") + QByteArray::number(event.count);
    });
    connect(m_engine.get(), &Engine::liveChanged, &here, [&live](const LiveStatus &now) { live = now; });
    m_engine->open(spec, {});
    const auto queued = [this] {
        const LockPtr lock = find("lock:f");
        return lock ? std::pair(lock->owner().bytes, int(lock->waiters.queued.size()))
                    : std::pair("none", -1);
    };
    QTRY_COMPARE(queued(), std::pair(other, 1));
    QTRY_VERIFY(live.mode == LiveMode::KeyspaceEvents);
    QVERIFY(finished(m_engine->scan()).phase == ScanPhase::Complete);
    VERIFY_OK(redisCli(spec, {"DEL", "lock:f"}));
    QTRY_COMPARE(queued(), std::pair(QByteArray(), 1));
    VERIFY_OK(redisCli(spec, {"EVAL",
                              "redis.call('LPOP', KEYS[2]) redis.call('ZREM', KEYS[3], ARGV[1])"
                              " redis.call('HSET', KEYS[1], ARGV[1], 1)"
                              " return redis.call('PEXPIRE', KEYS[1], 600000)",
                              "3", "lock:f", queue, deadlines, ann}));
    QTRY_COMPARE(queued(), std::pair(ann, 0));
    QTRY_COMPARE(told.join(", "), "released 0, acquired 1, waiters 0");
}

// The first in the queue listens on the replica. While that does not answer, nothing says that the waiter is
// gone.
// The counter is not started, so it makes no regular round. A client queues first, then it subscribes.
void tst_waiters::whoIsNewInAQueueIsLookedForAtOnce()
{
    const auto server = Sandbox::start();
    VERIFY_OK(server);
    const ConnectionSpec spec = (*server)->tcp();
    const QByteArray queue = "redisson_lock_queue:{lock:a}";
    for (const CliCommand &command :
         {CliCommand{"HSET", "lock:a", other, "1"}, CliCommand{"PEXPIRE", "lock:a", "600000"},
          CliCommand{"RPUSH", queue, ann},
          CliCommand{"ZADD", "redisson_lock_timeout:{lock:a}", "4102444800000", ann}})
        VERIFY_OK(redisCli(spec, command));
    Node node(spec);
    LockTable table(Registry::builtIn());
    WaiterCounter counter(node, Registry::builtIn(), table);
    node.open();
    QTRY_VERIFY(node.isReady());
    const LockName key{"lock:a"};
    const auto readings = finished(readLocks(&node.reading(), Registry::builtIn(), wholeLock(key)));
    VERIFY_OK(readings);
    table.apply(readings->front(), node.status().node, 0, EventSource::Poll);
    const auto listens = [&] { return table.find(key)->waiters.queued.front().alive; };
    QVERIFY(!listens());
    const QSignalSpy counted(&counter, &WaiterCounter::tableTouched);
    counter.countSoon(key);
    QTRY_VERIFY(!counted.isEmpty());
    QVERIFY(!listens()); // it may be about to subscribe
    const auto waiter = listening(spec, {"SUBSCRIBE", "redisson_lock__channel:{lock:a}:" + ann});
    QTRY_COMPARE(listens(), std::optional(true));
}

void tst_waiters::aWaiterOnAServerThatDoesNotAnswerIsNotDead()
{
    const auto deployment = SandboxDeployment::start(SandboxTopology::Replica);
    VERIFY_OK(deployment);
    SandboxServer &master = (*deployment)->node(0);
    SandboxServer &replica = (*deployment)->node(1);
    const auto first = listening(replica.tcp(), {"SUBSCRIBE", "redisson_lock__channel:{lock:f}:" + ann});
    VERIFY_OK(master.ask({"HSET", "lock:f", other, "1"}));
    VERIFY_OK(master.ask({"RPUSH", "redisson_lock_queue:{lock:f}", ann}));
    VERIFY_OK(master.ask({"ZADD", "redisson_lock_timeout:{lock:f}", "99999999999999", ann}));
    open((*deployment)->spec());
    const auto alive = [this] {
        const LockPtr lock = find("lock:f");
        const bool isQueued = lock && lock->waiters.queued.size() == 1;
        return isQueued ? lock->waiters.queued.front().alive : std::nullopt;
    };
    QTRY_COMPARE(alive(), std::optional(true));
    replica.pause();
    QTRY_COMPARE(alive(), std::nullopt);
    for (int i = 0; i < 5; ++i) { // each looks for the waiters again
        VERIFY_OK(finished(m_engine->inspect({"lock:f"})));
        QCOMPARE(alive(), std::nullopt);
    }
    replica.resume();
    first->close(); // the pause may have ended its subscription
    const auto again = listening(replica.tcp(), {"SUBSCRIBE", "redisson_lock__channel:{lock:f}:" + ann});
    QTRY_COMPARE(alive(), std::optional(true));
    again->close();
    QTRY_COMPARE(alive(), std::optional(false));
}

// Its replicas are not connected to, and a client may listen there.
void tst_waiters::aWaiterOfAStandaloneServerMayListenOnItsReplica()
{
    const auto deployment = SandboxDeployment::start(SandboxTopology::Replica);
    VERIFY_OK(deployment);
    SandboxServer &master = (*deployment)->node(0);
    const auto first =
        listening((*deployment)->node(1).tcp(), {"SUBSCRIBE", "redisson_lock__channel:{lock:f}:" + ann});
    VERIFY_OK(master.ask({"HSET", "lock:f", other, "1"}));
    VERIFY_OK(master.ask({"RPUSH", "redisson_lock_queue:{lock:f}", ann}));
    VERIFY_OK(master.ask({"ZADD", "redisson_lock_timeout:{lock:f}", "99999999999999", ann}));
    ConnectionSpec spec = master.tcp();
    spec.topology = Topology::Standalone;
    open(spec);
    QTRY_VERIFY(find("lock:f"));
    for (int i = 0; i < 5; ++i) { // each looks for the waiters
        VERIFY_OK(finished(m_engine->inspect({"lock:f"})));
        QCOMPARE(find("lock:f")->waiters.queued.size(), size_t(1));
        QCOMPARE(find("lock:f")->waiters.queued.front().alive, std::nullopt);
    }
}

void tst_waiters::inAClusterWhereverHeIs_data()
{
    QTest::addColumn<bool>("follow");
    QTest::newRow("followed") << true;
    QTest::newRow("one pass") << false;
}

void tst_waiters::inAClusterWhereverHeIs()
{
    QFETCH(bool, follow);
    const auto deployment = SandboxDeployment::start(SandboxTopology::Cluster);
    VERIFY_OK(deployment);
    const QByteArray channel = "redisson_lock__channel:{lock:a}";
    // One on each master and one on a replica: all but one listen on a node other than the key's.
    std::vector<std::unique_ptr<Session>> waiters;
    for (const size_t node : {0, 1, 2, 3})
        waiters.push_back(listening((*deployment)->node(node).tcp(), {"SUBSCRIBE", channel}));
    open((*deployment)->spec(), {.follow = follow, .scan = follow});
    for (size_t i = 0; i < 3; ++i) { // And one on the shard channel, on the node of its slot
        const ConnectionSpec spec = (*deployment)->node(i).tcp();
        if (spec.node() == m_engine->nodeOf({"lock:a"}).node)
            waiters.push_back(listening(spec, {"SSUBSCRIBE", channel}));
    }
    QCOMPARE(waiters.size(), size_t(5));
    const auto ready = [this] {
        const std::vector<NodeStatus> nodes = m_engine->nodes();
        return std::count_if(nodes.begin(), nodes.end(), [](const NodeStatus &one) { return one.isReady(); });
    };
    QTRY_COMPARE(ready(), 6); // Replicas too, which nobody waits for to begin
    if (!follow)
        QVERIFY(finished(m_engine->scan()).phase == ScanPhase::Complete);
    QTRY_COMPARE_WITH_TIMEOUT(waitersOf("lock:a"), 5, follow ? 25000 : 1);
    QCOMPARE(m_engine->locks().size(), size_t(1));
    QCOMPARE(find("lock:a")->node, m_engine->nodeOf({"lock:a"}).node);
    if (!follow)
        return;
    waiters.clear();
    QTRY_VERIFY(!find("lock:a"));
}

LOCKSCOPE_TEST(tst_waiters)

} // namespace tst_waiters

#include "tst_waiters.moc"
