// SPDX-License-Identifier: GPL-3.0-or-later
// Connections through real proxies: microsocks (SOCKS5) and tinyproxy (HTTP).
#include "core/lab/sandbox/sandbox.h"
#include "core/redis/session.h"
#include "tests/support/familyserver.h"
#include "tests/support/finished.h"
#include "tests/support/loopbackserver.h"
#include "tests/support/rediscli.h"
#include "tests/support/reservedport.h"
#include "tests/support/runner.h"
#include "tests/support/sessions.h"
#include "tests/support/verify.h"

#include <QRegularExpression>
#include <QSignalSpy>
#include <QTcpServer>
#include <QTemporaryDir>
#include <QTest>

namespace tst_proxies
{

using namespace lockscope;
using namespace lockscope::test;
using namespace std::chrono_literals;

namespace
{

// A proxy that admits any user, or only bob.
class Proxy
{
public:
    Proxy(ProxyKind kind, bool login) : m_kind(kind), m_server(program(kind), arguments(kind, login)) {}

    ProxyOptions options(const QString &user = {}, const QString &password = {}) const
    {
        return {.kind = m_kind,
                .host = QStringLiteral("127.0.0.1"),
                .port = m_server.port(),
                .user = user,
                .password = password};
    }
    LoopbackServer &server() { return m_server; }

private:
    static QString program(ProxyKind kind)
    {
        return programPath(kind == ProxyKind::Http ? QStringLiteral("tinyproxy")
                                                   : QStringLiteral("microsocks"));
    }
    LoopbackServer::Arguments arguments(ProxyKind kind, bool login)
    {
        if (kind == ProxyKind::Http)
            return [this, login](quint16 port) { return configured(port, login); };
        return [login](quint16 port) {
            QStringList list{QStringLiteral("-i"), QStringLiteral("127.0.0.1"), QStringLiteral("-p"),
                             QString::number(port)};
            if (login)
                list << QStringLiteral("-u") << QStringLiteral("bob") << QStringLiteral("-P")
                     << QStringLiteral("s3cr3t");
            return list;
        };
    }
    QStringList configured(quint16 port, bool login)
    {
        QFile file(m_folder.filePath(QStringLiteral("tinyproxy.conf")));
        if (!file.open(QIODevice::WriteOnly))
            qFatal("no file for tinyproxy's settings");
        file.write("Port " + QByteArray::number(port) +
                   "\nListen 127.0.0.1\nTimeout 600\nMaxClients 50\nAllow 127.0.0.1\nLogLevel Connect\n");
        if (login)
            file.write("BasicAuth bob s3cr3t\n");
        return {QStringLiteral("-d"), QStringLiteral("-c"), file.fileName()};
    }

    ProxyKind m_kind;
    QTemporaryDir m_folder;
    LoopbackServer m_server;
};

const QString Bob = QStringLiteral("bob");
const QString Secret = QStringLiteral("s3cr3t");

} // namespace

class tst_proxies : public QObject
{
    Q_OBJECT
private slots:
    void initTestCase();
    void cleanupTestCase();
    void aServerBehindAProxy_data();
    void aServerBehindAProxy();
    void theProxyLooksTheNameUp_data();
    void theProxyLooksTheNameUp();
    void whatFails_data();
    void whatFails();
    void aWrongCertificateBehindAProxy();
    void aProxyThatComesBack();
    void noUnixSocketBehindAProxy();
    void noWayAroundATunnel();

private:
    Proxy &proxy(ProxyKind kind, bool login)
    {
        return kind == ProxyKind::Http ? (login ? *m_httpLogin : *m_http)
                                       : (login ? *m_socksLogin : *m_socks);
    }
    ReservedPort m_closed;
    std::unique_ptr<Sandbox> m_redis;
    std::unique_ptr<Proxy> m_socks;
    std::unique_ptr<Proxy> m_socksLogin;
    std::unique_ptr<Proxy> m_http;
    std::unique_ptr<Proxy> m_httpLogin;
};

void tst_proxies::initTestCase()
{
    for (const QString &name : {QStringLiteral("microsocks"), QStringLiteral("tinyproxy")}) {
        if (programPath(name).isEmpty())
            QSKIP(qPrintable(name + QStringLiteral(" is not installed")));
    }
    VERIFY_INTO(m_redis, Sandbox::start({.tls = true}));
    m_socks = std::make_unique<Proxy>(ProxyKind::Socks5, false);
    m_socksLogin = std::make_unique<Proxy>(ProxyKind::Socks5, true);
    m_http = std::make_unique<Proxy>(ProxyKind::Http, false);
    m_httpLogin = std::make_unique<Proxy>(ProxyKind::Http, true);
}

void tst_proxies::cleanupTestCase()
{
    m_socks.reset();
    m_socksLogin.reset();
    m_http.reset();
    m_httpLogin.reset();
    m_redis.reset();
}

void tst_proxies::aServerBehindAProxy_data()
{
    QTest::addColumn<ProxyKind>("kind");
    QTest::addColumn<bool>("login");
    QTest::addColumn<bool>("tls");
    QTest::newRow("SOCKS5") << ProxyKind::Socks5 << false << false;
    QTest::newRow("SOCKS5, TLS") << ProxyKind::Socks5 << false << true;
    QTest::newRow("SOCKS5 with a login") << ProxyKind::Socks5 << true << false;
    QTest::newRow("SOCKS5 with a login, TLS") << ProxyKind::Socks5 << true << true;
    QTest::newRow("HTTP") << ProxyKind::Http << false << false;
    QTest::newRow("HTTP, TLS") << ProxyKind::Http << false << true;
    QTest::newRow("HTTP with a login") << ProxyKind::Http << true << false;
    QTest::newRow("HTTP with a login, TLS") << ProxyKind::Http << true << true;
}

// Small and large, both directions, many at once: nothing is lost or reordered.
void tst_proxies::aServerBehindAProxy()
{
    QFETCH(ProxyKind, kind);
    QFETCH(bool, login);
    QFETCH(bool, tls);
    ConnectionSpec spec = tls ? m_redis->tls() : m_redis->tcp();
    spec.proxy = login ? proxy(kind, true).options(Bob, Secret) : proxy(kind, false).options();
    const auto session = connectedTo(spec);
    const QByteArray big(5 * 1024 * 1024, 'x');
    VERIFY_OK(finished(session->call({"SET", "big", big})));
    Batch batch;
    for (int i = 0; i < 20000; ++i)
        batch.add({"ECHO", QByteArray::number(i)});
    batch.add({"GET", "big"});
    const auto ask = [](Session &asked, Batch what) -> QCoro::Task<Outcome<Replies>> {
        co_return co_await asked.send(std::move(what));
    };
    const auto replies = finished(ask(*session, std::move(batch)));
    VERIFY_OK(replies);
    QCOMPARE(replies->items.size(), size_t(20001));
    for (int i = 0; i < 20000; ++i)
        QCOMPARE(replies->items.at(size_t(i)).bytes, QByteArray::number(i));
    QVERIFY(replies->items.back().bytes == big);
    QCOMPARE(session->generation(), 1u);
}

void tst_proxies::theProxyLooksTheNameUp_data()
{
    QTest::addColumn<ProxyKind>("kind");
    QTest::newRow("SOCKS5") << ProxyKind::Socks5;
    QTest::newRow("HTTP") << ProxyKind::Http;
}

void tst_proxies::theProxyLooksTheNameUp()
{
    QFETCH(ProxyKind, kind);
    ConnectionSpec spec = m_redis->tcp();
    // A proxy may try only the first address of the name, whichever it is.
    QVERIFY(redisCli(spec, {"CONFIG", "SET", "bind", "127.0.0.1 -::1"}).ok());
    spec.host = QStringLiteral("localhost");
    spec.proxy = proxy(kind, false).options();
    const auto session = connectedTo(spec);
    const QByteArray asked = "localhost:" + QByteArray::number(spec.port);
    QTRY_VERIFY(proxy(kind, false).server().log().contains(asked));
}

void tst_proxies::whatFails_data()
{
    QTest::addColumn<ProxyOptions>("way");
    QTest::addColumn<QString>("host");
    QTest::addColumn<ErrorKind>("kind");
    QTest::addColumn<QString>("words");
    if (!m_socks)
        return;
    const QString here = QStringLiteral("127.0.0.1");
    const QString nowhere = QStringLiteral("no-such-host.invalid");
    const ProxyOptions closed{.kind = ProxyKind::Socks5, .host = here, .port = m_closed};
    ProxyOptions closedHttp = closed;
    closedHttp.kind = ProxyKind::Http;
    QTest::newRow("no SOCKS5 proxy there")
        << closed << here << ErrorKind::Refused
        << QStringLiteral("the SOCKS5 proxy 127.0.0.1:%1 refused the connection");
    QTest::newRow("no HTTP proxy there")
        << closedHttp << here << ErrorKind::Refused
        << QStringLiteral("the HTTP proxy 127.0.0.1:%1 refused the connection");
    QTest::newRow("SOCKS5 wants a login")
        << m_socksLogin->options() << here << ErrorKind::NoAuth
        << QStringLiteral("the SOCKS5 proxy 127.0.0.1:%1 requires authentication");
    QTest::newRow("HTTP wants a login")
        << m_httpLogin->options() << here << ErrorKind::NoAuth
        << QStringLiteral("the HTTP proxy 127.0.0.1:%1 requires authentication");
    QTest::newRow("wrong password for SOCKS5")
        << m_socksLogin->options(Bob, QStringLiteral("wr0ng")) << here << ErrorKind::WrongPass
        << QStringLiteral("the SOCKS5 proxy 127.0.0.1:%1 rejected user 'bob' or the password");
    QTest::newRow("wrong password for HTTP")
        << m_httpLogin->options(Bob, QStringLiteral("wr0ng")) << here << ErrorKind::Refused
        << QStringLiteral("the HTTP proxy 127.0.0.1:%1 cannot connect to the server, or rejected user 'bob'");
    QTest::newRow("SOCKS5 finds no server")
        << m_socks->options() << here << ErrorKind::Refused
        << QStringLiteral("the SOCKS5 proxy 127.0.0.1:%1 cannot connect to the server: connection refused");
    QTest::newRow("HTTP finds no server")
        << m_http->options() << here << ErrorKind::Refused
        << QStringLiteral("the HTTP proxy 127.0.0.1:%1 cannot connect to the server");
    QTest::newRow("SOCKS5 finds no host")
        << m_socks->options() << nowhere << ErrorKind::HostNotFound
        << QStringLiteral("the SOCKS5 proxy 127.0.0.1:%1 found no route to host 'no-such-host.invalid'");
}

void tst_proxies::whatFails()
{
    QFETCH(ProxyOptions, way);
    QFETCH(QString, host);
    QFETCH(ErrorKind, kind);
    QFETCH(QString, words);
    // If the proxy itself fails, the server is running.
    const bool behind =
        words.contains(QStringLiteral("server: ")) || words.endsWith(QStringLiteral("the server"));
    ConnectionSpec spec = m_redis->tcp();
    spec.host = host;
    spec.proxy = way;
    if (behind)
        spec.port = m_closed;
    Session session(spec);
    session.open();
    QVERIFY(isRefused(session));
    const Failure why = session.connection().reason;
    QCOMPARE(QByteArray(errorKindName(why.kind)), QByteArray(errorKindName(kind)));
    const QString start = QStringLiteral("cannot connect to %1:%2: ").arg(host).arg(spec.port);
    QVERIFY2(why.text.startsWith(start + words.arg(way.port)), qPrintable(why.text));
    QVERIFY(!why.remedy.isEmpty());
    QVERIFY(!why.line().contains(QStringLiteral("wr0ng")));
    session.close();
}

void tst_proxies::aWrongCertificateBehindAProxy()
{
    ConnectionSpec spec = m_redis->tls();
    spec.proxy = m_socks->options();
    spec.tls.serverName = QStringLiteral("redis.example");
    Session session(spec);
    session.open();
    QTRY_COMPARE(session.connection().phase, ConnectionPhase::Failed);
    QCOMPARE(session.connection().reason.kind, ErrorKind::TlsFailed);
    QVERIFY(session.connection().reason.text.contains(QStringLiteral("not redis.example")));
}

void tst_proxies::aProxyThatComesBack()
{
    Proxy way(ProxyKind::Socks5, false);
    ConnectionSpec spec = m_redis->tcp();
    spec.proxy = way.options();
    const auto session = connectedTo(spec);
    const QSignalSpy lost(session.get(), &Session::lost);
    way.server().stop();
    QTRY_COMPARE(lost.size(), 1);
    way.server().startAgain();
    QTRY_VERIFY(session->isReady());
    QCOMPARE(session->generation(), 2u);
}

void tst_proxies::noUnixSocketBehindAProxy()
{
    ConnectionSpec spec = m_redis->unixSocket();
    spec.proxy = m_socks->options();
    Session session(spec);
    session.open();
    QTRY_COMPARE(session.connection().phase, ConnectionPhase::Failed);
    QCOMPARE(session.connection().reason.kind, ErrorKind::BadInput);
    QVERIFY(session.connection().reason.text.contains(QStringLiteral("the SOCKS5 proxy 127.0.0.1:")));
}

// With a tunnel requested but unavailable, no direct connection is made.
void tst_proxies::noWayAroundATunnel()
{
    QTcpServer server;
    QVERIFY(server.listen(QHostAddress(QHostAddress::LocalHost), 0));
    ConnectionSpec spec{.host = QStringLiteral("127.0.0.1"), .port = server.serverPort()};
    spec.ssh.destination = QStringLiteral("bastion");
    Session session(spec);
    session.open();
    QVERIFY(isRefused(session));
    QVERIFY(session.connection().reason.text.contains(
        QStringLiteral("the SSH tunnel through bastion is not open")));
    QVERIFY(!server.hasPendingConnections());
}

LOCKSCOPE_TEST(tst_proxies)

} // namespace tst_proxies

#include "tst_proxies.moc"
