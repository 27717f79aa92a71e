// SPDX-License-Identifier: GPL-3.0-or-later
// What happens to locks that are followed: the server cuts the feed because the program reads too slowly, a
// lock is evicted, a master hands over by plan, the servers of a cluster restart in turn. See
// resources/docs/faults.md.

#include "core/lab/sandbox/sandboxdeployment.h"
#include "tests/live/auditedcli.h"
#include "tests/support/followedengine.h"
#include "tests/support/heldlock.h"
#include "tests/support/replicated.h"
#include "tests/support/runner.h"
#include "tests/support/serveranswers.h"
#include "tests/support/verify.h"

#include <QTest>

#include <algorithm>
#include <csignal>

namespace tst_cutfeeds
{

using namespace lockscope;
using namespace lockscope::test;

class tst_CutFeeds : public QObject
{
    Q_OBJECT

private slots:
    void cleanup();

    void aReaderThatIsTooSlow();
    void aPlannedFailover();
    void anEvictedLockIsGone();
    void aFlushIsNoRelease();
    void patternsThatOverlap();
    void aRollingRestart();

private:
    void start(SandboxTopology topology, const DeploymentOptions &options = {});
    SandboxServer &server() const { return m_servers->node(0); }
    bool isFollowed(Program &watch);

    std::unique_ptr<SandboxDeployment> m_servers;
    int m_began = 0;
};

void tst_CutFeeds::cleanup()
{
    m_servers.reset();
}

void tst_CutFeeds::start(SandboxTopology topology, const DeploymentOptions &options)
{
    VERIFY_INTO(m_servers, SandboxDeployment::start(topology, options));
}

// During the first pass, a new lock is told as changed; after it, as acquired.
bool tst_CutFeeds::isFollowed(Program &watch)
{
    const QByteArray key = "lock:began:" + QByteArray::number(m_began++);
    return server().ask({"SET", key, "token", "PX", "600000"}).ok() &&
           watch.said(R"("event":"acquired","key":"lock:began:)");
}

// The program is stopped as by Ctrl+Z. The server cuts its subscription; what happened meanwhile is found.
void tst_CutFeeds::aReaderThatIsTooSlow()
{
    start(SandboxTopology::Standalone);
    VERIFY_OK(server().ask({"CONFIG", "SET", "client-output-buffer-limit", "pubsub 65536 0 0"}));
    Program watch({"-u", connectionUrl(server().spec()).toUtf8(), "watch", "--json"});
    QTRY_VERIFY(watch.said("\"live\":\"tracking\"") && isFollowed(watch));
    // In one step, which is one event
    VERIFY_OK(server().ask({"EVAL",
                            "redis.call('hset', KEYS[1], ARGV[1], 1) "
                            "return redis.call('pexpire', KEYS[1], 600000)",
                            "1", "lock:gone", Alice}));
    QTRY_VERIFY(watch.said("lock:gone"));
    const auto subscribers = [this] {
        const auto list = server().ask({"CLIENT", "LIST", "TYPE", "pubsub"});
        return list ? list->bytes.count("id=") : -1;
    };
    QTRY_VERIFY(subscribers() > 0);
    QCOMPARE(::kill(pid_t(watch.process.processId()), SIGSTOP), 0);
    // The kernel holds some megabytes for the program before the server notices.
    const QByteArray megabyte(1 << 20, 'x');
    for (int i = 0; i < 100 && subscribers() > 0; ++i)
        VERIFY_OK(server().ask({"PUBLISH", "__redis__:invalidate", megabyte}));
    QCOMPARE(subscribers(), 0);
    VERIFY_OK(server().ask({"DEL", "lock:gone"}));
    QCOMPARE(::kill(pid_t(watch.process.processId()), SIGCONT), 0);
    // The gap is said, and what ended in it is found.
    QTRY_VERIFY(watch.said("\"live\":\"polling\""));
    const auto count = [&watch](const QByteArray &words) {
        return watch.said(words) ? watch.output().count(words) : 0;
    };
    QTRY_COMPARE(count("\"live\":\"tracking\""), 2);
    QTRY_COMPARE(count("\"key\":\"lock:gone\""), 2);
    VERIFY_OK(hold(server(), "lock:later", Bob));
    QTRY_VERIFY(watch.said("lock:later"));
}

void tst_CutFeeds::aPlannedFailover()
{
    start(SandboxTopology::Replica, {.replicas = 1});
    const SandboxServer &heir = m_servers->node(1);
    for (const char *key : {"lock:a", "lock:b", "lock:c"})
        VERIFY_OK(hold(server(), key, Alice));
    const qint64 written = streamOffset(server());
    QTRY_COMPARE(replicasWith(server(), written), 1);
    FollowedEngine followed;
    VERIFY_OK(followed.follow(m_servers->spec()));
    QTRY_VERIFY(followed.isReady(2) && followed.find("lock:a"));
    VERIFY_OK(server().ask({"FAILOVER"}));
    // Sent to the old master, which holds writes back and then refuses them.
    QCOMPARE(followed.act({.act = ActKind::Release, .key = {"lock:a"}, .owner = {Alice}}), ActResult::Done);
    QTRY_COMPARE(role(heir), QByteArray("master"));
    QTRY_VERIFY(followed.isFresh("lock:b", heir.spec().node()));
    QTRY_COMPARE(followed.failovers().size(), 1U);
    // What was released is not lost: the release reaches the new master before its locks are compared with
    // those of the old one, or after that.
    const FailoverReport &report = followed.failovers().front();
    QCOMPARE(report.lost.size(), 0U);
    QCOMPARE(report.kept, report.before);
    QVERIFY2(report.before == 2 || report.before == 3, QByteArray::number(report.before).constData());
    QCOMPARE(ownerOn(heir, "lock:a"), QByteArray());
    QCOMPARE(ownerOn(heir, "lock:b"), Alice);
    // The same for one who comes now, by the old address.
    const AuditedCli cli(server().spec());
    const Ended ended = cli({"release", "lock:b", "--owner", Alice});
    QVERIFY2(ended.status == 0, ended.told().constData());
    QCOMPARE(cli.story(), QByteArray("release done"));
    QCOMPARE(ownerOn(heir, "lock:b"), QByteArray());
    QCOMPARE(ownerOn(heir, "lock:c"), Alice);
}

// Only keyspace events tell an eviction from a release. The doctor names the cause in any case.
void tst_CutFeeds::anEvictedLockIsGone()
{
    start(SandboxTopology::Standalone);
    VERIFY_OK(server().ask({"CONFIG", "SET", "notify-keyspace-events", "KA"}));
    FollowedEngine followed;
    VERIFY_OK(followed.follow(server().spec()));
    VERIFY_OK(hold(server(), "lock:a", Alice));
    QTRY_VERIFY(followed.find("lock:a"));
    VERIFY_OK(server().ask({"CONFIG", "SET", "maxmemory-policy", "volatile-ttl"}));
    VERIFY_OK(server().ask({"CONFIG", "SET", "maxmemory", "1"}));
    QVERIFY(!server().ask({"SET", "other", "x"}).ok()); // Evicts what it can, and is still full
    QCOMPARE(server().ask({"EXISTS", "lock:a"})->integer, 0);
    QTRY_VERIFY(!followed.find("lock:a"));
    for (const LockEvent &event : followed.events("lock:a"))
        QVERIFY2(event.kind != EventKind::Released && event.kind != EventKind::Expired, name(event.kind));
    const AuditedCli cli(server().spec());
    const Ended gone = cli({"release", "lock:a", "--owner", Alice});
    QVERIFY2(gone.status == 1 && gone.err.contains("already gone"), gone.told().constData());
    QCOMPARE(cli.story(), QByteArray("release already-gone"));
    const Ended doctor = cli({"doctor"});
    QVERIFY2(doctor.status == 1 && doctor.out.contains("evicts-locks") &&
                 doctor.out.contains("evicted_keys:1"),
             doctor.told().constData());
}

void tst_CutFeeds::aFlushIsNoRelease()
{
    start(SandboxTopology::Standalone);
    LiveStatus live;
    ScanPhase pass = ScanPhase::Idle; // only after a complete one is a lock known to be new
    FollowedEngine followed;
    connect(&followed.engine(), &Engine::liveChanged, this, [&live](const LiveStatus &now) { live = now; });
    connect(&followed.engine(), &Engine::scanChanged, this,
            [&pass](const ScanProgress &scan) { pass = scan.phase; });
    VERIFY_OK(followed.follow(server().spec()));
    QTRY_COMPARE(live.mode, LiveMode::Tracking);
    QTRY_COMPARE(pass, ScanPhase::Complete);
    const auto story = [&followed](const QByteArray &key) {
        QByteArrayList kinds;
        const std::vector<LockEvent> events = followed.events(key);
        for (const LockEvent &event : events)
            kinds += name(event.kind);
        return kinds.join(' ');
    };
    // In one step: between the commands of hold() the lock may be read without an expiry, then changed.
    const auto take = [this](const QByteArray &key, const QByteArray &owner) {
        return server().ask({"EVAL",
                             "redis.call('HSET', KEYS[1], ARGV[1], 1)"
                             "return redis.call('PEXPIRE', KEYS[1], 600000)",
                             "1", key, owner});
    };
    VERIFY_OK(take("lock:a", Alice));
    VERIFY_OK(take("lock:b", Alice));
    QTRY_COMPARE(story("lock:a"), QByteArray("acquired"));
    QTRY_COMPARE(story("lock:b"), QByteArray("acquired"));
    VERIFY_OK(server().ask({"DEL", "lock:b"}));
    QTRY_COMPARE(story("lock:b"), QByteArray("acquired released"));
    VERIFY_OK(server().ask({"FLUSHALL"}));
    QTRY_COMPARE(story("lock:a"), QByteArray("acquired changed"));
    QVERIFY(!followed.find("lock:a"));
    // Afterwards as before.
    VERIFY_OK(take("lock:c", Bob));
    QTRY_COMPARE(story("lock:c"), QByteArray("acquired"));
    VERIFY_OK(server().ask({"DEL", "lock:c"}));
    QTRY_COMPARE(story("lock:c"), QByteArray("acquired released"));
}

// The server would answer one command with two replies.
void tst_CutFeeds::patternsThatOverlap()
{
    start(SandboxTopology::Standalone);
    Program watch({"-u", connectionUrl(server().spec()).toUtf8(), "--pattern", "job:*", "--pattern", "lock:*",
                   "--pattern", "lock:a*", "--pattern", "lock:ab*", "watch", "--json"});
    QTRY_VERIFY(watch.said("\"live\":\"tracking\"") && isFollowed(watch));
    for (const char *key : {"lock:ab", "lock:b"}) {
        VERIFY_OK(hold(server(), key, Alice));
        QTRY_VERIFY(watch.said(QByteArray("\"key\":\"") + key + '"'));
    }
    QCOMPARE(watch.output().count("\"state\":\"ready\""), 1); // The connection was never reset
}

void tst_CutFeeds::aRollingRestart()
{
    start(SandboxTopology::Cluster, {.replicas = 0});
    constexpr size_t Locks = 12;
    const auto key = [](size_t number) { return "lock:" + QByteArray::number(qulonglong(number)); };
    for (size_t i = 0; i < Locks; ++i) {
        for (size_t node = 0; node < m_servers->size(); ++node) {
            if (m_servers->node(node).ask({"EXISTS", key(i)}).ok())
                VERIFY_OK(hold(m_servers->node(node), key(i), Alice));
        }
    }
    FollowedEngine followed;
    VERIFY_OK(followed.follow(m_servers->spec()));
    QTRY_COMPARE(followed.engine().locks().size(), Locks);
    const auto fresh = [&] {
        const std::vector<LockPtr> locks = followed.engine().locks();
        return std::ranges::count_if(locks, [](const LockPtr &lock) { return !lock->stale; });
    };
    for (size_t node = 0; node < m_servers->size(); ++node) {
        VERIFY_OK(m_servers->node(node).restart(Data::Kept));
        QTRY_COMPARE(followed.failovers().size(), node + 1);
        QCOMPARE(followed.failovers().back().lost.size(), 0U);
        QTRY_COMPARE(fresh(), int(Locks));
    }
    QCOMPARE(followed.engine().locks().size(), Locks);
    for (size_t i = 0; i < Locks; ++i) {
        for (const LockEvent &event : followed.events(key(i)))
            QVERIFY2(event.kind != EventKind::Released && event.kind != EventKind::Expired, name(event.kind));
    }
    QCOMPARE(followed.act({.act = ActKind::Release, .key = {key(0)}, .owner = {Alice}}), ActResult::Done);
}

LOCKSCOPE_TEST(tst_CutFeeds)

} // namespace tst_cutfeeds

#include "tst_cutfeeds.moc"
