// SPDX-License-Identifier: GPL-3.0-or-later
// A lock that its owner released and took again between the reading and the act is another hold, even with
// the same owner and count, and stays, for every kind; an unchanged one is released. On real servers, through
// the engine and through the redis-cli commands of the plan.

#include "core/lab/sandbox/sandboxdeployment.h"
#include "core/redis/script.h"
#include "tests/support/finished.h"
#include "tests/support/followedengine.h"
#include "tests/support/rediscli.h"
#include "tests/support/runner.h"
#include "tests/support/verify.h"

#include <QProcess>
#include <QTest>

namespace tst_compareandact
{

using namespace lockscope;
using namespace lockscope::test;
using namespace std::chrono_literals;

namespace
{

constexpr milliseconds Lease = 60s;
constexpr milliseconds Shown = 20s; // TTL when the lock was read

const QByteArray Uuid = "8743c9c0-0795-4907-87fd-6c719a6b4586";

} // namespace

class tst_compareandact : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void init();
    void cleanup() { m_engine.reset(); }

    void whatWasTakenAnewStays_data();
    void whatWasTakenAnewStays();
    void anExpiryThatCameOrWentStops();
    void worksWithoutTheCachedScript();
    void worksAsRedisCli();
    void worksInACluster();
    void whoTakesItNextIsTimed();

private:
    void open(const ConnectionSpec &spec);
    Receipt take(const QByteArray &kind, const QByteArray &key, const QByteArray &owner);
    ActRequest force(const QByteArray &key, milliseconds longest) const;
    QByteArray call(const CliCommand &command)
    {
        const auto reply = redisCli(m_server->node(0).spec(), command);
        return reply ? *reply : "failed: " + reply.failure().line().toUtf8();
    }

    std::unique_ptr<SandboxDeployment> m_server;
    std::unique_ptr<FollowedEngine> m_engine;
    OwnerId m_owner{};
};

void tst_compareandact::initTestCase()
{
    VERIFY_INTO(m_server, SandboxDeployment::start(SandboxTopology::Standalone));
}

void tst_compareandact::init()
{
    call({"FLUSHALL"});
    call({"SCRIPT", "FLUSH"});
    open(m_server->node(0).spec());
}

void tst_compareandact::open(const ConnectionSpec &spec)
{
    m_engine = std::make_unique<FollowedEngine>();
    ConnectionSpec writing = spec;
    writing.readOnly = false;
    VERIFY_OK(m_engine->follow(writing));
}

Receipt tst_compareandact::take(const QByteArray &kind, const QByteArray &key, const QByteArray &owner)
{
    m_engine->act({.act = ActKind::Acquire, .key = {key}, .kind = kind, .owner = {owner}, .lease = Lease});
    m_owner = m_engine->receipt().owner;
    return m_engine->receipt();
}

ActRequest tst_compareandact::force(const QByteArray &key, milliseconds longest) const
{
    ActRequest request{.act = ActKind::ForceRelease, .key = {key}, .expectedOwner = m_owner};
    request.reason = QStringLiteral("test");
    request.longestTtl = longest;
    return request;
}

void tst_compareandact::whatWasTakenAnewStays_data()
{
    QTest::addColumn<QByteArray>("kind");
    QTest::addColumn<QByteArray>("key");
    QTest::addColumn<QByteArray>("owner");
    QTest::newRow("rlock") << QByteArray("rlock") << QByteArray("lock:a") << Uuid + ":7";
    QTest::newRow("fair") << QByteArray("fair-lock") << QByteArray("lock:a") << Uuid + ":7";
    QTest::newRow("fenced") << QByteArray("fenced-lock") << QByteArray("lock:a") << Uuid + ":7";
    QTest::newRow("token") << QByteArray("token-lock") << QByteArray("lock:a") << QByteArray("app-chosen-1");
    QTest::newRow("spring") << QByteArray("spring-lock") << QByteArray("locks:a:b") << Uuid;
    QTest::newRow("python-redis-lock")
        << QByteArray("python-redis-lock") << QByteArray("lock:a") << QByteArray("AAECAwQFBgcICQoLDA0ODw01");
    QTest::newRow("no token") << QByteArray("untokened-lock") << QByteArray("lock:a") << QByteArray("1");
}

void tst_compareandact::whatWasTakenAnewStays()
{
    QFETCH(QByteArray, kind);
    QFETCH(QByteArray, key);
    QFETCH(QByteArray, owner);
    QCOMPARE(take(kind, key, owner).result, ActResult::Done);
    // Time has passed, and the lock is read now
    call({"PEXPIRE", key, QByteArray::number(qint64(Shown.count()))});
    ActRequest asked = force(key, Shown + 500ms);
    asked.kind = kind;
    ActRequest release{.act = ActKind::Release, .key = {key}, .kind = kind, .owner = m_owner};
    QCOMPARE(m_engine->act(release), ActResult::Done);
    QCOMPARE(take(kind, key, owner).result, ActResult::Done); // The same owner, a new hold
    const QByteArray before = call({"DUMP", key});

    QCOMPARE(m_engine->act(asked), ActResult::OwnerChanged);
    const Receipt &receipt = m_engine->receipt();
    QCOMPARE(receipt.owner, m_owner);                     // The expected owner
    QCOMPARE(receipt.foundOwner, std::optional(m_owner)); // The owner found when reading back
    QVERIFY(receipt.ttl && *receipt.ttl > Shown + 500ms);
    QCOMPARE(call({"DUMP", key}), before);
    QVERIFY(call({"PTTL", key}).toLongLong() > Shown.count() + 500);

    asked.longestTtl = Lease + 500ms; // Matches the current hold
    QCOMPARE(m_engine->act(asked), ActResult::Done);
    QCOMPARE(call({"EXISTS", key}), QByteArray("0"));
    QCOMPARE(m_engine->act(asked), ActResult::AlreadyGone);
}

void tst_compareandact::anExpiryThatCameOrWentStops()
{
    QCOMPARE(take("rlock", "lock:a", Uuid + ":7").result, ActResult::Done);
    QCOMPARE(m_engine->act(force("lock:a", -1ms)), ActResult::OwnerChanged); // Was shown without an expiry
    call({"PERSIST", "lock:a"});
    QCOMPARE(m_engine->act(force("lock:a", Lease)), ActResult::OwnerChanged); // Was shown with an expiry
    QCOMPARE(call({"EXISTS", "lock:a"}), QByteArray("1"));
    QCOMPARE(m_engine->act(force("lock:a", -1ms)), ActResult::Done);
    QCOMPARE(call({"EXISTS", "lock:a"}), QByteArray("0"));
}

void tst_compareandact::worksWithoutTheCachedScript()
{
    for (int round = 0; round < 2; ++round) {
        QCOMPARE(take("rlock", "lock:a", Uuid + ":7").result, ActResult::Done);
        QCOMPARE(m_engine->act(force("lock:a", Shown)), ActResult::OwnerChanged);
        const QByteArray sha1 = script(m_engine->receipt().plan.script).sha1;
        QCOMPARE(call({"SCRIPT", "EXISTS", sha1}), QByteArray("1"));
        call({"SCRIPT", "FLUSH"});
        QCOMPARE(m_engine->act(force("lock:a", Lease)), ActResult::Done);
    }
}

void tst_compareandact::worksAsRedisCli()
{
    const auto shell = [&](milliseconds longest) {
        ActRequest asked = force("lock:a", longest);
        asked.dryRun = true;
        m_engine->act(asked);
        const QStringList commands = m_engine->receipt().plan.commands;
        QProcess sh;
        sh.start(QStringLiteral("sh"), {QStringLiteral("-c"), commands.join(u'\n')});
        return sh.waitForFinished() && sh.exitCode() == 0 ? sh.readAllStandardOutput() : "failed";
    };
    QCOMPARE(take("rlock", "lock:a", Uuid + ":7").result, ActResult::Done);
    QVERIFY(shell(Shown).startsWith("owner-changed"));
    QCOMPARE(call({"EXISTS", "lock:a"}), QByteArray("1"));
    QVERIFY(shell(Lease).startsWith("done"));
    QCOMPARE(call({"EXISTS", "lock:a"}), QByteArray("0"));
    // Binary owners take another path.
    const QByteArray odd("\x01\xff'\"", 4);
    QCOMPARE(take("token-lock", "lock:a", odd).result, ActResult::Done);
    QVERIFY(shell(Shown).startsWith("owner-changed"));
    QVERIFY(shell(Lease).startsWith("done"));
}

void tst_compareandact::worksInACluster()
{
    auto started = SandboxDeployment::start(SandboxTopology::Cluster, {.replicas = 0});
    VERIFY_OK(started);
    open((*started)->spec());
    for (int i = 0; i < 6; ++i) { // Covers every master
        const QByteArray key = "lock:" + QByteArray::number(i);
        QCOMPARE(take("rlock", key, Uuid + ":7").result, ActResult::Done);
        QCOMPARE(m_engine->act(force(key, Shown)), ActResult::OwnerChanged);
        QCOMPARE(m_engine->receipt().foundOwner, std::optional(m_owner));
        QCOMPARE(m_engine->act(force(key, Lease)), ActResult::Done);
        QVERIFY(!m_engine->receipt().foundOwner);
    }
    m_engine.reset();
}

// The time until a woken waiter takes the lock is reported, and nothing if none was woken.
void tst_compareandact::whoTakesItNextIsTimed()
{
    QCOMPARE(take("rlock", "lock:a", Uuid + ":7").result, ActResult::Done);
    QCOMPARE(m_engine->act(force("lock:a", Lease)), ActResult::Done);
    QVERIFY(!m_engine->receipt().nextAfter);

    QCOMPARE(take("rlock", "lock:a", Uuid + ":7").result, ActResult::Done);
    FollowedEngine waiter;
    ConnectionSpec spec = m_server->node(0).spec();
    spec.readOnly = false;
    VERIFY_OK(waiter.follow(spec));
    auto waiting = waiter.engine().act({.act = ActKind::Acquire,
                                        .key = {"lock:a"},
                                        .kind = "rlock",
                                        .owner = {Uuid + ":8"},
                                        .lease = Lease,
                                        .wait = 20s});
    QTRY_COMPARE(call({"PUBSUB", "NUMSUB", "redisson_lock__channel:{lock:a}"}).split('\n').last(),
                 QByteArray("1"));
    m_owner = {Uuid + ":7"};
    QCOMPARE(m_engine->act(force("lock:a", Lease)), ActResult::Done);
    const Receipt receipt = m_engine->receipt();
    QCOMPARE(receipt.woken, 1);
    QVERIFY(receipt.nextAfter && *receipt.nextAfter >= 0ms);
    QCOMPARE(receipt.foundOwner, std::optional(OwnerId{Uuid + ":8"}));
    QVERIFY(receipt.line().contains(QLatin1String("acquired again within")));
    QCOMPARE(finished(std::move(waiting)).result, ActResult::Done);
}

LOCKSCOPE_TEST(tst_compareandact)

} // namespace tst_compareandact

#include "tst_compareandact.moc"
