// SPDX-License-Identifier: GPL-3.0-or-later
// Servers that refuse the connection or the login: one error line with the reason and what to do, its status,
// and no record of an act that was never sent. See resources/docs/faults.md.

#include "core/lab/sandbox/sandboxdeployment.h"
#include "tests/live/auditedcli.h"
#include "tests/support/heldlock.h"
#include "tests/support/networknamespace.h"
#include "tests/support/runner.h"
#include "tests/support/verify.h"

#include <QTest>

namespace tst_refusedlogins
{

using namespace lockscope;
using namespace lockscope::test;

class tst_RefusedLogins : public QObject
{
    Q_OBJECT

private slots:
    void protectedMode(); // First: it enters a network of its own
    void passwordsAndUsers();
    void noFreeConnection();
    void aDatabaseOfACluster();
    void nobodyListens();
    void aMasterThatSentinelHasNotReplaced();

private:
    void start(SandboxTopology topology, const DeploymentOptions &options = {});
    SandboxServer &server() const { return m_servers->node(0); }
    void isRefused(const ConnectionSpec &spec, int status, const QByteArray &words);

    std::unique_ptr<SandboxDeployment> m_servers;
};

void tst_RefusedLogins::start(SandboxTopology topology, const DeploymentOptions &options)
{
    VERIFY_INTO(m_servers, SandboxDeployment::start(topology, options));
}

void tst_RefusedLogins::isRefused(const ConnectionSpec &spec, int status, const QByteArray &words)
{
    const AuditedCli cli(spec);
    for (const QByteArrayList &command :
         {QByteArrayList{"release", "lock:a", "--owner", Alice}, QByteArrayList{"scan"}}) {
        const Ended ended = cli(QByteArrayList{"--timeout", "2s"} + command);
        QVERIFY2(ended.status == status, ended.told().constData());
        QVERIFY2(ended.err.contains(words) && ended.err.count('\n') == 1, ended.told().constData());
    }
    QCOMPARE(cli.story(), QByteArray());
}

void tst_RefusedLogins::protectedMode()
{
    const auto entered = NetworkNamespace::enter();
    if (!entered)
        QSKIP(qPrintable(entered.failure().line()));
    // An address of this network only. Packets from it do not come from loopback, as the server sees it.
    const QString address = QStringLiteral("10.99.0.1");
    QCOMPARE(QProcess::execute(QStringLiteral("ip"), {QStringLiteral("addr"), QStringLiteral("add"), address,
                                                      QStringLiteral("dev"), QStringLiteral("lo")}),
             0);
    start(SandboxTopology::Standalone,
          {.serverArguments = {QStringLiteral("--bind"), QStringLiteral("127.0.0.1"), address,
                               QStringLiteral("--protected-mode"), QStringLiteral("yes")}});
    ConnectionSpec spec = server().spec();
    spec.host = address;
    isRefused(spec, 3,
              "the server is in protected mode and accepts local clients only: set a password on the "
              "server, or connect from the same machine");
    QCOMPARE(AuditedCli(server().spec())({"scan"}).status, 0);
    m_servers.reset();
}

void tst_RefusedLogins::passwordsAndUsers()
{
    start(SandboxTopology::Standalone, {.password = QStringLiteral("right")});
    ConnectionSpec spec = server().spec();
    spec.password.clear();
    isRefused(spec, 3, "the server requires a password: set user and password");
    spec.password = QStringLiteral("wr0ng-w0rd");
    isRefused(spec, 3, "wrong user name or password, or the user is disabled: check user name and password");
    const Ended ended = AuditedCli(spec)({"scan"});
    QVERIFY2(!ended.told().contains("wr0ng-w0rd"), ended.told().constData());
}

void tst_RefusedLogins::noFreeConnection()
{
    start(SandboxTopology::Standalone);
    QProcess other;
    other.start(QStringLiteral("redis-cli"),
                {QStringLiteral("-p"), QString::number(server().port()), QStringLiteral("MONITOR")});
    QTRY_VERIFY(other.bytesAvailable() > 0); // It is connected
    // Not before: the server might still count the connection of ask(), and refuse the other.
    VERIFY_OK(server().ask({"CONFIG", "SET", "maxclients", "1"}));
    isRefused(
        server().spec(), 3,
        "the server has no free connections (maxclients): raise maxclients or close unused connections");
    other.kill();
    QVERIFY(other.waitForFinished());
    const auto works = [&] { return AuditedCli(server().spec())({"scan"}).status == 0; };
    QTRY_VERIFY(works());
}

void tst_RefusedLogins::aDatabaseOfACluster()
{
    start(SandboxTopology::Cluster, {.replicas = 0});
    ConnectionSpec spec = server().spec();
    spec.db = 3;
    isRefused(spec, 4,
              "cannot use database 3: this server is a cluster node, and a cluster has database 0 only: "
              "omit the database number");
}

void tst_RefusedLogins::nobodyListens()
{
    start(SandboxTopology::Standalone);
    server().kill();
    isRefused(server().spec(), 3,
              "connection refused: check the host and port, and that Redis is running there");
}

void tst_RefusedLogins::aMasterThatSentinelHasNotReplaced()
{
    start(SandboxTopology::Sentinel, {.replicas = 1, .sentinels = 1});
    VERIFY_OK(m_servers->sentinel(0).ask(
        {"SENTINEL", "SET", SandboxDeployment::MasterName, "down-after-milliseconds", "600000"}));
    server().kill();
    isRefused(m_servers->spec(), 3,
              server().spec().node().bytes +
                  ": connection refused (at its announced address): check the host and port");
}

LOCKSCOPE_NETWORK_TEST(tst_RefusedLogins)

} // namespace tst_refusedlogins

#include "tst_refusedlogins.moc"
