// SPDX-License-Identifier: GPL-3.0-or-later
// Servers in a private network, and the effects of a partition, as used by tst_partitionfollowing.

#include "core/lab/sandbox/sandbox.h"
#include "core/redis/session.h"
#include "tests/support/finished.h"
#include "tests/support/networknamespace.h"
#include "tests/support/serveranswers.h"
#include "tests/support/verify.h"

#include <QFile>
#include <QTest>

#include <algorithm>

namespace tst_partition
{

using namespace lockscope;
using namespace lockscope::test;
using namespace std::chrono_literals;

namespace
{

// Replicas and sentinels use their own source address, but announce the address they listen on.
DeploymentOptions apartFromTheMaster(const QString &address)
{
    const QStringList source{QStringLiteral("--bind-source-addr"), address};
    const QStringList replica =
        source + QStringList{QStringLiteral("--replica-announce-ip"), QStringLiteral("127.0.0.1")};
    return {.nodeArguments = {{}, replica, replica}, .sentinelArguments = source};
}

// The kernel may keep sending for a connection that its program has closed.
bool isStillSending()
{
    QFile sockets(QStringLiteral("/proc/thread-self/net/tcp"));
    if (!sockets.open(QIODevice::ReadOnly))
        return true;
    const QByteArrayList lines = sockets.readAll().split('\n');
    return std::ranges::any_of(lines, [](const QByteArray &line) {
        const QByteArray state = line.simplified().split(' ').value(3);
        return state == "04" || state == "09" || state == "0B"; // FIN_WAIT1, LAST_ACK, CLOSING
    });
}

} // namespace

class tst_partition : public QObject
{
    Q_OBJECT

private slots:
    void aPartitionedMasterTakesWritesThatAreLost();
    void whatWasGivenUpIsNotDoneLater();
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
    for (const size_t i : {1, 2})
        QTRY_COMPARE(answer((*group)->node(i), {"GET", "before"}), QByteArray("v"));
    QVERIFY(!electedOne());

    VERIFY_OK(network.cutOff(address, old.port()));
    QCOMPARE(answer(old, {"SET", "lost", "v"}), QByteArray("OK")); // We still reach it
    QTRY_VERIFY(electedOne());
    const SandboxServer &elected = *electedOne();
    QCOMPARE(role(old), QByteArray("master")); // Two masters, each reports itself as master
    QCOMPARE(answer(elected, {"GET", "before"}), QByteArray("v"));
    QCOMPARE(answer(elected, {"EXISTS", "lost"}), QByteArray("0"));
    QCOMPARE(answer(old, {"EXISTS", "lost"}), QByteArray("1"));

    VERIFY_OK(network.heal());
    QTRY_COMPARE(role(old), replicaOf(elected));
    QCOMPARE(answer(old, {"EXISTS", "lost"}), QByteArray("0"));
    QCOMPARE(answer(old, {"GET", "before"}), QByteArray("v"));
}

void tst_partition::whatWasGivenUpIsNotDoneLater()
{
    const auto entered = NetworkNamespace::enter();
    if (!entered)
        QSKIP(qPrintable(entered.failure().line()));
    NetworkNamespace &network = **entered;
    const auto server = Sandbox::start();
    VERIFY_OK(server);
    const QString here = QStringLiteral("127.0.0.1");
    ConnectionSpec spec = (*server)->tcp();
    spec.commandTimeout = 500ms;
    Session session(spec);
    session.open();
    VERIFY_OK(finished(session.call({"INCR", "done"}, 20s)));
    VERIFY_OK(network.cutOff(here, spec.port));
    VERIFY_FAILS(finished(session.call({"INCR", "done"})), ErrorKind::TimedOut);
    QTRY_VERIFY(!session.isReady()); // The connection was dropped
    VERIFY_OK(network.heal());
    QTRY_VERIFY(session.isReady());
    QTRY_VERIFY(!isStillSending());
    const auto done = finished(session.call({"GET", "done"}, 20s));
    VERIFY_OK(done);
    QCOMPARE(done->bytes, QByteArray("1"));
}

LOCKSCOPE_NETWORK_TEST(tst_partition)

} // namespace tst_partition

#include "tst_partition.moc"
