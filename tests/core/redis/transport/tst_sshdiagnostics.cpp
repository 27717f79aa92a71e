// SPDX-License-Identifier: GPL-3.0-or-later
// Messages of OpenSSH 9.2, and some of other versions.
#include "core/redis/transport/sshdiagnostics.h"
#include "tests/support/runner.h"

#include <QTest>

namespace tst_sshdiagnostics
{

using namespace lockscope;

namespace
{

const SshOptions Bastion{.destination = QStringLiteral("ann@bastion"), .port = 2222};

} // namespace

class tst_sshdiagnostics : public QObject
{
    Q_OBJECT
private slots:
    void theCommandLine();
    void onlyWhatIsGivenIsSaid();
    void aDestinationIsNoOption();
    void stages_data();
    void stages();
    void whatIsOpened_data();
    void whatIsOpened();
    void entrancesAreClosed();
    void failures_data();
    void failures();
    void wordsThatTellNothing_data();
    void wordsThatTellNothing();
    void whyAKeyWasNotUsed();
    void theEndNamesTheStage();
};

void tst_sshdiagnostics::theCommandLine()
{
    const SshOptions options{.destination = QStringLiteral("ann@bastion"),
                             .port = 2222,
                             .identityFile = QStringLiteral("/home/ann/my key"),
                             .configFile = QStringLiteral("/home/ann/config")};
    const QStringList list = sshArguments(options, QStringLiteral("/run/x/ssh-1"));
    const QString line = list.join(QLatin1Char('|'));
    for (const char *part :
         {"-N|", "|-D|/run/x/ssh-1|", "|-o|BatchMode=yes|", "|-o|ExitOnForwardFailure=yes|",
          "|-o|ServerAliveInterval=5|", "|-o|ControlPath=none|", "|-F|/home/ann/config|", "|-p|2222|",
          "|-i|/home/ann/my key|"})
        QVERIFY2(line.contains(QLatin1String(part)), part);
    QVERIFY(line.endsWith(QStringLiteral("|--|ann@bastion")));
    QVERIFY(!line.contains(QStringLiteral("StrictHostKeyChecking"))); // The user's own setting
}

void tst_sshdiagnostics::onlyWhatIsGivenIsSaid()
{
    const QStringList list =
        sshArguments({.destination = QStringLiteral("bastion")}, QStringLiteral("127.0.0.1:1"));
    for (const char *option : {"-F", "-p", "-i"})
        QVERIFY2(!list.contains(QLatin1String(option)), option);
}

void tst_sshdiagnostics::aDestinationIsNoOption()
{
    QVERIFY(!badDestination(Bastion));
    QCOMPARE(badDestination({.destination = QStringLiteral("-oProxyCommand=true")})->kind,
             ErrorKind::BadInput);
    QVERIFY(badDestination({}).has_value());
}

void tst_sshdiagnostics::stages_data()
{
    QTest::addColumn<QByteArray>("line");
    QTest::addColumn<TunnelStage>("stage");
    const auto row = [](const char *line, TunnelStage stage) {
        QTest::newRow(line) << QByteArray(line) << stage;
    };
    row("debug1: Connecting to bastion [10.0.0.1] port 22.", TunnelStage::Reaching);
    row("debug1: Executing proxy command: exec ssh -W '[bastion]:22' jump", TunnelStage::Reaching);
    row("debug1: Connection established.", TunnelStage::CheckingHost);
    row("debug1: Remote protocol version 2.0, remote software version OpenSSH_9.2p1",
        TunnelStage::CheckingHost);
    row("debug1: SSH2_MSG_NEWKEYS received", TunnelStage::Authenticating);
    row("debug1: Authentications that can continue: publickey", TunnelStage::Authenticating);
    row("debug1: Local connections to 127.0.0.1:31234 forwarded to remote address socks:0",
        TunnelStage::Forwarding);
    row("debug1: channel 0: new port-listener [port listener] (inactive timeout: 0)", TunnelStage::Open);
    row("debug1: channel 0: new [port listener]", TunnelStage::Open);
    row("debug1: channel 0: new unix-listener [unix listener] (inactive timeout: 0)", TunnelStage::Open);
    row("debug1: channel 0: new [unix listener]", TunnelStage::Open);
}

void tst_sshdiagnostics::stages()
{
    QFETCH(QByteArray, line);
    QFETCH(TunnelStage, stage);
    const SshNote note = readSshLine(line, Bastion);
    QVERIFY(note.stage.has_value());
    QCOMPARE(name(*note.stage), name(stage));
    QVERIFY(!note.failure);
}

void tst_sshdiagnostics::whatIsOpened_data()
{
    QTest::addColumn<QByteArray>("line");
    QTest::addColumn<QString>("entrance");
    const auto row = [](const char *line, const char *entrance) {
        QTest::newRow(line) << QByteArray(line) << QString::fromLatin1(entrance);
    };
    row("debug1: Local connections to 127.0.0.1:31234 forwarded to remote address socks:0",
        "127.0.0.1:31234");
    row("debug1: Local connections to LOCALHOST:8080 forwarded to remote address web:80", "LOCALHOST:8080");
    row("debug1: Local connections to ::1:8080 forwarded to remote address web:80", "::1:8080");
    row("debug1: Local connections to /run/user/1/web:-2 forwarded to remote address socks:0",
        "/run/user/1/web");
    row("debug1: Local connections to 127.0.0.1:31234", "");
    row("debug1: Local forwarding listening on 127.0.0.1 port 31234.", "");
    row("debug1: channel 0: new port-listener [port listener] (inactive timeout: 0)", "");
    row("Local connections to 127.0.0.1:31234 forwarded to remote address socks:0", "");
}

void tst_sshdiagnostics::whatIsOpened()
{
    QFETCH(QByteArray, line);
    const SshNote note = readSshLine(line, Bastion);
    QTEST(note.entrance, "entrance");
    QVERIFY(!closesEntrance(line));
}

void tst_sshdiagnostics::entrancesAreClosed()
{
    QVERIFY(closesEntrance("debug1: channel 0: free: port listener, nchannels 2"));
    QVERIFY(closesEntrance("debug1: channel 0: free: unix listener, nchannels 2"));
    QVERIFY(!closesEntrance(
        "debug1: channel 1: free: direct-tcpip: listening port 31234 for 127.0.0.1 port 6379, "
        "connect from 127.0.0.1 port 40000 to 127.0.0.1 port 31234, nchannels 3"));
}

void tst_sshdiagnostics::failures_data()
{
    QTest::addColumn<QByteArray>("line");
    QTest::addColumn<ErrorKind>("kind");
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("remedy");
    QTest::addColumn<bool>("final");
    const auto row = [](const char *name, const char *line, ErrorKind kind, const char *text,
                        const char *remedy, bool final) {
        QTest::newRow(name) << QByteArray(line) << kind << QString::fromLatin1(text)
                            << QString::fromLatin1(remedy) << final;
    };
    row("no such name", "ssh: Could not resolve hostname bastion: Name or service not known",
        ErrorKind::HostNotFound, "cannot resolve the SSH host: bastion: Name or service not known",
        "Host entry", false);
    row("nobody listens", "ssh: connect to host bastion port 22: Connection refused", ErrorKind::Refused,
        "cannot connect to the SSH host: host bastion port 22: Connection refused", "sshd", false);
    row("no answer", "ssh: connect to host bastion port 22: Connection timed out", ErrorKind::TimedOut,
        "cannot connect to the SSH host: host bastion port 22: Connection timed out", "firewall", false);
    row("no SSH server answered", "Connection timed out during banner exchange", ErrorKind::TimedOut,
        "no SSH server answered", "port", false);
    row("hung up", "kex_exchange_identification: Connection closed by remote host", ErrorKind::Refused,
        "the SSH handshake failed: Connection closed by remote host", "accepts this machine", false);
    row("no SSH there", "banner exchange: Connection to 127.0.0.1 port 6379: invalid format",
        ErrorKind::Refused, "the SSH handshake failed: Connection to 127.0.0.1 port 6379: invalid format",
        "port", false);
    row("host key not known", "Host key verification failed.", ErrorKind::TlsFailed, "unknown host key",
        "connect once with 'ssh -p 2222 ann@bastion' in a terminal to accept it", true);
    row("host key not known, strict",
        "No ED25519 host key is known for bastion and you have requested strict checking.",
        ErrorKind::TlsFailed, "unknown host key", "connect once with 'ssh -p 2222 ann@bastion'", true);
    row("host key changed", "@    WARNING: REMOTE HOST IDENTIFICATION HAS CHANGED!     @",
        ErrorKind::TlsFailed, "has changed since it was accepted", "ssh-keygen -R", true);
    row("no common algorithm",
        "Unable to negotiate with 10.0.0.1 port 22: no matching host key type found. Their offer: ssh-rsa",
        ErrorKind::Protocol, "no matching host key type found", "algorithms", true);
    row("wrong key", "ann@bastion: Permission denied (publickey,password).", ErrorKind::NoAuth,
        "SSH login as ann@bastion failed: permission denied (publickey,password)", "ssh-add", true);
    row("too many keys", "Received disconnect from 10.0.0.1 port 22:2: Too many authentication failures",
        ErrorKind::NoAuth, "too many keys", "IdentitiesOnly", true);
    row("port taken", "bind [127.0.0.1]:36379: Address already in use", ErrorKind::Refused,
        "the local port is in use: [127.0.0.1]:36379: Address already in use", "", false);
    row("socket taken", "unix_listener: cannot bind to path /tmp/x/ssh-1: Address already in use",
        ErrorKind::Refused,
        "cannot open a local socket: cannot bind to path /tmp/x/ssh-1: Address already in use", "", false);
    row("an ssh without sockets", "Bad dynamic forwarding specification '/tmp/x/ssh-1'",
        ErrorKind::Unsupported, "ssh cannot open a unix socket", "OpenSSH 6.7", true);
    row("a forward of the user's config fails", "Could not request local forwarding.", ErrorKind::Refused,
        "cannot open a local port", "LocalForward", false);
    row("not allowed to forward", "channel 2: open failed: administratively prohibited: open failed",
        ErrorKind::Refused, "does not allow this user to forward", "AllowTcpForwarding", false);
    row("bad config", "/home/ann/.ssh/config: line 3: Bad configuration option: hots", ErrorKind::BadInput,
        "your SSH config: /home/ann/.ssh/config: line 3: Bad configuration option: hots", "fix", true);
    row("no config", "Can't open user config file nothing: No such file or directory", ErrorKind::BadInput,
        "your SSH config: Can't open user config file nothing", "fix", true);
    row("silence", "Timeout, server bastion not responding.", ErrorKind::ConnectionLost,
        "the SSH host stopped responding", "", false);
    row("ended", "Connection to bastion closed by remote host.", ErrorKind::ConnectionLost,
        "the SSH host closed the connection", "", false);
    row("broken", "client_loop: send disconnect: Broken pipe", ErrorKind::ConnectionLost,
        "the SSH host closed the connection", "", false);
}

void tst_sshdiagnostics::failures()
{
    QFETCH(QByteArray, line);
    QFETCH(ErrorKind, kind);
    QFETCH(QString, text);
    QFETCH(QString, remedy);
    QFETCH(bool, final);
    const SshNote note = readSshLine(line, Bastion);
    QVERIFY(note.failure.has_value());
    QCOMPARE(errorKindName(note.failure->kind), errorKindName(kind));
    QVERIFY2(note.failure->text.startsWith(QStringLiteral("SSH tunnel through ann@bastion: ")),
             qPrintable(note.failure->text));
    QVERIFY2(note.failure->text.contains(text), qPrintable(note.failure->text));
    QVERIFY2(note.failure->remedy.contains(remedy), qPrintable(note.failure->remedy));
    QVERIFY(!note.stage);
    QCOMPARE(isFinalForTunnel(*note.failure), final);
}

void tst_sshdiagnostics::wordsThatTellNothing_data()
{
    QTest::addColumn<QByteArray>("line");
    for (const char *line :
         {"", "OpenSSH_9.2p1 Debian-2+deb12u10, OpenSSL 3.0.19 27 Jan 2026",
          "debug1: rekey out after 134217728 blocks",
          "debug1: connect to address 127.0.0.1 port 1: Connection refused", // Another address may follow
          "debug1: channel 1: new dynamic-tcpip [dynamic-tcpip] (inactive timeout: 0)",
          // One server only; its session reports it.
          "channel 2: open failed: connect failed: Connection refused",
          "Warning: Permanently added 'bastion' (ED25519) to the list of known hosts."})
        QTest::newRow(line) << QByteArray(line);
}

void tst_sshdiagnostics::wordsThatTellNothing()
{
    QFETCH(QByteArray, line);
    const SshNote note = readSshLine(line, Bastion);
    QVERIFY(!note.stage);
    QVERIFY(!note.failure);
    QVERIFY(note.hint.isEmpty());
}

void tst_sshdiagnostics::whyAKeyWasNotUsed()
{
    const SshNote note =
        readSshLine("Warning: Identity file nothing not accessible: No such file or directory.", Bastion);
    QVERIFY(!note.failure);
    QVERIFY(note.hint.contains(QStringLiteral("Identity file nothing not accessible")));
}

void tst_sshdiagnostics::theEndNamesTheStage()
{
    const Failure failure = sshEnded(TunnelStage::Authenticating, Bastion, QStringLiteral("some words"));
    QCOMPARE(failure.text,
             QStringLiteral("SSH tunnel through ann@bastion: ssh exited while logging in: some words"));
    QVERIFY(!isFinalForTunnel(failure));
    QVERIFY(
        sshEnded(TunnelStage::Open, Bastion, {}).text.endsWith(QStringLiteral("while the tunnel was open")));
}

LOCKSCOPE_TEST(tst_sshdiagnostics)

} // namespace tst_sshdiagnostics

#include "tst_sshdiagnostics.moc"
