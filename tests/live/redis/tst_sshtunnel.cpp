// SPDX-License-Identifier: GPL-3.0-or-later
// A tunnel through the installed ssh to a real sshd.
#include "core/platform/localsocket.h"
#include "core/redis/session.h"
#include "core/redis/transport/transport.h"
#include "tests/live/redis/sshtunneltest.h"
#include "tests/support/familyserver.h"
#include "tests/support/finished.h"
#include "tests/support/runner.h"

#include <grp.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include <QDir>
#include <QFile>
#include <QLocalServer>
#include <QTcpServer>
#include <QTcpSocket>
#include <QTemporaryDir>

#include <array>
#include <csignal>
#include <cstring>

namespace tst_sshtunnel
{

using namespace lockscope;
using namespace lockscope::test;
using namespace lockscope::test::sshtunnel;

namespace
{

// Another program on a loopback port: a SOCKS5 proxy that accepts everything and records what it receives.
class OtherProgram
{
public:
    bool listen(quint16 port)
    {
        return m_server.isListening() || m_server.listen(QHostAddress(QHostAddress::LocalHost), port);
    }
    quint16 port() const { return m_server.serverPort(); }
    bool wasConnectedTo() { return m_connections > 0 || m_server.hasPendingConnections(); }
    const QByteArray &received() const { return m_received; }
    std::function<void()> onConnection = [] {};

    OtherProgram()
    {
        QObject::connect(&m_server, &QTcpServer::newConnection, &m_server, [this] {
            ++m_connections;
            QTcpSocket *socket = m_server.nextPendingConnection();
            onConnection();
            QObject::connect(socket, &QIODevice::readyRead, socket, [this, socket, step = 0]() mutable {
                const QByteArray bytes = socket->readAll();
                m_received += bytes;
                if (++step == 1 && bytes.startsWith('\x05'))
                    socket->write(QByteArrayLiteral("\x05\x00"));
                else if (step == 2)
                    socket->write(QByteArrayLiteral("\x05\x00\x00\x01\x7f\x00\x00\x01\x00\x50"));
            });
        });
    }

private:
    QTcpServer m_server;
    int m_connections = 0;
    QByteArray m_received;
};

// Without the event loop, and without taking the news from QProcess.
void killAtOnce(qint64 pid)
{
    ::kill(pid_t(pid), SIGKILL);
    siginfo_t ended{};
    ::waitid(P_PID, id_t(pid), &ended, WEXITED | WNOWAIT);
}

// The error of a connection by a user who is not root; 0: none.
int connectAsAnotherUser(const QString &path)
{
    const QByteArray name = QFile::encodeName(path);
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    std::memcpy(address.sun_path, name.constData(), size_t(name.size()));
    const pid_t child = ::fork();
    if (child == 0) {
        constexpr uid_t Nobody = 65534;
        const int descriptor = ::socket(AF_UNIX, SOCK_STREAM, 0);
        if (::setgroups(0, nullptr) != 0 || ::setgid(Nobody) != 0 || ::setuid(Nobody) != 0)
            ::_exit(255);
        const int result =
            ::connect(descriptor, reinterpret_cast<const sockaddr *>(&address), sizeof address);
        ::_exit(result == 0 ? 0 : errno);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    return WEXITSTATUS(status);
}

// The inodes of the TCP sockets on which a process listens.
QByteArrayList listenersOf(qint64 pid)
{
    QByteArrayList found;
    QStringList opened;
    const QDir descriptors(QStringLiteral("/proc/%1/fd").arg(pid));
    const QStringList names = descriptors.entryList(QDir::Files | QDir::System);
    for (const QString &name : names) {
        std::array<char, 100> target{};
        if (::readlink(QFile::encodeName(descriptors.filePath(name)).constData(), target.data(),
                       target.size() - 1) > 0)
            opened << QString::fromLocal8Bit(target.data());
    }
    for (const char *table : {"/proc/net/tcp", "/proc/net/tcp6"}) {
        QFile file(QString::fromLatin1(table));
        if (!file.open(QIODevice::ReadOnly))
            continue;
        const QByteArrayList lines = file.readAll().split('\n');
        for (const QByteArray &line : lines) {
            const QByteArrayList fields = line.simplified().split(' ');
            if (fields.size() > 9 && fields.at(3) == "0A" &&
                opened.contains(QStringLiteral("socket:[%1]").arg(QString::fromLatin1(fields.at(9)))))
                found << fields.at(9);
        }
    }
    return found;
}

bool isRunning(qint64 pid)
{
    return ::kill(pid_t(pid), 0) == 0;
}

} // namespace

class tst_sshtunnel : public SshTunnelTest
{
    Q_OBJECT
private slots:
    void initTestCase() { startServers(); }
    void cleanupTestCase() { stopServers(); }
    void oneTunnelReachesEveryServer();
    void theStagesAreToldInOrder();
    void aJumpHostOfTheConfig();
    void whatDroppedComesBack_data();
    void whatDroppedComesBack();
    void itsSocketIsForThisUserOnly();
    void anotherProgramOnTheOldSocketIsSentNothing();
    void anEndThatIsNotToldYet();
    void anEndWhileASessionConnects();
    void aListenerOfTheUsersConfigIsNotOurs();
    void theEndOfTheTunnelIsTheEndOfSsh();
    void itMayDieInItsSignals_data();
    void itMayDieInItsSignals();
    void closedWhileOpening();
};

void tst_sshtunnel::oneTunnelReachesEveryServer()
{
    SshTunnel tunnel(m_host->options());
    tunnel.open();
    QVERIFY2(becomes(tunnel, TunnelStage::Open), qPrintable(tunnel.state().reason.line()));
    for (const ConnectionSpec &spec : {m_redis->tcp(), m_redis->tls(), m_other->tcp()}) {
        const auto session = connectedTo(through(tunnel, m_host->options(), spec));
        // The server sees the SSH host's connection, not ours.
        const QByteArray big(1024 * 1024, 'x');
        const auto echo = finished(session->call({"ECHO", big}));
        VERIFY_OK(echo);
        QVERIFY(echo->bytes == big);
    }
}

void tst_sshtunnel::theStagesAreToldInOrder()
{
    SshTunnel tunnel(m_host->options());
    const QSignalSpy told(&tunnel, &SshTunnel::stateChanged);
    const QSignalSpy ready(&tunnel, &SshTunnel::ready);
    tunnel.open();
    tunnel.open(); // The second call has no effect
    QTRY_COMPARE(ready.size(), 1);
    const QByteArrayList expected{"starting-ssh",   "reaching-host", "checking-host-key",
                                  "authenticating", "forwarding",    "open"};
    QCOMPARE(stagesTold(told), expected);
    tunnel.close();
    QCOMPARE(stagesTold(told), expected + QByteArrayList{"closed"});
}

// The jump host's messages come in between; the tunnel is open once the last host has opened it.
void tst_sshtunnel::aJumpHostOfTheConfig()
{
    const SshOptions options = m_host->throughJump();
    SshTunnel tunnel(options);
    const QSignalSpy told(&tunnel, &SshTunnel::stateChanged);
    tunnel.open();
    QVERIFY2(becomes(tunnel, TunnelStage::Open), qPrintable(tunnel.state().reason.line()));
    const QByteArrayList stages = stagesTold(told);
    QCOMPARE(stages.count("checking-host-key"), 2);
    QCOMPARE(stages.count("authenticating"), 2);
    QCOMPARE(stages.count("open"), 1);
    const auto session = connectedTo(through(tunnel, options, m_redis->tcp()));
    VERIFY_OK(finished(session->call({"PING"})));
}

void tst_sshtunnel::whatDroppedComesBack_data()
{
    QTest::addColumn<bool>("here");
    QTest::newRow("the ssh here is killed") << true;
    QTest::newRow("the host ends the connection") << false;
}

void tst_sshtunnel::whatDroppedComesBack()
{
    QFETCH(bool, here);
    SshTunnel tunnel(m_host->options());
    const QSignalSpy ready(&tunnel, &SshTunnel::ready);
    const QSignalSpy lost(&tunnel, &SshTunnel::lost);
    tunnel.open();
    QVERIFY(becomes(tunnel, TunnelStage::Open));
    const ProxyOptions way = tunnel.proxy();
    QVERIFY(way.kind == ProxyKind::Socks5);
    const auto session = connectedTo(through(tunnel, m_host->options(), m_redis->tcp()));
    const QSignalSpy gone(session.get(), &Session::lost);
    if (here)
        ::kill(pid_t(tunnel.processId()), SIGKILL);
    else
        m_host->endConnections();
    QTRY_COMPARE(lost.size(), 1);
    const Failure why = lost.first().first().value<Failure>();
    QCOMPARE(why.kind, ErrorKind::ConnectionLost);
    QVERIFY2(why.text.startsWith(QStringLiteral("SSH tunnel through 127.0.0.1: ")), qPrintable(why.text));
    QTRY_COMPARE(ready.size(), 2);
    QVERIFY(tunnel.proxy().kind == ProxyKind::Socks5 && tunnel.proxy() != way);
    QTRY_VERIFY(session->isReady() && session->generation() == 2);
    QCOMPARE(gone.size(), 1);
    VERIFY_OK(finished(session->call({"PING"})));
}

void tst_sshtunnel::itsSocketIsForThisUserOnly()
{
    SshTunnel tunnel(m_host->options());
    tunnel.open();
    QVERIFY(becomes(tunnel, TunnelStage::Open));
    const QString path = tunnel.proxy().host;
    const QFileInfo folder(QFileInfo(path).path());
    struct stat entry {
    };
    QCOMPARE(::stat(QFile::encodeName(path).constData(), &entry), 0);
    QVERIFY(S_ISSOCK(entry.st_mode));
    QCOMPARE(::stat(QFile::encodeName(folder.filePath()).constData(), &entry), 0);
    QCOMPARE(entry.st_mode & 07777U, 0700U);
    QCOMPARE(entry.st_uid, ::geteuid());
    if (::geteuid() == 0)
        QCOMPARE(connectAsAnotherUser(path), EACCES);
    const qint64 ssh = tunnel.processId();
    QCOMPARE(listenersOf(ssh), QByteArrayList{}); // on no port of any family
    tunnel.close();
    QVERIFY(!isRunning(ssh));
    QCOMPARE(connectedLocalSocket(path), qintptr(-1));
}

void tst_sshtunnel::anotherProgramOnTheOldSocketIsSentNothing()
{
    auto redis = Sandbox::start({.password = QStringLiteral("s3cr3t")});
    VERIFY_OK(redis);
    SshHost host;
    SshTunnel tunnel(host.options());
    const QSignalSpy told(&tunnel, &SshTunnel::stateChanged);
    tunnel.open();
    QVERIFY(becomes(tunnel, TunnelStage::Open));
    const QString old = tunnel.proxy().host;
    const ConnectionSpec spec = through(tunnel, host.options(), (*redis)->tcp());
    const auto session = connectedTo(spec);
    host.server().stop(); // It does not restart at once
    killAtOnce(tunnel.processId());
    QVERIFY(QFile::remove(old));
    QLocalServer other;
    QVERIFY(other.listen(old));
    Session late(spec); // Opened while the tunnel is down
    late.open();
    // Sessions would have tried as often in that time.
    const auto tries = [&told] { return stagesTold(told).count("waiting"); };
    QTRY_VERIFY(tries() >= 5);
    session->open(); // As if requested by the user
    QTRY_VERIFY(tries() >= 6);
    QVERIFY(!other.hasPendingConnections());
    for (const Session *waiting : {session.get(), &late}) {
        QCOMPARE(waiting->connection().phase, ConnectionPhase::Waiting);
        QVERIFY2(!waiting->connection().retryAt, "it waits for the tunnel");
    }
    QVERIFY2(late.connection().reason.text.contains(QStringLiteral("SSH tunnel through 127.0.0.1")),
             qPrintable(late.connection().reason.line()));

    host.server().startAgain();
    QVERIFY(becomes(tunnel, TunnelStage::Open));
    QVERIFY(tunnel.proxy().host != old);
    QTRY_VERIFY(session->isReady() && late.isReady());
    QCOMPARE(session->generation(), 2U);
    VERIFY_OK(finished(session->call({"PING"})));
    VERIFY_OK(finished(late.call({"PING"})));
    QVERIFY(!other.hasPendingConnections());
    late.close();
}

// The place of the socket is taken before the event loop learns that ssh has ended.
void tst_sshtunnel::anEndThatIsNotToldYet()
{
    SshTunnel tunnel(m_host->options());
    tunnel.open();
    QVERIFY(becomes(tunnel, TunnelStage::Open));
    const ConnectionSpec spec = through(tunnel, m_host->options(), m_redis->tcp());
    const QString old = tunnel.proxy().host;
    killAtOnce(tunnel.processId());
    QVERIFY(QFile::remove(old));
    QLocalServer other;
    QVERIFY(other.listen(old));
    QVERIFY2(tunnel.isOpen(), "it was told nothing");
    QVERIFY(tunnel.proxy().kind == ProxyKind::None);
    const std::unique_ptr<Transport> transport = makeTransport(spec);
    const QSignalSpy closed(transport.get(), &Transport::closed);
    transport->start();
    QCOMPARE(closed.size(), 1);
    QCOMPARE(closed.first().first().value<Failure>().kind, ErrorKind::NotConnected);
    QTRY_VERIFY(tunnel.proxy().kind == ProxyKind::Socks5);
    QVERIFY(tunnel.proxy().host != old);
    QVERIFY(!other.hasPendingConnections());
}

// ssh ends and its port is taken between the check and the connection.
void tst_sshtunnel::anEndWhileASessionConnects()
{
    OtherProgram other;
    QVERIFY(other.listen(0));
    bool isOpen = true;
    other.onConnection = [&isOpen] { isOpen = false; };
    const auto entrance = std::make_shared<TunnelEntrance>([&] {
        return isOpen ? ProxyOptions{.kind = ProxyKind::Socks5,
                                     .host = QStringLiteral("127.0.0.1"),
                                     .port = other.port()}
                      : ProxyOptions{};
    });
    ConnectionSpec spec = m_redis->tcp();
    spec.ssh = m_host->options();
    spec.tunnel = entrance;
    spec.password = QStringLiteral("s3cr3t");
    Session session(spec);
    session.open();
    QTRY_COMPARE(session.connection().phase, ConnectionPhase::Waiting);
    QCOMPARE(session.connection().reason.kind, ErrorKind::NotConnected);
    QVERIFY(other.wasConnectedTo());
    QVERIFY2(!other.received().contains("s3cr3t") && session.bytesSent() == 0, other.received().constData());
    session.close();
}

// ssh opens the other ports of its config although ours cannot be opened, and only then exits.
void tst_sshtunnel::aListenerOfTheUsersConfigIsNotOurs()
{
    QTemporaryDir folder;
    QFile program(folder.filePath(QStringLiteral("ssh")));
    QVERIFY(program.open(QIODevice::WriteOnly));
    program.write("#!/bin/sh\n"
                  "while [ \"$1\" != -D ]; do shift; done\n"
                  "exec >&2\n"
                  "echo \"debug1: Local connections to $2:-2 forwarded to remote address socks:0\"\n"
                  "echo \"unix_listener: cannot bind to path $2: Address already in use\"\n"
                  "echo 'debug1: Local connections to LOCALHOST:8080 forwarded to remote address web:80'\n"
                  "echo 'debug1: channel 0: new port-listener [port listener] (inactive timeout: 0)'\n"
                  "echo 'Could not request local forwarding.'\n"
                  "exit 255\n");
    program.setPermissions(QFile::ReadOwner | QFile::ExeOwner);
    program.close();
    const QByteArray path = qgetenv("PATH");
    qputenv("PATH", folder.path().toUtf8() + ':' + path);
    SshTunnel tunnel(m_host->options());
    const QSignalSpy told(&tunnel, &SshTunnel::stateChanged);
    tunnel.open();
    const bool waits = becomes(tunnel, TunnelStage::Waiting);
    qputenv("PATH", path);
    QVERIFY(waits);
    QCOMPARE(stagesTold(told), (QByteArrayList{"starting-ssh", "forwarding", "waiting"}));
    QCOMPARE(tunnel.state().reason.kind, ErrorKind::Refused);
    QVERIFY(becomes(tunnel, TunnelStage::Open)); // At another place
}

void tst_sshtunnel::theEndOfTheTunnelIsTheEndOfSsh()
{
    auto tunnel = std::make_unique<SshTunnel>(m_host->options());
    tunnel->open();
    QVERIFY(becomes(*tunnel, TunnelStage::Open));
    const qint64 first = tunnel->processId();
    tunnel->close();
    QVERIFY(!isRunning(first));
    tunnel->open();
    QVERIFY(becomes(*tunnel, TunnelStage::Open));
    const qint64 second = tunnel->processId();
    QVERIFY(isRunning(second));
    tunnel.reset();
    QVERIFY(!isRunning(second));
}

void tst_sshtunnel::itMayDieInItsSignals_data()
{
    QTest::addColumn<QByteArray>("stage");
    for (const char *stage :
         {"starting-ssh", "reaching-host", "checking-host-key", "forwarding", "open", "ready"})
        QTest::newRow(stage) << QByteArray(stage);
}

void tst_sshtunnel::itMayDieInItsSignals()
{
    QFETCH(QByteArray, stage);
    auto tunnel = std::make_unique<SshTunnel>(m_host->options());
    connect(tunnel.get(), &SshTunnel::stateChanged, this, [&](const TunnelState &state) {
        if (stage == name(state.stage))
            tunnel.reset();
    });
    connect(tunnel.get(), &SshTunnel::ready, this, [&] { tunnel.reset(); });
    tunnel->open();
    QTRY_VERIFY(!tunnel);
}

void tst_sshtunnel::closedWhileOpening()
{
    SshTunnel tunnel(m_host->options());
    const QSignalSpy ready(&tunnel, &SshTunnel::ready);
    const auto closing = connect(&tunnel, &SshTunnel::stateChanged, this, [&](const TunnelState &state) {
        if (state.stage == TunnelStage::CheckingHost)
            tunnel.close();
    });
    tunnel.open();
    QVERIFY(becomes(tunnel, TunnelStage::Closed));
    QCOMPARE(tunnel.processId(), 0);
    disconnect(closing);
    tunnel.open();
    QVERIFY(becomes(tunnel, TunnelStage::Open));
    QCOMPARE(ready.size(), 1);
}

LOCKSCOPE_TEST(tst_sshtunnel)

} // namespace tst_sshtunnel

#include "tst_sshtunnel.moc"
