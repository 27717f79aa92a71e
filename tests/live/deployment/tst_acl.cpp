// SPDX-License-Identifier: GPL-3.0-or-later
// The smallest ACL line on a real server: its user is refused nothing, but without any of the most important
// rights something is refused.

#include "core/engine/acl.h"
#include "core/engine/engine.h"
#include "core/formats/format.h"
#include "core/lab/sandbox/sandboxdeployment.h"
#include "tests/support/finished.h"
#include "tests/support/runner.h"
#include "tests/support/verify.h"

#include <QDir>
#include <QRegularExpression>
#include <QTest>

namespace tst_acl
{

using namespace lockscope;
using lockscope::test::finished;
using namespace std::chrono_literals;

class tst_Acl : public QObject
{
    Q_OBJECT
private slots:
    void initTestCase();
    void coversWhatTheScriptsCall();
    void isEnoughToAct();
    void isEnoughToSee();
    void eachIsNeeded_data();
    void eachIsNeeded();
    void otherKeysStayHidden();
    void isToldWhatItMay_data();
    void isToldWhatItMay();

private:
    Done give(bool write);
    // Everything that a user does with a lock; returns what the server's ACL log recorded as refused.
    QStringList refusedWhile(bool write);

    std::unique_ptr<SandboxDeployment> m_servers;
    SandboxServer *m_server = nullptr;
};

void tst_Acl::initTestCase()
{
    VERIFY_INTO(m_servers, SandboxDeployment::start(SandboxTopology::Standalone));
    m_server = &m_servers->node(0);
    if (const auto sharded = m_server->ask({"PUBSUB", "SHARDNUMSUB"}); !sharded || sharded->isError())
        QSKIP("the line is for servers of 7.0 and later");
}

Done tst_Acl::give(bool write)
{
    QByteArray line =
        smallestAcl({.patterns = Registry::builtIn().withCompanions({"lock:*"}), .write = write});
    line.replace("PASSWORD", "secret");
    Command command;
    for (const QByteArray &word : line.split(' '))
        command.push_back(word);
    const auto done = m_server->ask(command);
    if (!done)
        return done.failure();
    return Nothing{};
}

QStringList tst_Acl::refusedWhile(bool write)
{
    const auto reset = m_server->ask({"ACL", "LOG", "RESET"});
    m_server->ask({"HSET", "lock:seen", "6f96e4a5-1c6a-4b5e-9d8e-0a1b2c3d4e5f:1", "1"}).ok();
    ConnectionSpec spec = m_server->tcp();
    spec.user = QStringLiteral("lockscope");
    spec.password = QStringLiteral("secret");
    spec.readOnly = !write;
    LiveMode mode = LiveMode::Off;
    Engine engine;
    connect(&engine, &Engine::liveChanged, &engine, [&mode](const LiveStatus &live) { mode = live.mode; });
    engine.open(spec, {.patterns = {"lock:*"}});
    QStringList said;
    if (const Done ready = finished(engine.waitReady(20s)); !ready)
        said += ready.failure().line();
    if (const ScanProgress pass = finished(engine.scan()); pass.phase != ScanPhase::Complete)
        said += pass.failure.line();
    [&] { QTRY_VERIFY(mode != LiveMode::Off); }();
    if (mode == LiveMode::Polling)
        said += QStringLiteral("polled");
    if (const auto detail = finished(engine.inspect({"lock:seen"})); !detail || !detail->lock)
        said += QStringLiteral("not shown");
    const auto act = [&](ActRequest request) {
        request.key = {"lock:mine"};
        const Receipt receipt = finished(engine.act(std::move(request)));
        if (write && receipt.result != ActResult::Done)
            said += receipt.line();
    };
    if (write) {
        const OwnerId me{"6f96e4a5-1c6a-4b5e-9d8e-0a1b2c3d4e5f:9"};
        act({.act = ActKind::Acquire, .kind = "rlock", .owner = me, .lease = 60s});
        act({.act = ActKind::Renew, .owner = me, .lease = 60s});
        act({.act = ActKind::SetExpiry, .lease = 50s});
        act({.act = ActKind::Wake});
        act({.act = ActKind::Release, .owner = me});
        act({.act = ActKind::Acquire, .kind = "rlock", .owner = me, .lease = 60s});
        act({.act = ActKind::ForceRelease, .reason = QStringLiteral("test")});
    }
    engine.close();
    const auto log = m_server->ask({"ACL", "LOG"});
    if (!log || !reset)
        return {QStringLiteral("no log")};
    for (const Reply &entry : log->items) {
        QByteArrayList words;
        for (const Reply &word : entry.items)
            words += word.bytes;
        said += QString::fromUtf8(words.join(' '));
    }
    m_server->ask({"DEL", "lock:mine"}).ok();
    return said;
}

void tst_Acl::coversWhatTheScriptsCall()
{
    static const QRegularExpression call(QStringLiteral("redis\\.p?call\\(\"([A-Z]+)\""));
    const QDir scripts(QStringLiteral(LOCKSCOPE_SOURCE_DIR "/resources/lua"));
    const QStringList files = scripts.entryList({QStringLiteral("*.lua")});
    QVERIFY(files.size() > 50);
    for (const QString &name : files) {
        QFile file(scripts.filePath(name));
        QVERIFY(file.open(QIODevice::ReadOnly));
        auto calls = call.globalMatch(QString::fromUtf8(file.readAll()));
        while (calls.hasNext()) {
            const QByteArray command = calls.next().captured(1).toLatin1().toLower();
            QVERIFY2(commandsThatAct().contains(command) || commandsThatRead().contains(command),
                     qPrintable(name + u' ' + QString::fromLatin1(command)));
        }
    }
}

void tst_Acl::isEnoughToAct()
{
    VERIFY_OK(give(true));
    const QStringList refused = refusedWhile(true);
    QVERIFY2(refused.isEmpty(), qPrintable(refused.join(u'\n')));
}

void tst_Acl::isEnoughToSee()
{
    VERIFY_OK(give(false));
    const QStringList refused = refusedWhile(false);
    QVERIFY2(refused.isEmpty(), qPrintable(refused.join(u'\n')));
    ConnectionSpec spec = m_server->tcp();
    spec.user = QStringLiteral("lockscope");
    spec.password = QStringLiteral("secret");
    Engine engine;
    engine.open(spec, {.patterns = {"lock:*"}, .follow = false, .scan = false});
    VERIFY_OK(finished(engine.waitReady(20s)));
    ActRequest take{.act = ActKind::Acquire, .key = {"lock:new"}, .kind = "rlock", .lease = 1s};
    const Receipt receipt = finished(engine.act(take));
    QCOMPARE(receipt.result, ActResult::Refused);
    QCOMPARE(receipt.failure.kind, ErrorKind::NoPerm);
}

void tst_Acl::eachIsNeeded_data()
{
    QTest::addColumn<QByteArray>("without");
    for (const char *command : {"scan",
                                "type",
                                "pttl",
                                "memory|usage",
                                "hgetall",
                                "dbsize",
                                "info",
                                "role",
                                "time",
                                "client|id",
                                "client|tracking",
                                "subscribe",

                                "script|exists",
                                "pubsub|numsub",
                                "evalsha",
                                "eval",
                                "hincrby",
                                "pexpire",
                                "publish",
                                "del"})
        QTest::newRow(command) << QByteArray(command);
}

void tst_Acl::eachIsNeeded()
{
    QFETCH(QByteArray, without);
    VERIFY_OK(give(true));
    VERIFY_OK(m_server->ask({"SCRIPT", "FLUSH"})); // So that EVAL is used again
    VERIFY_OK(m_server->ask({"ACL", "SETUSER", "lockscope", "-" + without}));
    QVERIFY(!refusedWhile(true).isEmpty());
}

void tst_Acl::otherKeysStayHidden()
{
    VERIFY_OK(give(true));
    VERIFY_OK(m_server->ask({"SET", "session:1", "private"}));
    for (const QByteArray &user : {QByteArray("lockscope")}) {
        const auto tried = m_server->ask({"ACL", "DRYRUN", user, "GET", "session:1"});
        VERIFY_OK(tried);
        QVERIFY(tried->bytes != "OK");
        const auto companion = m_server->ask({"ACL", "DRYRUN", user, "GET", "redisson_lock_queue:{lock:a}"});
        VERIFY_OK(companion);
        QCOMPARE(companion->bytes, QByteArray("OK"));
    }
}

void tst_Acl::isToldWhatItMay_data()
{
    QTest::addColumn<bool>("acts");     // Granted by the ACL line
    QTest::addColumn<bool>("readOnly"); // Of the connection
    QTest::addColumn<QByteArray>("extra");
    QTest::addColumn<QByteArrayList>("told"); // For script, write, publish and monitor
    QTest::newRow("asks by a script")
        << true << false << QByteArray("+ping") << QByteArrayList{"allowed", "allowed", "allowed", "denied"};
    QTest::newRow("has no HDEL") << true << false << QByteArray("-hdel")
                                 << QByteArrayList{"allowed", "denied", "allowed", "denied"};
    QTest::newRow("has no scripts") << true << false << QByteArray("-evalsha")
                                    << QByteArrayList{"denied", "unknown", "unknown", "unknown"};
    QTest::newRow("may not ask and does not act")
        << true << true << QByteArray("+ping") << QByteArrayList{"unknown", "unknown", "unknown", "unknown"};
    QTest::newRow("may ask and does not act") << false << true << QByteArray("+acl|dryrun")
                                              << QByteArrayList{"denied", "denied", "denied", "denied"};
    QTest::newRow("may everything") << true << false << QByteArray("+@all")
                                    << QByteArrayList{"allowed", "allowed", "allowed", "allowed"};
}

void tst_Acl::isToldWhatItMay()
{
    QFETCH(bool, acts);
    QFETCH(bool, readOnly);
    QFETCH(QByteArray, extra);
    QFETCH(QByteArrayList, told);
    VERIFY_OK(give(acts));
    VERIFY_OK(m_server->ask({"ACL", "SETUSER", "lockscope", extra}));
    VERIFY_OK(m_server->ask({"SET", "lock:lockscope", "kept"}));
    ConnectionSpec spec = m_server->tcp();
    spec.user = QStringLiteral("lockscope");
    spec.password = QStringLiteral("secret");
    spec.readOnly = readOnly;
    Engine engine;
    engine.open(spec, {.patterns = {"lock:*"}, .follow = false, .scan = false});
    VERIFY_OK(finished(engine.waitReady(20s)));
    const HealthReport found = finished(engine.checkHealth());
    QCOMPARE(found.acl,
             smallestAcl({.patterns = Registry::builtIn().withCompanions({"lock:*"}), .write = !readOnly}));
    QCOMPARE(found.rights.size(), 1U);
    QCOMPARE(found.rights[0].user, QByteArray("lockscope"));
    QByteArrayList states;
    for (const RightInfo &one : found.rights[0].rights) {
        if (one.right <= Right::Waiters)
            QVERIFY2(one.state != RightState::Denied, name(one.right));
        else if (one.right >= Right::Script)
            states += name(one.state);
    }
    QCOMPARE(states, told);
    // The check changes nothing, not even a key with the name of its sample.
    QCOMPARE(m_server->ask({"GET", "lock:lockscope"})->bytes, QByteArray("kept"));
    QCOMPARE(m_server->ask({"PTTL", "lock:lockscope"})->integer, -1);
}

LOCKSCOPE_TEST(tst_Acl)

} // namespace tst_acl

#include "tst_acl.moc"
