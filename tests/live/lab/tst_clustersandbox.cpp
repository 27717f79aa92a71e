// SPDX-License-Identifier: GPL-3.0-or-later
// The sandbox of a cluster.

#include "core/lab/sandbox/sandboxdeployment.h"
#include "tests/support/runner.h"
#include "tests/support/serveranswers.h"
#include "tests/support/verify.h"

namespace tst_clustersandbox
{

using namespace lockscope;
using namespace lockscope::test;

class tst_clustersandbox : public QObject
{
    Q_OBJECT

private slots:
    void clusterCoversEverySlot();
    void clusterElectsAReplica();
    void clusterOverTlsTellsTlsPorts();
    void clusterWithAPassword();
    void clusterTellsAnnouncedNames();
};

void tst_clustersandbox::clusterCoversEverySlot()
{
    const auto deployment = SandboxDeployment::start(SandboxTopology::Cluster);
    VERIFY_OK(deployment);
    QCOMPARE((*deployment)->size(), size_t(6));
    int owned = 0;
    for (size_t i = 0; i < 6; ++i) {
        const SandboxServer &node = (*deployment)->node(i);
        const QByteArray info = answer(node, {"CLUSTER", "INFO"});
        QVERIFY2(info.contains("cluster_state:ok") && info.contains("cluster_slots_ok:16384") &&
                     info.contains("cluster_size:3"),
                 info.constData());
        QVERIFY2(i < 3 ? role(node) == "master" : role(node).endsWith(" connected"), role(node).constData());
        for (const QByteArray &line : answer(node, {"CLUSTER", "NODES"}).split('\n')) {
            const QByteArrayList words = line.split(' ');
            if (words.value(2) == "myself,master") {
                const QByteArrayList range = words.value(8).split('-');
                owned += range.value(1).toInt() - range.value(0).toInt() + 1;
            }
        }
    }
    QCOMPARE(owned, 16384);
}

void tst_clustersandbox::clusterElectsAReplica()
{
    const auto deployment = SandboxDeployment::start(SandboxTopology::Cluster);
    VERIFY_OK(deployment);
    SandboxServer &old = (*deployment)->node(0);
    const auto replicaOfOld = [&]() -> SandboxServer * {
        for (size_t i = 3; i < 6; ++i) {
            if (role((*deployment)->node(i)) == replicaOf(old))
                return &(*deployment)->node(i);
        }
        return nullptr;
    };
    SandboxServer *heir = replicaOfOld();
    QVERIFY(heir);
    old.kill();
    QTRY_COMPARE(role(*heir), QByteArray("master"));
    QTRY_VERIFY(answer(*heir, {"CLUSTER", "INFO"}).contains("cluster_state:ok"));
    VERIFY_OK(old.restart(Data::Lost));
    QTRY_COMPARE(role(old), replicaOf(*heir));
}

void tst_clustersandbox::clusterOverTlsTellsTlsPorts()
{
    const auto deployment =
        SandboxDeployment::start(SandboxTopology::Cluster, {.replicas = 1, .tls = SandboxTls::Everywhere});
    VERIFY_OK(deployment);
    const ConnectionSpec spec = (*deployment)->spec();
    QVERIFY(spec.tls.enabled);
    QCOMPARE(spec.seeds.size(), size_t(5));
    const QByteArrayList told = answer(spec.at(spec.endpoint()), {"CLUSTER", "SLOTS"}).split('\n');
    for (size_t i = 0; i < 6; ++i) {
        const SandboxServer &node = (*deployment)->node(i);
        QVERIFY(told.contains(QByteArray::number(node.tlsPort())));
        QVERIFY(!told.contains(QByteArray::number(node.port())));
        QVERIFY(answer(node.tls(), {"CLUSTER", "INFO"}).contains("cluster_state:ok"));
        QVERIFY(answer(node.tcp(), {"CLUSTER", "INFO"}).contains("cluster_state:ok"));
    }
}

void tst_clustersandbox::clusterWithAPassword()
{
    const auto deployment = SandboxDeployment::start(
        SandboxTopology::Cluster, {.replicas = 1, .password = QStringLiteral("p w\"\\'ü锁")});
    VERIFY_OK(deployment);
    for (size_t i = 0; i < 6; ++i) {
        ConnectionSpec spec = (*deployment)->node(i).spec();
        QVERIFY(answer(spec, {"CLUSTER", "INFO"}).contains("cluster_state:ok"));
        spec.password.clear();
        VERIFY_FAILS(redisCli(spec, {"PING"}), ErrorKind::ServerError);
    }
}

void tst_clustersandbox::clusterTellsAnnouncedNames()
{
    const auto deployment = SandboxDeployment::start(
        SandboxTopology::Cluster,
        {.replicas = 0, .announced = {{QStringLiteral("cache-1.invalid"), 7000}, {}, {}}});
    VERIFY_OK(deployment);
    for (size_t i = 0; i < 3; ++i) {
        const SandboxServer &node = (*deployment)->node(i);
        const QByteArray told = answer(node, {"CLUSTER", "SLOTS"});
        QVERIFY2(told.contains("cache-1.invalid\n7000\n"), told.constData());
        QVERIFY2(told.contains("127.0.0.1\n" + QByteArray::number((*deployment)->node(2).port())),
                 told.constData());
        QVERIFY(answer(node, {"CLUSTER", "INFO"}).contains("cluster_state:ok"));
    }
}

LOCKSCOPE_TEST(tst_clustersandbox)

} // namespace tst_clustersandbox

#include "tst_clustersandbox.moc"
