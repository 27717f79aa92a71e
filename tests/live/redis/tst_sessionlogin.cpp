// SPDX-License-Identifier: GPL-3.0-or-later
// How a session connects, and what it reports on failure: login, TLS, sockets, servers that load or are full,
// and programs that are not Redis.
#include "core/lab/sandbox/sandbox.h"
#include "core/lab/sandbox/sandboxdeployment.h"
#include "tests/support/rediscli.h"
#include "tests/support/runner.h"
#include "tests/support/sessions.h"
#include "tests/support/slowload.h"
#include "tests/support/verify.h"

#include <QSignalSpy>
#include <QTcpServer>
#include <QTcpSocket>

namespace tst_sessionlogin
{

using namespace lockscope;
using namespace lockscope::test;
using namespace std::chrono_literals;

namespace
{

// A server that does not speak Redis: sends these bytes to every client, then closes or stays silent.
class Impostor
{
public:
    Impostor(QByteArray words, bool closes)
    {
        m_server.listen(QHostAddress(QHostAddress::LocalHost), 0);
        QObject::connect(&m_server, &QTcpServer::newConnection, &m_server, [this, words, closes] {
            QTcpSocket *socket = m_server.nextPendingConnection();
            ++m_visits;
            socket->write(words);
            if (closes)
                socket->disconnectFromHost();
        });
    }
    ConnectionSpec spec() const
    {
        return {.host = QStringLiteral("127.0.0.1"),
                .port = m_server.serverPort(),
                .connectTimeout = 20s,
                .readOnly = false};
    }
    int visits() const { return m_visits; }

private:
    QTcpServer m_server;
    int m_visits = 0;
};

} // namespace

class tst_sessionlogin : public QObject
{
    Q_OBJECT
private slots:
    void initTestCase();
    void init();
    void wrongPasswordIsFinal();
    void anAclUserLearnsWhatIsMissing();
    void tls_data();
    void tls();
    void plainAndTlsMixedUp();
    void aServerThatWantsACertificate();
    void unixSocket();
    void noSocketThere();
    void noSuchHost();
    void databases();
    void aLoadingServerIsWaitedFor();
    void noFreeConnection();
    void impostors_data();
    void impostors();
    void aSurplusReplyResetsTheConnection();
    void repliesBeforeTheEndAreReplies();

private:
    std::unique_ptr<Sandbox> m_server;
};

void tst_sessionlogin::initTestCase()
{
    VERIFY_INTO(m_server, Sandbox::start({.tls = true}));
}

void tst_sessionlogin::init()
{
    VERIFY_OK(redisCli(m_server->tcp(), {"FLUSHALL"}));
}

void tst_sessionlogin::wrongPasswordIsFinal()
{
    auto started = Sandbox::start({.password = QStringLiteral("right")});
    VERIFY_OK(started);
    ConnectionSpec spec = (*started)->tcp();
    {
        Session session(spec);
        session.open();
        VERIFY_OK(callAndWait(session, {"PING"}));
    }
    spec.password = QStringLiteral("s3cret-x");
    Session session(spec);
    session.open();
    const Outcome<Reply> reply = callAndWait(session, {"PING"});
    VERIFY_FAILS(reply, ErrorKind::NotConnected);
    QVERIFY(reply.failure().serverText.startsWith("WRONGPASS"));
    QCOMPARE(int(session.connection().phase), int(ConnectionPhase::Failed));
    QCOMPARE(kindName(session.connection().reason), QByteArray("wrong-pass"));
    QVERIFY(!session.connection().retryAt.has_value());
    QVERIFY(!session.connection().reason.line().contains(spec.password));
    spec.password.clear();
    Session without(spec);
    without.open();
    QVERIFY(becomes(without, ConnectionPhase::Failed));
    QCOMPARE(kindName(without.connection().reason), QByteArray("no-auth"));
}

void tst_sessionlogin::anAclUserLearnsWhatIsMissing()
{
    VERIFY_OK(
        redisCli(m_server->tcp(), {"ACL", "SETUSER", "watcher", "on", ">pw", "~lock:*", "+get", "+ping"}));
    ConnectionSpec spec = m_server->tcp();
    spec.user = QStringLiteral("watcher");
    spec.password = QStringLiteral("pw");
    Session session(spec);
    session.open();
    VERIFY_OK(callAndWait(session, {"GET", "lock:a"}));
    QCOMPARE(session.clientId(), 0); // The user may not call CLIENT ID
    const Outcome<Reply> del = callAndWait(session, {"DEL", "lock:a"});
    VERIFY_FAILS(del, ErrorKind::NoPerm);
    QVERIFY2(del.failure().remedy.contains(QLatin1String("+del")), qPrintable(del.failure().remedy));
    const Outcome<Reply> key = callAndWait(session, {"GET", "other"});
    VERIFY_FAILS(key, ErrorKind::NoPerm);
    QVERIFY2(key.failure().remedy.contains(QLatin1String("~other")), qPrintable(key.failure().remedy));
    VERIFY_OK(redisCli(m_server->tcp(), {"ACL", "DELUSER", "watcher"}));
}

void tst_sessionlogin::tls_data()
{
    QTest::addColumn<ConnectionSpec>("spec");
    QTest::addColumn<QByteArray>("kind"); // Empty: connects
    QTest::addColumn<QString>("words");
    const auto row = [](const char *name, const ConnectionSpec &spec, const char *kind = "",
                        const char *words = "") {
        QTest::newRow(name) << spec << QByteArray(kind) << QString::fromLatin1(words);
    };
    const ConnectionSpec good = m_server->tls();
    ConnectionSpec spec = good;
    row("authority and client certificate", spec);
    spec.tls.certificateFile.clear();
    spec.tls.keyFile.clear();
    row("without client certificate, which the server leaves open", spec);
    spec = good;
    spec.tls.serverName = QStringLiteral("redis.example.org");
    row("wrong name", spec, "tls-failed", "not redis.example.org");
    spec.tls.verifyPeer = false;
    row("wrong name, not verified", spec);
    spec = good;
    spec.tls.caFile.clear();
    row("unknown authority", spec, "tls-failed", "not trusted");
    spec.tls.serverName = QStringLiteral("redis.example.org");
    row("unknown authority and wrong name", spec, "tls-failed", "not trusted");
    spec.tls.verifyPeer = false;
    row("unknown authority, not verified", spec);
    spec = good;
    spec.tls.caFile = QStringLiteral("/nonexistent/ca.pem");
    row("no such CA file", spec, "bad-input", "CA file '/nonexistent/ca.pem'");
    spec = good;
    spec.tls.caFile = spec.tls.keyFile;
    row("a key in place of the authority", spec, "bad-input", "contains no certificate");
    spec = good;
    spec.tls.keyFile = spec.tls.certificateFile;
    row("a certificate in place of the key", spec, "bad-input", "contains no key");
    spec = good;
    spec.tls.keyFile.clear();
    row("certificate without key", spec, "bad-input", "and its key are required");
}

void tst_sessionlogin::tls()
{
    QFETCH(ConnectionSpec, spec);
    QFETCH(QByteArray, kind);
    QFETCH(QString, words);
    Session session(spec);
    session.open();
    if (kind.isEmpty()) {
        VERIFY_OK(callAndWait(session, {"SET", "over", "tls"}));
        Batch batch;
        for (int i = 0; i < 20000; ++i)
            batch.add({"GET", "over"});
        const Outcome<Replies> replies = sendAndWait(session, batch);
        VERIFY_OK(replies);
        QCOMPARE(replies->items.back().bytes, QByteArray("tls"));
        return;
    }
    QVERIFY(isRefused(session));
    QCOMPARE(int(session.connection().phase), int(ConnectionPhase::Failed));
    const Failure reason = session.connection().reason;
    QCOMPARE(kindName(reason), kind);
    QVERIFY2(reason.text.contains(words), qPrintable(reason.line()));
    QVERIFY(!reason.remedy.isEmpty());
    QCOMPARE(reason.node, spec.node());
}

void tst_sessionlogin::plainAndTlsMixedUp()
{
    ConnectionSpec plain = m_server->tcp();
    plain.port = m_server->tls().port;
    plain.connectTimeout = 500ms;
    Session toTls(plain);
    toTls.open();
    QVERIFY(isRefused(toTls));
    QVERIFY2(toTls.connection().reason.remedy.contains(QLatin1String("rediss://")),
             qPrintable(toTls.connection().reason.line()));

    ConnectionSpec tls = m_server->tls();
    tls.port = m_server->port();
    tls.connectTimeout = 500ms;
    Session toPlain(tls);
    toPlain.open();
    QVERIFY(isRefused(toPlain));
    QVERIFY2(toPlain.connection().reason.line().contains(QLatin1String("TLS")),
             qPrintable(toPlain.connection().reason.line()));
}

void tst_sessionlogin::aServerThatWantsACertificate()
{
    auto started = Sandbox::start({.tls = true});
    VERIFY_OK(started);
    VERIFY_OK(redisCli((*started)->tcp(), {"CONFIG", "SET", "tls-auth-clients", "yes"}));
    ConnectionSpec spec = (*started)->tls();
    Session with(spec);
    with.open();
    VERIFY_OK(callAndWait(with, {"PING"}));
    spec.tls.certificateFile.clear();
    spec.tls.keyFile.clear();
    Session without(spec);
    without.open();
    QVERIFY(isRefused(without));
    QCOMPARE(kindName(without.connection().reason), QByteArray("tls-failed"));
    QVERIFY2(without.connection().reason.line().contains(QLatin1String("certificate")),
             qPrintable(without.connection().reason.line()));
}

void tst_sessionlogin::unixSocket()
{
    Session session(m_server->unixSocket());
    session.open();
    VERIFY_OK(callAndWait(session, {"SET", "a", QByteArray(300'000, 'x')}));
    Batch batch;
    for (int i = 0; i < 20; ++i)
        batch.add({"GET", "a"});
    const Outcome<Replies> replies = sendAndWait(session, batch);
    VERIFY_OK(replies);
    QCOMPARE(int(replies->items.back().bytes.size()), 300'000);
    QVERIFY(session.node().bytes.startsWith("unix:"));
    QSignalSpy lost(&session, &Session::lost);
    VERIFY_OK(redisCli(m_server->tcp(), {"CLIENT", "KILL", "ID", QByteArray::number(session.clientId())}));
    QVERIFY(lost.count() > 0 || lost.wait(30'000));
    QVERIFY(becomes(session, ConnectionPhase::Ready));
}

void tst_sessionlogin::noSocketThere()
{
    Session session({.socketPath = m_server->folder() + QStringLiteral("/none.sock")});
    session.open();
    QCOMPARE(int(session.connection().phase),
             int(ConnectionPhase::Connecting)); // It fails later, never inside open()
    QVERIFY(becomes(session, ConnectionPhase::Waiting));
    QCOMPARE(kindName(session.connection().reason), QByteArray("refused"));
    QVERIFY(session.connection().reason.text.contains(QLatin1String("none.sock")));
}

void tst_sessionlogin::noSuchHost()
{
    Session session({.host = QStringLiteral("no..such..host")});
    session.open();
    QVERIFY(becomes(session, ConnectionPhase::Waiting));
    QCOMPARE(kindName(session.connection().reason), QByteArray("host-not-found"));
    QVERIFY(session.connection().reason.text.contains(QLatin1String("no..such..host")));
}

void tst_sessionlogin::databases()
{
    ConnectionSpec spec = m_server->tcp();
    spec.db = 3;
    spec.clientName = QStringLiteral("my-name");
    Session session(spec);
    session.open();
    VERIFY_OK(callAndWait(session, {"SET", "only-here", "1"}));
    QCOMPARE(callAndWait(session, {"CLIENT", "GETNAME"})->bytes, QByteArray("my-name"));
    VERIFY_OK(redisCli(m_server->tcp(), {"DBSIZE"}));
    QCOMPARE(redisCli(m_server->tcp(), {"DBSIZE"})->trimmed(), QByteArray("0"));
    spec.db = 5000;
    Session wrong(spec);
    wrong.open();
    QVERIFY(becomes(wrong, ConnectionPhase::Failed));
    QVERIFY2(wrong.connection().reason.text.contains(QLatin1String("database 5000")),
             qPrintable(wrong.connection().reason.line()));
}

void tst_sessionlogin::aLoadingServerIsWaitedFor()
{
    const auto started = SandboxDeployment::start(SandboxTopology::Standalone);
    VERIFY_OK(started);
    const ConnectionSpec spec = (*started)->node(0).tcp();
    VERIFY_OK(makeLoadSlow((*started)->node(0)));
    Session admin(spec);
    admin.open();
    auto reload = admin.call({"DEBUG", "RELOAD"}, 60s);
    QTRY_VERIFY(!redisCli(spec, {"GET", "x"}).ok());

    Session session(spec);
    QSignalSpy links(&session, &Session::connectionChanged);
    session.open();
    QVERIFY(becomes(session, ConnectionPhase::Waiting));
    const Failure reason = session.connection().reason;
    VERIFY_OK(redisCli(spec, {"CONFIG", "SET", "key-load-delay", "0"}));
    QCOMPARE(kindName(reason), QByteArray("loading"));
    QVERIFY(becomes(session, ConnectionPhase::Ready));
    VERIFY_OK(finished(std::move(reload)));
}

void tst_sessionlogin::noFreeConnection()
{
    auto started = Sandbox::start({.serverArguments = {QStringLiteral("--maxclients"), QStringLiteral("1")}});
    VERIFY_OK(started);
    auto first = std::make_unique<Session>((*started)->tcp());
    first->open();
    QVERIFY(becomes(*first, ConnectionPhase::Ready));
    Session second((*started)->tcp());
    second.open();
    QVERIFY(becomes(second, ConnectionPhase::Waiting));
    QCOMPARE(kindName(second.connection().reason), QByteArray("max-clients"));
    first.reset();
    QVERIFY(becomes(second, ConnectionPhase::Ready));
    QCOMPARE(callAndWait(second, {"ECHO", "in"})->bytes, QByteArray("in"));
}

void tst_sessionlogin::impostors_data()
{
    QTest::addColumn<QByteArray>("words");
    QTest::addColumn<bool>("closes");
    QTest::addColumn<QByteArray>("kind");
    QTest::addColumn<QString>("text");
    const auto row = [](const char *name, const QByteArray &words, bool closes, const char *kind,
                        const char *text) {
        QTest::newRow(name) << words << closes << QByteArray(kind) << QString::fromLatin1(text);
    };
    row("a web server", "HTTP/1.1 400 Bad Request\r\n\r\n", true, "protocol", "not a Redis reply");
    row("a huge array", "*1000000000\r\n", false, "protocol", "a reply of over");
    row("a huge string", "$9000000000\r\n", false, "protocol", "string");
    row("an endless line", QByteArray(300'000, 'x').prepend('+'), false, "protocol", "line");
    row("a TLS alert", QByteArray("\x15\x03\x03\x00\x02\x02\x0a", 7), true, "protocol", "not a Redis reply");
    row("another protocol that fits", "*1\r\n+hello\r\n", false, "protocol", "not Redis");
    row("silence", "", false, "timed-out", "no response to the login");
    row("a closed door", "", true, "connection-lost", "closed the connection during the login");
    row("protected mode", "-DENIED Redis is running in protected mode because ...\r\n", true,
        "protected-mode", "protected mode");
}

void tst_sessionlogin::impostors()
{
    QFETCH(QByteArray, words);
    QFETCH(bool, closes);
    QFETCH(QByteArray, kind);
    QFETCH(QString, text);
    Impostor impostor(words, closes);
    ConnectionSpec spec = impostor.spec();
    if (kind == "timed-out")
        spec.connectTimeout = 500ms;
    Session session(spec);
    session.open();
    const Outcome<Reply> reply = callAndWait(session, {"SET", "a", "b"});
    VERIFY_FAILS(reply, ErrorKind::NotConnected);
    QVERIFY(isRefused(session));
    const Failure reason = session.connection().reason;
    QCOMPARE(kindName(reason), kind);
    QVERIFY2(reason.text.contains(text), qPrintable(reason.line()));
    QVERIFY(impostor.visits() > 0);
}

void tst_sessionlogin::aSurplusReplyResetsTheConnection()
{
    Impostor impostor("+OK\r\n:7\r\n+PONG\r\n+TOO MUCH\r\n", false);
    Session session(impostor.spec());
    QSignalSpy ready(&session, &Session::ready);
    QSignalSpy lost(&session, &Session::lost);
    session.open();
    QVERIFY(lost.count() > 0 || lost.wait(30'000));
    QCOMPARE(int(ready.count()), 1);
    QCOMPARE(kindName(session.connection().reason), QByteArray("protocol"));
    QCOMPARE(int(session.connection().phase), int(ConnectionPhase::Waiting));
}

void tst_sessionlogin::repliesBeforeTheEndAreReplies()
{
    Impostor impostor("+OK\r\n:7\r\n+PONG\r\n$5\r\nfirst\r\n", true);
    Session session(impostor.spec());
    session.open();
    auto first = session.call({"GET", "a"});
    auto second = session.call({"GET", "b"});
    const Outcome<Reply> reply = finished(std::move(first));
    VERIFY_OK(reply);
    QCOMPARE(reply->bytes, QByteArray("first"));
    VERIFY_FAILS(finished(std::move(second)), ErrorKind::ConnectionLost);
}

LOCKSCOPE_TEST(tst_sessionlogin)

} // namespace tst_sessionlogin

#include "tst_sessionlogin.moc"
