// SPDX-License-Identifier: GPL-3.0-or-later
// A group of servers in a network of its own, and what happens when its master is partitioned off: the ground
// that tests of the engine stand on.

#include "core/lab/sandboxdeployment.h"
#include "tests/support/networknamespace.h"
#include "tests/support/serveranswers.h"
#include "tests/support/verify.h"

#include <QTest>

using namespace lockscope;
using namespace lockscope::test;

namespace
{

// Replicas and sentinels speak from an address of their own, but are to be found where they listen.
DeploymentOptions apartFromTheMaster(const QString &address)
{
    const QStringList source{QStringLiteral("--bind-source-addr"), address};
    const QStringList replica =
        source + QStringList{QStringLiteral("--replica-announce-ip"), QStringLiteral("127.0.0.1")};
    return {.nodeArguments = {{}, replica, replica}, .sentinelArguments = source};
}

} // namespace

class tst_partition : public QObject
{
    Q_OBJECT

private slots:
    void aPartitionedMasterTakesWritesThatAreLost();
};

void tst_partition::aPartitionedMasterTakesWritesThatAreLost()
{
    const auto entered = NetworkNamespace::enter();
    if (!entered)
        QSKIP(qPrintable(entered.failure().line()));
    NetworkNamespace &network = **entered;
    const QString address = QStringLiteral("127.0.0.2");
    const auto group = SandboxDeployment::start(SandboxTopology::Sentinel, apartFromTheMaster(address));
    VERIFY_OK(group);
    const SandboxServer &old = (*group)->node(0);
    const auto electedOne = [&]() -> const SandboxServer * {
        for (size_t i = 1; i < (*group)->size(); ++i) {
            if (role((*group)->node(i)) == "master")
                return &(*group)->node(i);
        }
        return nullptr;
    };
    QCOMPARE(answer(old, {"SET", "before", "v"}), QByteArray("OK"));
    QCOMPARE(answer(old, {"WAIT", "2", "10000"}), QByteArray("2"));
    QVERIFY(!electedOne());

    VERIFY_OK(network.cutOff(address, old.port()));
    QCOMPARE(answer(old, {"SET", "lost", "v"}), QByteArray("OK")); // we reach it still
    QCOMPARE(answer(old, {"WAIT", "1", "300"}), QByteArray("0"));  // its replicas do not
    QTRY_VERIFY_WITH_TIMEOUT(electedOne(), 60000);
    const SandboxServer &elected = *electedOne();
    QCOMPARE(role(old), QByteArray("master")); // two masters, and each tells its own
    QCOMPARE(answer(elected, {"GET", "before"}), QByteArray("v"));
    QCOMPARE(answer(elected, {"EXISTS", "lost"}), QByteArray("0"));
    QCOMPARE(answer(old, {"EXISTS", "lost"}), QByteArray("1"));

    VERIFY_OK(network.heal());
    QTRY_COMPARE_WITH_TIMEOUT(role(old), replicaOf(elected), 60000);
    QCOMPARE(answer(old, {"EXISTS", "lost"}), QByteArray("0"));
    QCOMPARE(answer(old, {"GET", "before"}), QByteArray("v"));
}

QTEST_GUILESS_MAIN(tst_partition)
#include "tst_partition.moc"
