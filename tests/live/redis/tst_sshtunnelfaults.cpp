// SPDX-License-Identifier: GPL-3.0-or-later
// Tunnels that cannot be opened, and why.

#include "core/redis/session.h"
#include "tests/live/redis/sshtunneltest.h"
#include "tests/support/reservedport.h"
#include "tests/support/runner.h"

#include <unistd.h>

namespace tst_sshtunnelfaults
{

using namespace lockscope;
using namespace lockscope::test;
using namespace lockscope::test::sshtunnel;

class tst_sshtunnelfaults : public SshTunnelTest
{
    Q_OBJECT

private slots:
    void initTestCase() { startServers(); }
    void cleanupTestCase() { stopServers(); }
    void whatCannotBeOpened_data();
    void whatCannotBeOpened();
    void nobodyListensThere();
    void aHostThatForwardsNothing();
    void aServerThatIsNotThere();
    void withoutTheProgram();
};

void tst_sshtunnelfaults::whatCannotBeOpened_data()
{
    QTest::addColumn<SshOptions>("options");
    QTest::addColumn<QString>("lastStage");
    QTest::addColumn<ErrorKind>("kind");
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("remedy");
    QTest::newRow("a host nobody accepted yet")
        << m_host->withUnknownHost() << QStringLiteral("checking-host-key") << ErrorKind::TlsFailed
        << QStringLiteral("unknown host key") << QStringLiteral("in a terminal to accept it");
    QTest::newRow("a host with another key")
        << m_host->withChangedHost() << QStringLiteral("checking-host-key") << ErrorKind::TlsFailed
        << QStringLiteral("has changed since it was accepted") << QStringLiteral("ssh-keygen -R");
    QTest::newRow("a key it does not know")
        << m_host->withWrongKey() << QStringLiteral("authenticating") << ErrorKind::NoAuth
        << QStringLiteral("permission denied (publickey)") << QStringLiteral("ssh-add");
    SshOptions noKey = m_host->options();
    noKey.identityFile = QStringLiteral("/no/such/key");
    QTest::newRow("a key that is missing")
        << noKey << QStringLiteral("authenticating") << ErrorKind::NoAuth
        << QStringLiteral("Identity file /no/such/key not accessible") << QStringLiteral("ssh-add");
    SshOptions noConfig = m_host->options();
    noConfig.configFile = QStringLiteral("/no/such/config");
    QTest::newRow("a config that is missing")
        << noConfig << QStringLiteral("starting-ssh") << ErrorKind::BadInput
        << QStringLiteral("Can't open user config file /no/such/config") << QStringLiteral("fix that file");
    SshOptions option = m_host->options();
    option.destination = QStringLiteral("-V");
    QTest::newRow("an option for a host")
        << option << QStringLiteral("starting-ssh") << ErrorKind::BadInput
        << QStringLiteral("'-V' is not a host") << QStringLiteral("[user@]host");
}

void tst_sshtunnelfaults::whatCannotBeOpened()
{
    QFETCH(SshOptions, options);
    QFETCH(QString, lastStage);
    QFETCH(ErrorKind, kind);
    QFETCH(QString, text);
    QFETCH(QString, remedy);
    SshTunnel tunnel(options);
    const QSignalSpy told(&tunnel, &SshTunnel::stateChanged);
    const QSignalSpy lost(&tunnel, &SshTunnel::lost);
    tunnel.open();
    QVERIFY(becomes(tunnel, TunnelStage::Failed)); // No retry, or the host would lock us out
    const QByteArrayList stages = stagesTold(told);
    QCOMPARE(stages.at(stages.size() - 2), lastStage.toLatin1());
    const Failure why = tunnel.state().reason;
    QCOMPARE(errorKindName(why.kind), errorKindName(kind));
    QVERIFY2(why.text.contains(text), qPrintable(why.text));
    QVERIFY2(why.remedy.contains(remedy), qPrintable(why.remedy));
    QCOMPARE(lost.size(), 0);
    QCOMPARE(tunnel.processId(), 0);
}

// A transient failure: sshd may be restarted.
void tst_sshtunnelfaults::nobodyListensThere()
{
    SshHost host;
    SshTunnel tunnel(host.options());
    host.server().stop();
    const QSignalSpy told(&tunnel, &SshTunnel::stateChanged);
    tunnel.open();
    QVERIFY(becomes(tunnel, TunnelStage::Waiting));
    QCOMPARE(tunnel.state().reason.kind, ErrorKind::Refused);
    QVERIFY(tunnel.state().reason.text.contains(QStringLiteral("Connection refused")));
    QVERIFY(tunnel.state().retryAt.has_value());
    QCOMPARE(tunnel.state().attempt, 1);
    QCOMPARE(stagesTold(told), (QByteArrayList{"starting-ssh", "reaching-host", "waiting"}));
    host.server().startAgain();
    QVERIFY(becomes(tunnel, TunnelStage::Open));
    QCOMPARE(tunnel.state().attempt, 0);
}

void tst_sshtunnelfaults::aHostThatForwardsNothing()
{
    SshHost host("AllowTcpForwarding no\n");
    SshTunnel tunnel(host.options());
    tunnel.open();
    QVERIFY(becomes(tunnel, TunnelStage::Open));
    Session session(through(tunnel, host.options(), m_redis->tcp()));
    session.open();
    QTRY_COMPARE(session.connection().phase, ConnectionPhase::Waiting);
    QVERIFY2(session.connection().reason.text.contains(QStringLiteral("the SSH tunnel through 127.0.0.1")),
             qPrintable(session.connection().reason.line()));
    QTRY_VERIFY(tunnel.state().reason.text.contains(QStringLiteral("does not allow this user to forward")));
    QVERIFY(tunnel.state().reason.remedy.contains(QStringLiteral("AllowTcpForwarding")));
    QVERIFY(tunnel.isOpen());
    session.close();
}

void tst_sshtunnelfaults::aServerThatIsNotThere()
{
    SshTunnel tunnel(m_host->options());
    tunnel.open();
    QVERIFY(becomes(tunnel, TunnelStage::Open));
    const ReservedPort closed;
    for (const bool tls : {false, true}) {
        ConnectionSpec spec = tls ? m_redis->tls() : m_redis->tcp();
        spec.port = closed;
        Session session(through(tunnel, m_host->options(), spec));
        session.open();
        QTRY_COMPARE(session.connection().phase, ConnectionPhase::Waiting);
        const Failure why = session.connection().reason;
        QCOMPARE(why.kind, ErrorKind::Refused);
        QCOMPARE(why.text, QStringLiteral("the SSH tunnel through 127.0.0.1 closed the connection to "
                                          "127.0.0.1:%1 before any data arrived")
                               .arg(spec.port));
        session.close();
    }
    QVERIFY(tunnel.isOpen());
}

void tst_sshtunnelfaults::withoutTheProgram()
{
    const QByteArray path = qgetenv("PATH");
    qputenv("PATH", "/no/such/folder");
    SshTunnel tunnel(m_host->options());
    tunnel.open();
    const bool failed = becomes(tunnel, TunnelStage::Failed);
    qputenv("PATH", path);
    QVERIFY(failed);
    QCOMPARE(tunnel.state().reason.kind, ErrorKind::Unsupported);
    QVERIFY(tunnel.state().reason.remedy.contains(QStringLiteral("openssh-client")));
    // Now installed.
    tunnel.open();
    QVERIFY(becomes(tunnel, TunnelStage::Open));
}

LOCKSCOPE_TEST(tst_sshtunnelfaults)

} // namespace tst_sshtunnelfaults

#include "tst_sshtunnelfaults.moc"
