// SPDX-License-Identifier: GPL-3.0-or-later
// redis-py and we on one lock: neither can tell the other from one of its own. Skipped where python3 has no
// redis module; LOCKSCOPE_PYTHON names another interpreter.
#include "core/formats/format.h"
#include "core/formats/scriptreply.h"
#include "core/lab/sandbox.h"
#include "core/redis/session.h"
#include "tests/support/finished.h"
#include "tests/support/verify.h"

#include <QProcess>
#include <QTest>

using namespace lockscope;
using namespace lockscope::test;
using namespace std::chrono_literals;

namespace
{
const LockName key{QByteArrayLiteral("lock:report")};
}

class tst_redispy : public QObject
{
    Q_OBJECT
private slots:
    void initTestCase();
    void init();
    void cleanupTestCase();
    void itsLockIsRecognised();
    void itsTokenTellsItsMachine();
    void itsLockWithoutTimeoutIsRecognised();
    void itsLockRefusesUs();
    void ourLockRefusesIt();
    void ourReleaseLetsItIn();
    void ourForceReleaseIsNoticedAtItsRelease();
    void ourReleaseInItsNameIsNoticed();
    void ourRenewalKeepsItTheOwner();
    void ourExpiryTakesItAway();
    void afterATakeOverItCannotExtend();

private:
    QByteArray ask(const QByteArray &line);
    void tell(const QByteArray &line) { m_python.write(line + '\n'); }
    QByteArray heard();
    KeyReading read();
    Receipt act(ActRequest request);

    std::unique_ptr<Sandbox> m_server;
    std::unique_ptr<Session> m_session;
    QProcess m_python;
};

void tst_redispy::initTestCase()
{
    const QString python = qEnvironmentVariable("LOCKSCOPE_PYTHON", QStringLiteral("python3"));
    QProcess probe;
    probe.start(python, {QStringLiteral("-c"), QStringLiteral("import redis")});
    if (!probe.waitForFinished() || probe.exitCode() != 0)
        QSKIP("python3 has no module redis (pip install redis); LOCKSCOPE_PYTHON may name one that has");
    auto started = Sandbox::start();
    VERIFY_OK(started);
    m_server = std::move(*started);
    m_session = std::make_unique<Session>(m_server->tcp());
    m_session->open();
    QTRY_VERIFY_WITH_TIMEOUT(m_session->isReady(), 10000);
    m_python.setProcessChannelMode(QProcess::ForwardedErrorChannel);
    m_python.start(python, {QStringLiteral(LOCKSCOPE_SOURCE_DIR "/tests/interop/redispy.py"),
                            QString::number(m_server->port())});
    QVERIFY(m_python.waitForStarted());
    qInfo("redis-py %s", ask("version").constData());
}

void tst_redispy::cleanupTestCase()
{
    m_python.closeWriteChannel();
    if (m_python.state() != QProcess::NotRunning && !m_python.waitForFinished(5000)) {
        m_python.kill();
        m_python.waitForFinished();
    }
}

void tst_redispy::init()
{
    if (m_session)
        VERIFY_OK(finished(m_session->call({"FLUSHALL"})));
}

QByteArray tst_redispy::heard()
{
    if (!QTest::qWaitFor([&] { return m_python.canReadLine(); }, 10000))
        return "silence";
    return m_python.readLine().trimmed();
}

QByteArray tst_redispy::ask(const QByteArray &line)
{
    tell(line);
    return heard();
}

KeyReading tst_redispy::read()
{
    const Outcome<Reply> value = finished(m_session->call({"GET", key.bytes}));
    const Outcome<Reply> ttl = finished(m_session->call({"PTTL", key.bytes}));
    KeyReading reading{.key = key, .readAt = now(), .wallAt = wallNow()};
    if (!value || !ttl || value->isNil())
        return reading;
    reading.type = ValueType::String;
    reading.string = value->bytes;
    reading.size = value->bytes.size();
    if (ttl->integer >= 0)
        reading.ttl = milliseconds(ttl->integer);
    return reading;
}

Receipt tst_redispy::act(ActRequest request)
{
    request.key = key;
    Receipt receipt;
    const Outcome<ActPlan> plan = Registry::builtIn().find("token-lock")->plan(request, nullptr);
    if (!plan)
        return receipt;
    const Outcome<Reply> reply = finished(m_session->evaluate(plan->script, plan->keys, plan->args));
    if (!reply)
        return receipt;
    const Outcome<ScriptReply> answer = readScriptReply(*reply);
    if (answer)
        applyScriptReply(*answer, receipt);
    return receipt;
}

void tst_redispy::itsLockIsRecognised()
{
    QCOMPARE(ask("acquire lock:report 30 0"), QByteArray("True"));
    const auto [format, decoded] = Registry::builtIn().decode(read());
    QVERIFY(decoded);
    QVERIFY(decoded->kind == LockKind{"token-lock"});
    QCOMPARE(decoded->libraries->front(), std::string_view("redis-py"));
    QVERIFY(decoded->confidence == Confidence::Certain);
    QCOMPARE(decoded->holders.front().id.bytes, ask("token"));
    QCOMPARE(ask("release"), QByteArray("released"));
    QVERIFY(!Registry::builtIn().decode(read()).first);
}

void tst_redispy::itsTokenTellsItsMachine()
{
    QCOMPARE(ask("acquire lock:report 30 0"), QByteArray("True"));
    const KeyReading reading = read();
    const QString text = Registry::builtIn().find("token-lock")->explain(reading).join(QLatin1Char('\n'));
    QByteArray node = ask("node");
    for (int at : {10, 8, 6, 4, 2})
        node.insert(at, ':');
    QVERIFY2(text.contains(QLatin1String(node)), qPrintable(text));
    ask("release");
}

void tst_redispy::itsLockWithoutTimeoutIsRecognised()
{
    QCOMPARE(ask("acquire lock:report - 0"), QByteArray("True"));
    const KeyReading reading = read();
    QVERIFY(!reading.ttl);
    const auto decoded = Registry::builtIn().decode(reading).second;
    QVERIFY(decoded && decoded->kind == LockKind{"token-lock"});
    ask("release");
}

void tst_redispy::itsLockRefusesUs()
{
    QCOMPARE(ask("acquire lock:report 30 0"), QByteArray("True"));
    const Receipt refused = act({.act = ActKind::Acquire, .owner = {"us"}});
    QVERIFY(refused.result == ActResult::NotAcquired);
    QCOMPARE(refused.foundOwner->bytes, ask("token"));
    QCOMPARE(ask("owned"), QByteArray("True"));
    ask("release");
}

void tst_redispy::ourLockRefusesIt()
{
    QVERIFY(act({.act = ActKind::Acquire, .owner = {"us"}}).result == ActResult::Done);
    QCOMPARE(ask("acquire lock:report 30 0"), QByteArray("False"));
    QCOMPARE(read().string, QByteArray("us"));
}

void tst_redispy::ourReleaseLetsItIn()
{
    QVERIFY(act({.act = ActKind::Acquire, .owner = {"us"}}).result == ActResult::Done);
    tell("acquire lock:report 30 8"); // it polls ten times a second
    QVERIFY(act({.act = ActKind::Release, .owner = {"us"}}).result == ActResult::Done);
    QCOMPARE(heard(), QByteArray("True"));
    QCOMPARE(ask("release"), QByteArray("released"));
}

void tst_redispy::ourForceReleaseIsNoticedAtItsRelease()
{
    QCOMPARE(ask("acquire lock:report 30 0"), QByteArray("True"));
    const OwnerId token{ask("token")};
    QVERIFY(act({.act = ActKind::ForceRelease, .expectedOwner = token}).result == ActResult::Done);
    QCOMPARE(ask("owned"), QByteArray("False"));
    QCOMPARE(ask("release"), QByteArray("LockNotOwnedError"));
}

void tst_redispy::ourReleaseInItsNameIsNoticed()
{
    QCOMPARE(ask("acquire lock:report 30 0"), QByteArray("True"));
    QVERIFY(act({.act = ActKind::Release, .owner = {ask("token")}}).result == ActResult::Done);
    QCOMPARE(ask("reacquire"), QByteArray("LockNotOwnedError"));
}

void tst_redispy::ourRenewalKeepsItTheOwner()
{
    QCOMPARE(ask("acquire lock:report 5 0"), QByteArray("True"));
    QVERIFY(act({.act = ActKind::Renew, .owner = {ask("token")}, .lease = 60s}).result == ActResult::Done);
    QVERIFY(*read().ttl > 50s);
    QCOMPARE(ask("owned"), QByteArray("True"));
    QCOMPARE(ask("extend 20"), QByteArray("True"));
    QVERIFY(*read().ttl <= 20s);
    QCOMPARE(ask("release"), QByteArray("released"));
}

void tst_redispy::ourExpiryTakesItAway()
{
    QCOMPARE(ask("acquire lock:report - 0"), QByteArray("True"));
    QVERIFY(act({.act = ActKind::SetExpiry, .lease = 50ms}).result == ActResult::Done);
    QTRY_VERIFY(read().type == ValueType::None);
    QCOMPARE(ask("release"), QByteArray("LockNotOwnedError"));
}

void tst_redispy::afterATakeOverItCannotExtend()
{
    QCOMPARE(ask("acquire lock:report 30 0"), QByteArray("True"));
    QVERIFY(act({.act = ActKind::ForceRelease}).result == ActResult::Done);
    QVERIFY(act({.act = ActKind::Acquire, .owner = {"us"}}).result == ActResult::Done);
    QCOMPARE(ask("extend 20"), QByteArray("LockNotOwnedError"));
    QCOMPARE(ask("release"), QByteArray("LockNotOwnedError"));
    QCOMPARE(read().string, QByteArray("us"));
}

QTEST_GUILESS_MAIN(tst_redispy)
#include "tst_redispy.moc"
