// SPDX-License-Identifier: GPL-3.0-or-later
// The families that keep a lock in strings, in the whole engine: created by the commands of each library,
// found by a scan, followed, and released.
#include "core/engine/engine.h"
#include "tests/support/familyserver.h"
#include "tests/support/finished.h"
#include "tests/support/runner.h"
#include "tests/support/verify.h"

#include <QTest>

namespace tst_stringfamilies
{

using namespace lockscope;
using namespace lockscope::test;
using namespace std::chrono_literals;

namespace
{

const QByteArray uuid = QByteArrayLiteral("8743c9c0-0795-4907-87fd-6c719a6b4586");
const QByteArray raw = QByteArray("\x01\xff\x02\x80").repeated(6);

using Commands = std::vector<Command>;

} // namespace

class tst_stringfamilies : public QObject
{
    Q_OBJECT
private slots:
    void init();
    void cleanup();

    void isFoundFollowedAndFreed_data();
    void isFoundFollowedAndFreed();
    void companionsAreNotListed();
    void whatIsAcquiredIsRecognised_data();
    void whatIsAcquiredIsRecognised();

private:
    void open();
    LockPtr found(const QByteArray &key) { return m_engine->find({key}); }
    Receipt force(const QByteArray &key, const QByteArray &expected);

    FamilyServer m_server;
    std::unique_ptr<Engine> m_engine;
};

void tst_stringfamilies::init()
{
    m_server.clear();
    m_server.call({"CONFIG", "SET", "notify-keyspace-events", "EA"});
}

void tst_stringfamilies::cleanup()
{
    m_engine.reset();
}

void tst_stringfamilies::open()
{
    m_engine = std::make_unique<Engine>();
    ConnectionSpec spec = m_server.sandbox().tcp();
    spec.readOnly = false;
    m_engine->open(spec, {});
    VERIFY_OK(finished(m_engine->waitReady(10s)));
}

Receipt tst_stringfamilies::force(const QByteArray &key, const QByteArray &expected)
{
    return finished(m_engine->act({.act = ActKind::ForceRelease,
                                   .key = {key},
                                   .expectedOwner = OwnerId{expected},
                                   .reason = QStringLiteral("test")}));
}

void tst_stringfamilies::isFoundFollowedAndFreed_data()
{
    QTest::addColumn<QByteArray>("kind");
    QTest::addColumn<QByteArray>("key");
    QTest::addColumn<QByteArray>("owner");
    QTest::addColumn<Commands>("take");
    QTest::addColumn<Commands>("renew");
    const auto row = [](const char *title, const char *kind, const QByteArray &key, const QByteArray &owner,
                        Commands more = {}, Commands renew = {}) {
        Commands take{{"SET", key, owner, "NX", "PX", "30000"}};
        take.insert(take.end(), more.begin(), more.end());
        if (renew.empty())
            renew = {{"PEXPIRE", key, "90000"}};
        QTest::newRow(title) << QByteArray(kind) << key << owner << take << renew;
    };
    row("python-redis-lock", "python-redis-lock", "lock:order", "AAECAwQFBgcICQoLDA0ODxAR");
    row("BullMQ", "job-lock", "bull:mail:7:lock", uuid + ":12",
        {{"HSET", "bull:mail:7", "name", "send", "data", "{}", "opts", "{}"}},
        {{"SET", "bull:mail:7:lock", uuid + ":12", "PX", "90000"}});
    row("Bull", "job-lock", "bull:mail:7:lock", uuid);
    row("ShedLock", "shedlock", "job-lock:default:mail", "ADDED:2026-08-21T12:00:00.123Z@web-1");
    row("Spring Integration", "spring-lock", "lock-registry:order", uuid);
    row("rueidislock", "rueidis-lock", "rueidislock:0:order", raw,
        {{"SET", "rueidislock:1:order", raw, "NX", "PX", "30000"},
         {"SET", "rueidislock:2:order", raw, "NX", "PX", "30000"}},
        {{"PEXPIRE", "rueidislock:0:order", "90000"},
         {"PEXPIRE", "rueidislock:1:order", "90000"},
         {"PEXPIRE", "rueidislock:2:order", "90000"}});
    row("redsync", "token-lock", "my-mutex", "AAECAwQFBgcICQoLDA0ODw==");
    row("RedLock.net", "token-lock", "redlock:order", uuid);
    row("Laravel", "token-lock", "app-cache-laravel_unique_job:Mail:7", "aZ3kP0qLmN8sTr5v");
    row("Dapr", "token-lock", "lock||app||order", "somebody");
    row("RQ", "untokened-lock", "rq:scheduler-lock:default", "4242");
}

void tst_stringfamilies::isFoundFollowedAndFreed()
{
    QFETCH(QByteArray, kind);
    QFETCH(QByteArray, key);
    QFETCH(QByteArray, owner);
    QFETCH(Commands, take);
    QFETCH(Commands, renew);
    for (const Command &command : take)
        m_server.call(command);
    open();
    QTRY_VERIFY(found(key));
    const LockPtr lock = found(key);
    QCOMPARE(lock->kind.name, std::string_view(kind.constData(), size_t(kind.size())));
    QCOMPARE(lock->owner().bytes, owner);
    QVERIFY(lock->confidence != Confidence::Guess);
    QVERIFY(lock->expiresAt && *lock->expiresAt - lock->readAt > 20s);
    QCOMPARE(m_engine->locks().size(), size_t(1));

    for (const Command &command : renew)
        m_server.call(command);
    QTRY_VERIFY(*found(key)->expiresAt - now() > 60s);

    QCOMPARE(QByteArray(name(force(key, "somebody else").result)), QByteArray("owner-changed"));
    QVERIFY(m_server.exists(key));
    const Receipt forced = force(key, owner);
    QCOMPARE(QByteArray(name(forced.result)), QByteArray("done"));
    QVERIFY(!forced.plan.warnings.isEmpty());
    QVERIFY(!m_server.exists(key));
    QTRY_VERIFY(!found(key) || !found(key)->held());
}

void tst_stringfamilies::companionsAreNotListed()
{
    for (const QByteArray &key : {QByteArray("rueidislock:1:order"), QByteArray("bull:lock:meta"),
                                  QByteArray("bull:lock:stalled-check")})
        m_server.call({"SET", key, raw, "PX", "30000"});
    m_server.call({"RPUSH", "lock-signal:order", "1"});
    m_server.call({"SET", "lock:last", uuid, "PX", "30000"});
    open();
    QTRY_VERIFY(found("lock:last"));
    const ScanProgress whole = finished(m_engine->scan());
    QVERIFY(!found("rueidislock:1:order") && !found("lock-signal:order") && !found("bull:lock:meta") &&
            !found("bull:lock:stalled-check"));
}

void tst_stringfamilies::whatIsAcquiredIsRecognised_data()
{
    QTest::addColumn<QByteArray>("key");
    QTest::newRow("python-redis-lock") << QByteArray("lock:order");
    QTest::newRow("shedlock") << QByteArray("job-lock:default:mail");
    QTest::newRow("spring-lock") << QByteArray("lock-registry:order");
    QTest::newRow("rueidis-lock") << QByteArray("rueidislock:0:order");
    QTest::newRow("token-lock") << QByteArray("lock:order");
    QTest::newRow("untokened-lock") << QByteArray("lock:order");
}

void tst_stringfamilies::whatIsAcquiredIsRecognised()
{
    QFETCH(QByteArray, key);
    const QByteArray kind = QTest::currentDataTag();
    open();
    const Receipt taken = finished(
        m_engine->act({.act = ActKind::Acquire, .key = {key}, .kind = kind, .lease = milliseconds(60000)}));
    QCOMPARE(QByteArray(name(taken.result)), QByteArray("done"));
    const Outcome<LockDetail> detail = finished(m_engine->inspect({key}));
    VERIFY_OK(detail);
    QVERIFY(detail->lock && !detail->explanation.isEmpty());
    QCOMPARE(detail->lock->kind.name, std::string_view(kind.constData(), size_t(kind.size())));
    QCOMPARE(detail->lock->owner(), taken.owner);
    const Receipt second = finished(
        m_engine->act({.act = ActKind::Acquire, .key = {key}, .kind = kind, .lease = milliseconds(60000)}));
    QCOMPARE(QByteArray(name(second.result)), QByteArray("not-acquired"));
    const Receipt given =
        finished(m_engine->act({.act = ActKind::Release, .key = {key}, .owner = taken.owner}));
    QCOMPARE(QByteArray(name(given.result)), QByteArray("done"));
    QVERIFY(!m_server.exists(key));
}

LOCKSCOPE_TEST(tst_stringfamilies)

} // namespace tst_stringfamilies

#include "tst_stringfamilies.moc"
