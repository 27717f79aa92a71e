// SPDX-License-Identifier: GPL-3.0-or-later
// Why the waiters of a lock are unknown: not counted yet, not permitted, or refused by the server.
#include "core/engine/inspector.h"
#include "core/lab/sandbox/sandbox.h"
#include "tests/live/auditedcli.h"
#include "tests/support/finished.h"
#include "tests/support/rediscli.h"
#include "tests/support/runner.h"
#include "tests/support/verify.h"

#include <QTest>

namespace tst_uncountedwaiters
{

using namespace lockscope;
using namespace lockscope::test;

namespace
{

const QByteArray Alice = QByteArrayLiteral("11111111-1111-4111-8111-111111111111:1");

} // namespace

class tst_UncountedWaiters : public QObject
{
    Q_OBJECT

private slots:
    void cleanup() { m_server.reset(); }

    void withoutAMasterTheyAreNotCountedYet();
    void aUserMayNotCountThem();
    void theServerHasNoSuchCommand();

private:
    void start(const QStringList &arguments = {});

    std::unique_ptr<Sandbox> m_server;
};

void tst_UncountedWaiters::start(const QStringList &arguments)
{
    VERIFY_INTO(m_server, Sandbox::start({.serverArguments = arguments}));
    VERIFY_OK(redisCli(m_server->tcp(), {"HSET", "lock:a", Alice, "1"}));
    VERIFY_OK(redisCli(m_server->tcp(), {"PEXPIRE", "lock:a", "600000"}));
}

// As while the slot of the lock moves.
void tst_UncountedWaiters::withoutAMasterTheyAreNotCountedYet()
{
    start();
    Deployment deployment(m_server->tcp());
    deployment.open();
    QTRY_VERIFY(deployment.isReady());
    LockTable table(Registry::builtIn());
    Inspector inspector(deployment, Registry::builtIn(), table, [](const LockName &) { return nullptr; });
    const auto detail = finished(inspector.inspect({"lock:a"}));
    VERIFY_OK(detail);
    QCOMPARE(detail->unseenWaiters, QStringLiteral("unknown: not counted yet"));
    deployment.close();
}

void tst_UncountedWaiters::aUserMayNotCountThem()
{
    start();
    VERIFY_OK(
        redisCli(m_server->tcp(), {"ACL", "SETUSER", "deaf", "on", ">pw", "~*", "&*", "+@all", "-pubsub"}));
    ConnectionSpec spec = m_server->tcp();
    spec.user = QStringLiteral("deaf");
    spec.password = QStringLiteral("pw");
    const Ended shown = AuditedCli(spec)({"show", "lock:a"});
    QVERIFY2(shown.out.contains("unknown: this user may not run PUBSUB"), shown.told().constData());
}

void tst_UncountedWaiters::theServerHasNoSuchCommand()
{
    start({QStringLiteral("--rename-command"), QStringLiteral("PUBSUB"), QStringLiteral("HIDDEN")});
    const Ended shown = AuditedCli(m_server->tcp())({"show", "lock:a"});
    QVERIFY2(shown.out.contains("unknown: the server refuses PUBSUB"), shown.told().constData());
}

LOCKSCOPE_TEST(tst_UncountedWaiters)

} // namespace tst_uncountedwaiters

#include "tst_uncountedwaiters.moc"
