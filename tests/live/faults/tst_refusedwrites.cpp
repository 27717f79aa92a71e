// SPDX-License-Identifier: GPL-3.0-or-later
// Servers that refuse writes: out of memory, unable to save, too few replicas, replicas. What the command
// line says of each act, that nothing changes, and what the audit keeps. See resources/docs/faults.md.

#include "core/lab/sandbox/sandboxdeployment.h"
#include "tests/live/auditedcli.h"
#include "tests/support/followedengine.h"
#include "tests/support/heldlock.h"
#include "tests/support/replicated.h"
#include "tests/support/runner.h"
#include "tests/support/verify.h"

#include <QDir>
#include <QTest>

namespace tst_refusedwrites
{

using namespace lockscope;
using namespace lockscope::test;

namespace
{

const QByteArrayList Acquire{"acquire", "lock:new", "--owner", Bob};
const QByteArrayList Renew{"renew", "lock:a", "--owner", Alice, "--lease", "900s"};
const QByteArrayList SetExpiry{"set-expiry", "lock:a", "--lease", "20s"};
const QByteArrayList Release{"release", "lock:a", "--owner", Alice};
const QByteArrayList ForceRelease{"force-release", "lock:b", "--expect-owner", Alice, "--reason", "stuck"};
const QByteArray AllRefused = "acquire refused, renew refused, set-expiry refused, release refused, "
                              "force-release refused";

} // namespace

class tst_RefusedWrites : public QObject
{
    Q_OBJECT

private slots:
    void cleanup();

    void outOfMemoryOnlyAnAcquireIsRefused();
    void outOfMemoryWhatCountsOrStoresATimeIsRefused();
    void aServerThatCannotSave();
    void tooFewReplicas();
    void aReplica();
    void aReplicaThatHasNothingYet();
    void aReplicaThatIsCutOff();
    void aReplicaWithoutItsMaster();
    void aFollowedReplicaThatLosesItsMaster();

private:
    void start(SandboxTopology topology, const DeploymentOptions &options = {});
    SandboxServer &server() const { return m_servers->node(0); }
    // As it is, although a replica leads to its master.
    static ConnectionSpec only(const SandboxServer &server)
    {
        ConnectionSpec spec = server.spec();
        spec.topology = Topology::Standalone;
        return spec;
    }
    static QByteArray digest(const SandboxServer &server)
    {
        const auto reply = server.ask({"DEBUG", "DIGEST"});
        return reply ? reply->bytes : reply.failure().line().toUtf8();
    }
    // All acts; `kind` is the error of each, `words` is on the error line.
    void refusesAll(const AuditedCli &cli, const SandboxServer &server, const QString &kind,
                    const QByteArray &words);
    // The plan says so before the act; the dialogs of the window show the same plan.
    static void warnsBefore(const AuditedCli &cli, const QByteArray &words)
    {
        const Ended plan = cli(ForceRelease + QByteArrayList{"--dry-run"});
        QVERIFY2(plan.status == 0 && plan.out.contains(words), plan.told().constData());
    }

    std::unique_ptr<SandboxDeployment> m_servers;
};

void tst_RefusedWrites::cleanup()
{
    m_servers.reset();
}

void tst_RefusedWrites::start(SandboxTopology topology, const DeploymentOptions &options)
{
    VERIFY_INTO(m_servers, SandboxDeployment::start(topology, options));
    VERIFY_OK(hold(server(), "lock:a", Alice));
    VERIFY_OK(hold(server(), "lock:b", Alice));
}

void tst_RefusedWrites::refusesAll(const AuditedCli &cli, const SandboxServer &server, const QString &kind,
                                   const QByteArray &words)
{
    const QByteArray before = digest(server);
    for (const QByteArrayList &act : {Acquire, Renew, SetExpiry, Release, ForceRelease}) {
        const Ended ended = cli(act + QByteArrayList{"--json"});
        QVERIFY2(ended.status == 4, ended.told().constData());
        const QJsonObject receipt = ended.json();
        QVERIFY2(receipt[u"result"] == QLatin1String("refused"), ended.told().constData());
        QVERIFY2(receipt[u"error"][u"kind"] == kind, ended.told().constData());
        QVERIFY2(ended.err.count('\n') == 1 && ended.err.contains(act[1]) && ended.err.contains(words),
                 ended.told().constData());
    }
    QCOMPARE(digest(server), before);
    QCOMPARE(cli.story(), AllRefused);
    for (const QJsonValue &entry : cli.audit())
        QVERIFY(!entry[u"failure"].toString().isEmpty());
    QCOMPARE(cli.verified(), 0);
    QCOMPARE(cli({"show", "lock:a"}).status, 0); // Reading still works
}

void tst_RefusedWrites::outOfMemoryOnlyAnAcquireIsRefused()
{
    start(SandboxTopology::Standalone);
    VERIFY_OK(server().ask({"CONFIG", "SET", "maxmemory", "1"}));
    const AuditedCli cli(server().spec());
    const QByteArray before = digest(server());
    const Ended plan = cli(ForceRelease + QByteArrayList{"--dry-run"});
    QVERIFY2(plan.status == 0 && !plan.out.contains("OOM"), plan.told().constData()); // It needs no memory
    const Ended refused = cli(Acquire);
    QVERIFY2(refused.status == 4, refused.told().constData());
    QVERIFY2(refused.err.contains("lock:new: the server has reached maxmemory") &&
                 refused.err.contains("free memory or raise maxmemory"),
             refused.told().constData());
    QCOMPARE(digest(server()), before);
    // What frees memory, or needs none, is done.
    for (const QByteArrayList &act : {Renew, SetExpiry, Release, ForceRelease}) {
        const Ended ended = cli(act);
        QVERIFY2(ended.status == 0, ended.told().constData());
    }
    QCOMPARE(server().ask({"EXISTS", "lock:a", "lock:b"})->integer, 0);
    QCOMPARE(cli.story(),
             QByteArray("acquire refused, renew done, set-expiry done, release done, force-release done"));
}

// Of a lock that is not only deleted or given an expiry, the plan says so before the act.
void tst_RefusedWrites::outOfMemoryWhatCountsOrStoresATimeIsRefused()
{
    start(SandboxTopology::Standalone);
    const QByteArray permit = "0123456789abcdef0123456789abcdef";
    VERIFY_OK(server().ask({"SET", "slots", "1"}));
    VERIFY_OK(server().ask({"SET", "jobs", "1"}));
    VERIFY_OK(server().ask({"ZADD", "{jobs}:timeout", "922337203685477", permit}));
    VERIFY_OK(server().ask({"CONFIG", "SET", "maxmemory", "1"}));
    const AuditedCli cli(server().spec());
    const QByteArray before = digest(server());
    const QByteArrayList why{"--any-owner", "--reason", "stuck"};
    const QByteArrayList force = QByteArrayList{"force-release", "slots", "--kind", "semaphore"} + why;
    const Ended plan = cli(force + QByteArrayList{"--dry-run"});
    QVERIFY2(plan.status == 0 && plan.out.contains("memory is full (OOM)"), plan.told().constData());
    const QByteArrayList renew{"renew",   "jobs", "--kind",  "permit-semaphore",
                               "--owner", permit, "--lease", "900s"};
    for (const QByteArrayList &act : {force, renew}) {
        const Ended ended = cli(act);
        QVERIFY2(ended.status == 4 && ended.err.contains("the server has reached maxmemory"),
                 ended.told().constData());
    }
    QCOMPARE(digest(server()), before);
    // What removes a permit frees memory before it counts.
    const QByteArrayList all = QByteArrayList{"force-release", "jobs", "--kind", "permit-semaphore"} + why;
    const Ended dry = cli(all + QByteArrayList{"--dry-run"});
    QVERIFY2(dry.status == 0 && !dry.out.contains("OOM"), dry.told().constData());
    const Ended done = cli(all);
    QVERIFY2(done.status == 0, done.told().constData());
    QCOMPARE(server().ask({"GET", "jobs"})->bytes, QByteArray("2"));
}

void tst_RefusedWrites::aServerThatCannotSave()
{
    start(SandboxTopology::Standalone);
    VERIFY_OK(server().ask({"CONFIG", "SET", "save", "3600 1"}));
    // A folder in the snapshot's place makes its final rename fail.
    QVERIFY(QDir(server().folder()).mkpath(QStringLiteral("dump.rdb/inside")));
    VERIFY_OK(server().ask({"BGSAVE"}));
    QTRY_VERIFY(!server().ask({"SET", "other", "x"}).ok());
    const AuditedCli cli(server().spec());
    refusesAll(cli, server(), QStringLiteral("misconf"),
               "the server refuses writes because it cannot save to disk: check the server log (usually a "
               "full disk), then run BGSAVE; until then no lock can be released");
    warnsBefore(cli, "this server rejects all writes because its last snapshot failed (MISCONF)");
    const Ended doctor = cli({"doctor"});
    QVERIFY2(doctor.status == 1 && doctor.out.contains("writes-stopped"), doctor.told().constData());
    // What the text says to do helps.
    QVERIFY(QDir(server().folder() + QStringLiteral("/dump.rdb")).removeRecursively());
    VERIFY_OK(server().ask({"BGSAVE"}));
    QTRY_VERIFY(server().ask({"SET", "other", "x"}).ok());
    QCOMPARE(cli(Release).status, 0);
}

void tst_RefusedWrites::tooFewReplicas()
{
    start(SandboxTopology::Standalone);
    VERIFY_OK(server().ask({"CONFIG", "SET", "min-replicas-to-write", "1"}));
    const AuditedCli cli(server().spec());
    refusesAll(cli, server(), QStringLiteral("no-replicas"),
               "the server rejects writes: fewer replicas than min-replicas-to-write: restore the replicas; "
               "until then no lock can be released");
    warnsBefore(cli, "this master rejects all writes because too few replicas keep up (NOREPLICAS)");
    const Ended doctor = cli({"doctor"});
    QVERIFY2(doctor.status == 1 && doctor.out.contains("too-few-replicas"), doctor.told().constData());
}

void tst_RefusedWrites::aReplica()
{
    start(SandboxTopology::Replica, {.replicas = 1});
    const SandboxServer &replica = m_servers->node(1);
    const qint64 written = streamOffset(server());
    QTRY_COMPARE(replicasWith(server(), written), 1);
    refusesAll(AuditedCli(only(replica)), replica, QStringLiteral("read-only-replica"),
               "this server is a replica and accepts no writes: connect to its master");
    const Ended plan = AuditedCli(only(replica))(ForceRelease + QByteArrayList{"--dry-run"});
    QVERIFY2(plan.status == 4 && plan.err.contains("this server is a replica and accepts no writes"),
             plan.told().constData());
    QVERIFY2(plan.out.contains("EVAL") && !plan.out.contains("accepts no writes"), plan.told().constData());
    const Ended missing = AuditedCli(only(replica))({"show", "lock:other"});
    QVERIFY2(missing.status == 1 && missing.err.contains("this server is a replica and may lag"),
             missing.told().constData());
    const Ended scan = AuditedCli(only(replica))({"scan"});
    QVERIFY2(scan.err.contains("is a replica: what it shows may be older"), scan.told().constData());
    const Ended doctor = AuditedCli(only(replica))({"doctor"});
    QVERIFY2(doctor.out.contains("info  only-replica"), doctor.told().constData());
    // A message would reach only the clients that listen on this replica.
    const Ended woken = AuditedCli(only(replica))({"wake", "lock:a"});
    QVERIFY2(woken.status == 4, woken.told().constData());
    // Unless told otherwise, the program goes to the master by itself.
    QCOMPARE(AuditedCli(replica.spec())(Release).status, 0);
    QCOMPARE(server().ask({"EXISTS", "lock:a"})->integer, 0);
}

// What a replica lacks is not gone.
void tst_RefusedWrites::aReplicaThatHasNothingYet()
{
    start(SandboxTopology::Replica, {.replicas = 1});
    const SandboxServer &replica = m_servers->node(1);
    const qint64 written = streamOffset(server());
    QTRY_COMPARE(replicasWith(server(), written), 1);
    server().pause();
    VERIFY_OK(replica.ask({"CONFIG", "SET", "replica-read-only", "no"}));
    VERIFY_OK(replica.ask({"DEL", "lock:a"}));
    const AuditedCli cli(only(replica));
    const Ended ended = cli(Release);
    server().resume();
    QVERIFY2(ended.status == 4 && ended.err.contains("this server is a replica"), ended.told().constData());
    QCOMPARE(cli.story(), QByteArray("release refused"));
    QCOMPARE(server().ask({"EXISTS", "lock:a"})->integer, 1);
}

// It serves what it had when its master died, and the doctor says so.
void tst_RefusedWrites::aReplicaThatIsCutOff()
{
    start(SandboxTopology::Replica, {.replicas = 1});
    const SandboxServer &replica = m_servers->node(1);
    const qint64 written = streamOffset(server());
    QTRY_COMPARE(replicasWith(server(), written), 1);
    server().kill();
    const auto isDisconnected = [&] {
        const auto info = replica.ask({"INFO", "replication"});
        return info && info->bytes.contains("master_link_status:down");
    };
    QTRY_VERIFY(isDisconnected());
    const AuditedCli cli(only(replica));
    const Ended shown = cli({"show", "lock:a"});
    QVERIFY2(shown.status == 0 && shown.out.contains(Alice), shown.told().constData());
    const Ended doctor = cli({"doctor"});
    QVERIFY2(doctor.status == 1 && doctor.out.contains("critical  only-replica"), doctor.told().constData());
    const Ended refused = cli(Release);
    QVERIFY2(refused.status == 4 && refused.err.contains("this server is a replica"),
             refused.told().constData());
    // Unless it is named as the only server, the program says that it cannot reach the master.
    const Ended away = AuditedCli(replica.spec())(QByteArrayList{"--timeout", "2s"} + Release);
    QVERIFY2(away.status == 3 && away.err.contains(server().spec().node().bytes), away.told().constData());
}

// It refuses the login: no act begins, and none is recorded.
void tst_RefusedWrites::aReplicaWithoutItsMaster()
{
    start(SandboxTopology::Replica, {.replicas = 1});
    const SandboxServer &replica = m_servers->node(1);
    VERIFY_OK(replica.ask({"CONFIG", "SET", "replica-serve-stale-data", "no"}));
    const QByteArray before = digest(replica);
    server().kill();
    QTRY_VERIFY(!replica.ask({"GET", "lock:a"}).ok());
    const AuditedCli cli(replica.spec());
    for (const QByteArrayList &act : {Release, QByteArrayList{"scan"}}) {
        const Ended ended = cli(QByteArrayList{"--timeout", "2s"} + act);
        QVERIFY2(ended.status == 4, ended.told().constData());
        QVERIFY2(
            ended.err.contains("the replica has lost its master and does not serve stale data: connect to "
                               "the master, or wait"),
            ended.told().constData());
        QCOMPARE(ended.err.count('\n'), 1);
    }
    QCOMPARE(cli.story(), QByteArray());
    QCOMPARE(digest(replica), before);
}

// It still accepts connections, and answers INFO.
void tst_RefusedWrites::aFollowedReplicaThatLosesItsMaster()
{
    start(SandboxTopology::Replica, {.replicas = 1});
    const SandboxServer &replica = m_servers->node(1);
    VERIFY_OK(replica.ask({"CONFIG", "SET", "replica-serve-stale-data", "no"}));
    FollowedEngine followed;
    VERIFY_OK(followed.follow(replica.spec()));
    QCOMPARE(followed.status(replica).connection.phase, ConnectionPhase::Ready);
    server().kill();
    QTRY_VERIFY(!replica.ask({"GET", "lock:a"}).ok());
    // Both at once: between two attempts it waits, and during one the reason stays.
    const auto waits = [&] {
        const ConnectionState connection = followed.status(replica).connection;
        return connection.reason.kind == ErrorKind::MasterDown &&
               connection.phase == ConnectionPhase::Waiting;
    };
    QTRY_VERIFY(waits());
    VERIFY_OK(replica.ask({"REPLICAOF", "NO", "ONE"}));
    QTRY_COMPARE(followed.status(replica).connection.phase, ConnectionPhase::Ready);
}

LOCKSCOPE_TEST(tst_RefusedWrites)

} // namespace tst_refusedwrites

#include "tst_refusedwrites.moc"
