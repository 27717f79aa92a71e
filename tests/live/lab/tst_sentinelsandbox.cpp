// SPDX-License-Identifier: GPL-3.0-or-later
// The sandbox of a master, its replicas and sentinels, and its faults.

#include "core/lab/sandbox/sandboxdeployment.h"
#include "tests/support/runner.h"
#include "tests/support/serveranswers.h"
#include "tests/support/verify.h"

#include <QFile>

namespace tst_sentinelsandbox
{

using namespace lockscope;
using namespace lockscope::test;

namespace
{

QByteArray masterByName(const SandboxServer &sentinel)
{
    return answer(sentinel, {"SENTINEL", "GET-MASTER-ADDR-BY-NAME", SandboxDeployment::MasterName})
        .replace('\n', ':');
}

} // namespace

class tst_sentinelsandbox : public QObject
{
    Q_OBJECT

private slots:
    void sentinelsKnowTheMasterAndFailOver();
    void sentinelsHaveTheirOwnPassword();
    void sentinelsOverTls();
    void sentinelsTellTheAnnouncedAddress();
};

void tst_sentinelsandbox::sentinelsKnowTheMasterAndFailOver()
{
    const auto deployment = SandboxDeployment::start(SandboxTopology::Sentinel);
    VERIFY_OK(deployment);
    SandboxServer &old = (*deployment)->node(0);
    QCOMPARE((*deployment)->sentinelCount(), size_t(3));
    for (size_t i = 0; i < 3; ++i) {
        QCOMPARE(role((*deployment)->sentinel(i)), QByteArray("sentinel"));
        QCOMPARE(masterByName((*deployment)->sentinel(i)), address(old));
    }
    QCOMPARE(answer(old, {"SET", "k", "v"}), QByteArray("OK"));
    for (const size_t i : {1, 2})
        QTRY_COMPARE(answer((*deployment)->node(i), {"GET", "k"}), QByteArray("v"));
    old.kill();
    QTRY_VERIFY((*deployment)->master());
    const SandboxServer &elected = *(*deployment)->master();
    QVERIFY(&elected != &old);
    QCOMPARE(answer(elected, {"GET", "k"}), QByteArray("v"));
    for (size_t i = 0; i < 3; ++i)
        QTRY_COMPARE(masterByName((*deployment)->sentinel(i)), address(elected));
    VERIFY_OK(old.restart(Data::Lost));
    QTRY_COMPARE(role(old), replicaOf(elected)); // Reconfigured by the sentinels
}

void tst_sentinelsandbox::sentinelsHaveTheirOwnPassword()
{
    const auto deployment = SandboxDeployment::start(SandboxTopology::Sentinel,
                                                     {.replicas = 1,
                                                      .password = QStringLiteral("of-servers"),
                                                      .sentinelPassword = QStringLiteral("of-sentinels")});
    VERIFY_OK(deployment);
    const ConnectionSpec spec = (*deployment)->spec();
    QCOMPARE(spec.password, QStringLiteral("of-servers"));
    QCOMPARE(spec.sentinel.password, QStringLiteral("of-sentinels"));
    ConnectionSpec sentinel = spec.at(spec.endpoint());
    VERIFY_FAILS(redisCli(sentinel, {"SENTINEL", "MASTERS"}), ErrorKind::Refused);
    sentinel.password = spec.sentinel.password;
    VERIFY_OK(redisCli(sentinel, {"SENTINEL", "MASTERS"}));
    QCOMPARE(masterByName((*deployment)->sentinel(0)), address((*deployment)->node(0)));
    ConnectionSpec anybody = (*deployment)->node(0).spec();
    anybody.password.clear();
    VERIFY_FAILS(redisCli(anybody, {"GET", "k"}), ErrorKind::ServerError);
    for (const SandboxServer *server :
         {&(*deployment)->node(0), &(*deployment)->node(1), &(*deployment)->sentinel(0)}) {
        QFile commandLine(QStringLiteral("/proc/%1/cmdline").arg(server->pid()));
        QVERIFY(commandLine.open(QIODevice::ReadOnly));
        QVERIFY(!commandLine.readAll().contains("of-se"));
    }
}

void tst_sentinelsandbox::sentinelsOverTls()
{
    const auto deployment = SandboxDeployment::start(
        SandboxTopology::Sentinel,
        {.replicas = 1, .tls = SandboxTls::Everywhere, .password = QStringLiteral("secret")});
    VERIFY_OK(deployment);
    const ConnectionSpec spec = (*deployment)->spec();
    QVERIFY(spec.tls.enabled);
    const SandboxServer &master = (*deployment)->node(0);
    QCOMPARE(spec.port, (*deployment)->sentinel(0).tlsPort());
    QCOMPARE(masterByName((*deployment)->sentinel(0)), "127.0.0.1:" + QByteArray::number(master.tlsPort()));
    QCOMPARE(role((*deployment)->node(1)), replicaOf(master)); // With its TLS port
}

void tst_sentinelsandbox::sentinelsTellTheAnnouncedAddress()
{
    const auto deployment = SandboxDeployment::start(
        SandboxTopology::Sentinel, {.replicas = 1, .announced = {{QStringLiteral("203.0.113.7"), 7000}}});
    VERIFY_OK(deployment);
    QCOMPARE(masterByName((*deployment)->sentinel(2)), QByteArray("203.0.113.7:7000"));
    QCOMPARE(role((*deployment)->node(1)), replicaOf((*deployment)->node(0)));
    const auto replicated = SandboxDeployment::start(
        SandboxTopology::Replica, {.replicas = 1, .announced = {{}, {QStringLiteral("203.0.113.8"), 7001}}});
    VERIFY_OK(replicated);
    const QByteArray told = answer((*replicated)->node(0), {"ROLE"});
    QVERIFY2(told.contains("203.0.113.8\n7001"), told.constData());
}

LOCKSCOPE_TEST(tst_sentinelsandbox)

} // namespace tst_sentinelsandbox

#include "tst_sentinelsandbox.moc"
