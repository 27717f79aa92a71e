// SPDX-License-Identifier: GPL-3.0-or-later
// lockscope-cli renew: it takes no time away unless told to.

#include "core/lab/sandbox/sandboxdeployment.h"
#include "tests/live/cli/clilocks.h"
#include "tests/live/cli/clitest.h"
#include "tests/support/runner.h"

#include <QDateTime>
#include <QTest>

namespace tst_clirenew
{

using namespace lockscope;
using namespace lockscope::test;
using clilocks::Alice;

namespace
{

const QByteArray Token = "9b1deb4d3b7d4bad9bdd2b0d7b3dcb6d";
constexpr qint64 Hour = 3'600'000;

} // namespace

class tst_CliRenew : public CliTest
{
    Q_OBJECT

private slots:
    void initTestCase() { startServer(); }
    void init() { ask({"FLUSHALL"}); }
    void withoutALeaseItNeverShortens_data();
    void withoutALeaseItNeverShortens();
    void withALeaseItDoesAsToldTo();
    void whatIsLessThanTheLeaseIsExtended();
    void aReaderKeepsWhatTheLockHas();
    void aGroupRefusesToo();
};

void tst_CliRenew::withoutALeaseItNeverShortens_data()
{
    QTest::addColumn<QList<CliCommand>>("held");
    QTest::addColumn<QByteArrayList>("renew");
    QTest::addColumn<QByteArray>("said");
    const QByteArray eightHours = QByteArray::number(8 * Hour);
    const auto named = [](const QByteArray &owner) {
        return QByteArrayList{"renew", "lock:a", "--owner", owner};
    };
    QTest::newRow("token") << QList<CliCommand>{{"SET", "lock:a", Token, "PX", "7200000"}} << named(Token)
                           << QByteArray("are left: renewing it for 30");
    QTest::newRow("Redisson") << QList<CliCommand>{{"HSET", "lock:a", Alice, "1"},
                                                   {"PEXPIRE", "lock:a", eightHours}}
                              << named(Alice) << QByteArray("are left: renewing it for 30");
    QTest::newRow("Redisson, no expiry") << QList<CliCommand>{{"HSET", "lock:a", Alice, "1"}} << named(Alice)
                                         << QByteArray("it has no expiry: renewing it for 30");
    const QByteArray entry =
        "ADDED:" + QDateTime::currentDateTimeUtc().toString(Qt::ISODateWithMs).toLatin1() + "@host";
    QTest::newRow("ShedLock") << QList<CliCommand>{{"SET", "job-lock:default:a", entry, "PX", "3600000"}}
                              << QByteArrayList{"renew", "job-lock:default:a", "--owner", entry}
                              << QByteArray("are left: renewing it for 1");
}

void tst_CliRenew::withoutALeaseItNeverShortens()
{
    QFETCH(const QList<CliCommand>, held);
    QFETCH(const QByteArrayList, renew);
    QFETCH(const QByteArray, said);
    for (const CliCommand &command : held)
        ask(command);
    const qint64 before = ask({"PTTL", renew[1]}).toLongLong();
    const Ended ended = cli(renew);
    QVERIFY2(ended.status == 2 && ended.out.isEmpty(), ended.told().constData());
    QVERIFY2(ended.err.contains(said) && ended.err.contains("(--lease)"), ended.told().constData());
    const qint64 after = ask({"PTTL", renew[1]}).toLongLong();
    QVERIFY2(before < 0 ? after < 0 : after > before - 60'000, QByteArray::number(after).constData());
}

void tst_CliRenew::withALeaseItDoesAsToldTo()
{
    hold("lock:a", Alice, 8 * Hour);
    const Ended shorter = cli({"renew", "lock:a", "--owner", Alice, "--lease", "10m", "--json"});
    QVERIFY2(shorter.status == 0, shorter.told().constData());
    QVERIFY(ask({"PTTL", "lock:a"}).toLongLong() <= 600'000);
    QVERIFY2(shorter.err.contains("lock:a: Shortens the lease; 7 h 59 min were left"),
             shorter.told().constData());
    ask({"PERSIST", "lock:a"});
    const Ended given = cli({"renew", "lock:a", "--owner", Alice, "--lease", "10m", "--json"});
    QVERIFY2(given.status == 0 && given.err.contains("Sets an expiry; it had none"),
             given.told().constData());
    QCOMPARE(cli({"renew", "lock:a", "--owner", Alice, "--lease", "20m", "--json"}).err, QByteArray());
}

void tst_CliRenew::whatIsLessThanTheLeaseIsExtended()
{
    hold("lock:a", Alice, 20'000);
    const Ended ended = cli({"renew", "lock:a", "--owner", Alice});
    QVERIFY2(ended.status == 0, ended.told().constData());
    QVERIFY(ask({"PTTL", "lock:a"}).toLongLong() > 25'000);
}

// A renewal of one reader sets the expiry of the key, which another reader may need.
void tst_CliRenew::aReaderKeepsWhatTheLockHas()
{
    const QByteArray other = clilocks::Bob;
    const auto read = [this](const QByteArray &owner, const char *lease) {
        return cli({"acquire", "lock:rw", "--kind", "rw-lock", "--mode", "read", "--owner", owner, "--lease",
                    lease});
    };
    QCOMPARE(read(other, "2h").status, 0);
    QCOMPARE(read(Alice, "20s").status, 0);
    const Ended ended = cli({"renew", "lock:rw", "--owner", Alice, "--mode", "read"});
    QVERIFY2(ended.status == 2 && ended.err.contains("are left"), ended.told().constData());
    QVERIFY(ask({"PTTL", "lock:rw"}).toLongLong() > Hour);
}

void tst_CliRenew::aGroupRefusesToo()
{
    const auto sandbox = SandboxDeployment::start(SandboxTopology::RedLock, {.masters = 3});
    QVERIFY2(sandbox.ok(), qPrintable(sandbox.ok() ? QString() : sandbox.failure().line()));
    QByteArrayList servers;
    for (const QString &url : (*sandbox)->urls())
        servers << "-u" << url.toUtf8();
    for (size_t i = 0; i < 2; ++i) // the third does not have it
        QVERIFY((*sandbox)->node(i).ask({"SET", "lock:a", Token, "PX", "7200000"}).ok());
    const Ended ended = runCli(servers + QByteArrayList{"renew", "lock:a", "--owner", Token});
    QVERIFY2(ended.status == 2 && ended.err.contains("are left"), ended.told().constData());
    QVERIFY((*sandbox)->node(0).ask({"PTTL", "lock:a"})->number() > Hour);
}

LOCKSCOPE_TEST(tst_CliRenew)

} // namespace tst_clirenew

#include "tst_clirenew.moc"
