// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/deployment/connectiontest.h"
#include "core/lab/sandbox/sandbox.h"
#include "core/lab/sandbox/sandboxdeployment.h"
#include "tests/support/familyserver.h"
#include "tests/support/finished.h"
#include "tests/support/reservedport.h"
#include "tests/support/runner.h"
#include "tests/support/sshhost.h"
#include "tests/support/verify.h"

#include <QTcpServer>
#include <QTest>

namespace tst_connectiontest
{

using namespace lockscope;
using namespace lockscope::test;
using namespace std::chrono_literals;

namespace
{

std::vector<ConnectionStage> tested(ConnectionSpec spec)
{
    return finished(testConnection(std::move(spec)));
}

QString stagesText(const std::vector<ConnectionStage> &stages)
{
    QStringList texts;
    for (const ConnectionStage &stage : stages) {
        if (stage.state != StageState::Skipped)
            texts << stageText(stage);
    }
    return texts.join(QStringLiteral(", "));
}

QByteArrayList states(const std::vector<ConnectionStage> &stages)
{
    QByteArrayList list;
    for (const ConnectionStage &stage : stages)
        list << name(stage.step) + QByteArray(" ") + name(stage.state);
    return list;
}

Reply call(const ConnectionSpec &spec, Command command)
{
    const auto session = connectedTo(spec);
    const auto reply = finished(session->call(std::move(command)));
    if (!reply)
        qFatal("%s", qPrintable(reply.failure().line()));
    return *reply;
}

ConnectionSpec as(ConnectionSpec spec, const QString &user)
{
    spec.user = user;
    spec.password = QStringLiteral("s3cr3t");
    return spec;
}

} // namespace

class tst_connectiontest : public QObject
{
    Q_OBJECT
private slots:
    void initTestCase();
    void cleanupTestCase();
    void allIsWell_data();
    void allIsWell();
    void nothingIsWritten();
    void aClosedPort();
    void aNameNobodyKnows();
    void aServerThatSaysNothing();
    void aWrongAuthority();
    void noTlsSpoken();
    void aWrongPassword();
    void aUserWhoMayOnlyRead();
    void aUserWhoMayNotAskWhatHeMay();
    void aUserOfOtherKeys();
    void aReplica();
    void aSentinelTellsTheMaster();
    void aSentinelThatWatchesNoSuchMaster();
    void theNextSentinelIsAsked();
    void anAnnouncedAddressIsMapped();
    void eachMemberOfAGroup();
    void throughATunnel();
    void throughATunnelThatDoesNotOpen();

private:
    std::unique_ptr<Sandbox> m_redis;
    std::unique_ptr<SandboxDeployment> m_sentinel;
};

void tst_connectiontest::initTestCase()
{
    VERIFY_INTO(m_redis, Sandbox::start({.tls = true}));
    auto sentinel = SandboxDeployment::start(
        SandboxTopology::Sentinel,
        {.replicas = 1, .password = QStringLiteral("s3cr3t"), .sentinelPassword = QStringLiteral("0ther")});
    VERIFY_OK(sentinel);
    m_sentinel = std::move(*sentinel);
    // A server that is slow for a second stays the master
    for (size_t i = 0; i < m_sentinel->sentinelCount(); ++i)
        VERIFY_OK(m_sentinel->sentinel(i).ask(
            {"SENTINEL", "SET", SandboxDeployment::MasterName, "down-after-milliseconds", "600000"}));
    const ConnectionSpec server = m_redis->tcp();
    call(server, {"ACL", "SETUSER", "reader", "on", ">s3cr3t", "~*", "&*", "+@read", "+@connection", "+info",
                  "+role", "+acl|dryrun"});
    call(server, {"ACL", "SETUSER", "mute", "on", ">s3cr3t", "~*", "+@read", "+@connection"});
    call(server, {"ACL", "SETUSER", "other", "on", ">s3cr3t", "~app:*", "&*", "+@all"});
}

void tst_connectiontest::cleanupTestCase()
{
    m_sentinel.reset();
    m_redis.reset();
}

void tst_connectiontest::allIsWell_data()
{
    QTest::addColumn<ConnectionSpec>("spec");
    QTest::addColumn<QString>("text");
    QTest::newRow("TCP") << m_redis->tcp() << QStringLiteral("TCP ok, login ok, read access, write access");
    QTest::newRow("TLS") << m_redis->tls()
                         << QStringLiteral("TCP ok, TLS ok, login ok, read access, write access");
    QTest::newRow("unix socket") << m_redis->unixSocket()
                                 << QStringLiteral("socket ok, login ok, read access, write access");
}

void tst_connectiontest::allIsWell()
{
    QFETCH(ConnectionSpec, spec);
    QFETCH(QString, text);
    const auto stages = tested(spec);
    QCOMPARE(stagesText(stages), text);
    for (const ConnectionStage &stage : stages) {
        QCOMPARE(stage.node, spec.node());
        QVERIFY(stage.took >= 0ms);
    }
}

void tst_connectiontest::nothingIsWritten()
{
    call(m_redis->tcp(), {"CONFIG", "RESETSTAT"});
    tested(m_redis->tcp());
    const QByteArray stats = call(m_redis->tcp(), {"INFO", "commandstats"}).bytes;
    QVERIFY(stats.contains("cmdstat_acl|dryrun:calls=9,"));
    for (const char *writing : {"cmdstat_eval:", "cmdstat_evalsha:", "cmdstat_set:", "cmdstat_del:",
                                "cmdstat_publish:", "cmdstat_monitor:"})
        QVERIFY2(!stats.contains(writing), stats.constData());
    QCOMPARE(call(m_redis->tcp(), {"DBSIZE"}).integer, 0);
}

void tst_connectiontest::aClosedPort()
{
    ConnectionSpec spec = m_redis->tls();
    const ReservedPort closed;
    spec.port = closed;
    const auto stages = tested(spec);
    QCOMPARE(states(stages), (QByteArrayList{"reach failed", "tls skipped", "login skipped",
                                             "may-read skipped", "may-write skipped"}));
    QCOMPARE(stages.front().failure.kind, ErrorKind::Refused);
    QCOMPARE(stagesText(stages), QStringLiteral("connection refused"));
}

void tst_connectiontest::aNameNobodyKnows()
{
    ConnectionSpec spec = m_redis->tcp();
    spec.host = QStringLiteral("no..such..host");
    const auto stages = tested(spec);
    QCOMPARE(stages.front().failure.kind, ErrorKind::HostNotFound);
    QVERIFY(stages.back().state == StageState::Skipped);
}

void tst_connectiontest::aServerThatSaysNothing()
{
    QTcpServer silent;
    QVERIFY(silent.listen(QHostAddress(QHostAddress::LocalHost), 0));
    ConnectionSpec spec = m_redis->tls();
    spec.port = silent.serverPort();
    spec.connectTimeout = 300ms;
    auto stages = tested(spec);
    QCOMPARE(states(stages).mid(0, 3), (QByteArrayList{"reach ok", "tls failed", "login skipped"}));
    QCOMPARE(stages.at(1).failure.kind, ErrorKind::TimedOut);
    spec.tls.enabled = false;
    stages = tested(spec);
    QCOMPARE(states(stages).mid(0, 3), (QByteArrayList{"reach ok", "login failed", "may-read skipped"}));
    QCOMPARE(stages.at(1).failure.kind, ErrorKind::TimedOut);
}

void tst_connectiontest::aWrongAuthority()
{
    ConnectionSpec spec = m_redis->tls();
    spec.tls.caFile = spec.tls.certificateFile; // A certificate that is not an authority
    const auto stages = tested(spec);
    QCOMPARE(states(stages).mid(0, 3), (QByteArrayList{"reach ok", "tls failed", "login skipped"}));
    QCOMPARE(stages.at(1).failure.kind, ErrorKind::TlsFailed);
    QVERIFY2(stagesText(stages).startsWith(QStringLiteral("TCP ok, the server's certificate is not trusted")),
             qPrintable(stagesText(stages)));
}

void tst_connectiontest::noTlsSpoken()
{
    ConnectionSpec spec = m_redis->tls();
    spec.port = m_redis->port();
    const auto stages = tested(spec);
    QCOMPARE(states(stages).mid(0, 3), (QByteArrayList{"reach ok", "tls failed", "login skipped"}));
}

void tst_connectiontest::aWrongPassword()
{
    ConnectionSpec spec = as(m_redis->tcp(), QStringLiteral("reader"));
    spec.password = QStringLiteral("wr0ng");
    const auto stages = tested(spec);
    QCOMPARE(states(stages),
             (QByteArrayList{"reach ok", "login failed", "may-read skipped", "may-write skipped"}));
    QCOMPARE(stages.at(1).failure.kind, ErrorKind::WrongPass);
    QVERIFY(!stagesText(stages).contains(QStringLiteral("wr0ng")));
}

void tst_connectiontest::aUserWhoMayOnlyRead()
{
    const auto stages = tested(as(m_redis->tls(), QStringLiteral("reader")));
    QCOMPARE(stagesText(stages),
             QStringLiteral("TCP ok, TLS ok, login ok, read access, no write access: this user may not run "
                            "evalsha, eval, set, del, hdel, pexpire, publish"));
    QCOMPARE(stages.back().failure.remedy,
             QStringLiteral(
                 "required permission: ACL SETUSER reader +evalsha +eval +set +del +hdel +pexpire +publish"));
}

void tst_connectiontest::aUserWhoMayNotAskWhatHeMay()
{
    const auto stages = tested(as(m_redis->tcp(), QStringLiteral("mute")));
    QCOMPARE(stagesText(stages),
             QStringLiteral("TCP ok, login ok, read access, write access unknown: this user "
                            "may not query the server for it (ACL DRYRUN)"));
    QCOMPARE(stages.back().state, StageState::NotKnown);
}

void tst_connectiontest::aUserOfOtherKeys()
{
    ConnectionSpec spec = as(m_redis->tcp(), QStringLiteral("other"));
    QCOMPARE(stagesText(tested(spec)),
             QStringLiteral("TCP ok, login ok, read access (not every key), write access (not every key)"));
    spec.patterns = {"app:lock:*"};
    QCOMPARE(stagesText(tested(spec)), QStringLiteral("TCP ok, login ok, read access, write access"));
    spec.patterns = {"lock:*"};
    const auto stages = tested(spec);
    QCOMPARE(states(stages).mid(2), (QByteArrayList{"may-read failed", "may-write failed"}));
    QVERIFY(stages.back().failure.remedy.endsWith(QStringLiteral("ACL SETUSER other ~lock:*")));
}

void tst_connectiontest::aReplica()
{
    ConnectionSpec spec = m_sentinel->node(1).tcp();
    const auto stages = tested(spec);
    QCOMPARE(stagesText(stages),
             QStringLiteral("TCP ok, login ok, read access, no write access: it is a replica"));
    QCOMPARE(stages.back().failure.kind, ErrorKind::ReadOnlyReplica);
}

void tst_connectiontest::aSentinelTellsTheMaster()
{
    const auto stages = tested(m_sentinel->spec());
    const QString master = QString::fromUtf8(m_sentinel->master()->tcp().node().bytes);
    QCOMPARE(
        stagesText(stages),
        QStringLiteral("TCP ok, login ok, master found (%1), TCP ok, login ok, read access, write access")
            .arg(master));
    QCOMPARE(stages.front().node, m_sentinel->spec().node());
    QCOMPARE(stages.back().node.bytes, master.toUtf8());
}

void tst_connectiontest::aSentinelThatWatchesNoSuchMaster()
{
    ConnectionSpec spec = m_sentinel->spec();
    spec.sentinel.masterName = QStringLiteral("nobody");
    spec.seeds.clear();
    const auto stages = tested(spec);
    QCOMPARE(states(stages), (QByteArrayList{"reach ok", "login ok", "discovery failed", "may-read skipped",
                                             "may-write skipped"}));
    QVERIFY(stages.at(2).failure.text.contains(QStringLiteral("does not monitor a master 'nobody'")));
}

void tst_connectiontest::theNextSentinelIsAsked()
{
    ConnectionSpec spec = m_sentinel->spec();
    const ReservedPort closed;
    spec.port = closed;
    QVERIFY(!spec.seeds.empty());
    const auto stages = tested(spec);
    QCOMPARE(states(stages), (QByteArrayList{"reach failed", "reach ok", "login ok", "discovery ok",
                                             "reach ok", "login ok", "may-read ok", "may-write ok"}));
}

void tst_connectiontest::anAnnouncedAddressIsMapped()
{
    ConnectionSpec spec = m_sentinel->spec();
    const Endpoint announced = m_sentinel->master()->tcp().endpoint();
    spec.addressing = {.policy = AddressPolicy::Mapped,
                       .map = {{announced, {QStringLiteral("localhost"), announced.port}}}};
    const auto stages = tested(spec);
    QCOMPARE(stages.back().node.bytes, "localhost:" + QByteArray::number(announced.port));
    QVERIFY2(stagesText(stages).contains(QStringLiteral("reached as localhost:")),
             qPrintable(stagesText(stages)));
    QVERIFY(stages.back().state == StageState::Ok);
    // To an unreachable address: the failure names both addresses of the node.
    const ReservedPort closed;
    spec.addressing.map.front().reached.port = closed;
    const auto lost = tested(spec);
    const auto reach = std::find_if(lost.begin(), lost.end(), [](const ConnectionStage &stage) {
        return stage.state == StageState::Failed;
    });
    QVERIFY(reach != lost.end());
    QCOMPARE(reach->step, ConnectionStep::Reach);
    QVERIFY2(
        reach->failure.text.startsWith(
            QStringLiteral("node 127.0.0.1:%1, reached as localhost:%2: ").arg(announced.port).arg(closed)),
        qPrintable(reach->failure.text));
}

void tst_connectiontest::eachMemberOfAGroup()
{
    ConnectionSpec wrong = m_redis->tcp();
    const ReservedPort closed;
    wrong.port = closed;
    const auto stages = tested(redLockGroup({m_redis->tcp(), wrong, m_sentinel->spec()}));
    QCOMPARE(states(stages).mid(0, 5),
             (QByteArrayList{"reach ok", "login ok", "may-read ok", "may-write ok", "reach failed"}));
    QCOMPARE(stages.at(4).node, wrong.node());
    QCOMPARE(states(stages).last(), QByteArray("may-write ok"));
}

void tst_connectiontest::throughATunnel()
{
    const QString missing = SshHost::missing();
    if (!missing.isEmpty())
        QSKIP(qPrintable(missing));
    SshHost host;
    ConnectionSpec spec = m_redis->tls();
    spec.ssh = host.options();
    QCOMPARE(stagesText(tested(spec)),
             QStringLiteral("SSH tunnel ok, TCP ok (the SSH tunnel through "
                            "127.0.0.1), TLS ok, login ok, read access, write access"));
    // One tunnel for the sentinel and the master it names.
    ConnectionSpec sentinel = m_sentinel->spec();
    sentinel.ssh = host.options();
    const auto stages = tested(sentinel);
    QCOMPARE(states(stages), (QByteArrayList{"ssh-tunnel ok", "reach ok", "login ok", "discovery ok",
                                             "reach ok", "login ok", "may-read ok", "may-write ok"}));
    QTRY_COMPARE(host.server().log().count("Accepted publickey"), 2);
}

void tst_connectiontest::throughATunnelThatDoesNotOpen()
{
    const QString missing = SshHost::missing();
    if (!missing.isEmpty())
        QSKIP(qPrintable(missing));
    SshHost host;
    ConnectionSpec spec = m_redis->tcp();
    spec.ssh = host.withUnknownHost();
    auto stages = tested(spec);
    QCOMPARE(states(stages), (QByteArrayList{"ssh-tunnel failed", "reach skipped", "login skipped",
                                             "may-read skipped", "may-write skipped"}));
    QVERIFY(stages.front().failure.text.contains(QStringLiteral("unknown host key")));
    host.server().stop();
    stages = tested(spec);
    QCOMPARE(stages.front().failure.kind, ErrorKind::Refused);
}

LOCKSCOPE_TEST(tst_connectiontest)

} // namespace tst_connectiontest

#include "tst_connectiontest.moc"
