// SPDX-License-Identifier: GPL-3.0-or-later
// lockscope-cli acts on locks: the success of every act, and every refusal by lock, server or program.

#include "core/lab/sandbox/sandbox.h"
#include "tests/live/cli/clilocks.h"
#include "tests/live/cli/clitest.h"
#include "tests/live/program.h"
#include "tests/support/runner.h"
#include "tests/support/serveranswers.h"
#include "tests/support/verify.h"

#include <QJsonArray>
#include <QTest>

namespace tst_cliacts
{

using namespace lockscope;
using namespace lockscope::test;
using clilocks::Alice;
using clilocks::Bob;

class tst_CliActs : public CliTest
{
    Q_OBJECT

private slots:
    void initTestCase();
    void init();
    void renew();
    void renewOfAnother();
    void releaseOfAnother();
    void releaseOfNothing();
    void forceRelease();
    void forceReleaseOfAnotherOwner();
    void forceReleaseOfAnyOwner();
    void forceReleaseWakesTheWaiter();
    void dryRunChangesNothing();
    void wake();
    void wakeGoesOnWhereItStopped();
    void setExpiry();
    void readOnlyRefuses_data();
    void readOnlyRefuses();
    void theServerRefuses();
    void replicaRefuses();
    void keyOfAnotherType_data();
    void keyOfAnotherType();

private:
    QByteArray digest() { return ask({"DEBUG", "DIGEST"}); }
};

void tst_CliActs::initTestCase()
{
    startServer({.serverArguments = {QStringLiteral("--enable-debug-command"), QStringLiteral("yes"),
                                     QStringLiteral("--repl-diskless-sync-delay"), QStringLiteral("0")}});
}

void tst_CliActs::init()
{
    ask({"FLUSHALL"});
}

void tst_CliActs::renew()
{
    hold("lock:a", Alice, 60000);
    const Ended ended = cli({"renew", "lock:a", "--owner", Alice, "--lease", "600s", "--json"});
    QVERIFY2(ended.status == 0, ended.told().constData());
    QVERIFY(ended.json()[u"ttl_ms"].toInt() > 500000);
    QVERIFY(ask({"PTTL", "lock:a"}).toInt() > 500000);
}

void tst_CliActs::renewOfAnother()
{
    hold("lock:a", Bob, 60000);
    const Ended ended = cli({"renew", "lock:a", "--owner", Alice, "--lease", "600s", "--json"});
    QCOMPARE(ended.status, 1);
    QCOMPARE(ended.json()[u"result"].toString(), QStringLiteral("owner-changed"));
    QCOMPARE(ended.json()[u"found_owner"].toString().toUtf8(), Bob);
    QVERIFY(ask({"PTTL", "lock:a"}).toInt() <= 60000);
}

void tst_CliActs::releaseOfAnother()
{
    hold("lock:a", Bob, 600000);
    const Ended ended = cli({"release", "lock:a", "--owner", Alice});
    QCOMPARE(ended.status, 1);
    QVERIFY(ended.out.isEmpty());
    QCOMPARE(ended.err.count('\n'), 1);
    QVERIFY2(ended.err.contains("the owner has changed") && ended.err.contains(Bob),
             ended.told().constData());
    QCOMPARE(ask({"HKEYS", "lock:a"}), Bob);
}

void tst_CliActs::releaseOfNothing()
{
    const Ended ended = cli({"release", "lock:a", "--owner", Alice, "--json"});
    QCOMPARE(ended.status, 1);
    QCOMPARE(ended.json()[u"result"].toString(), QStringLiteral("already-gone"));
    QVERIFY(!ended.json().contains(QStringLiteral("ttl_ms")));
    QCOMPARE(ask({"DBSIZE"}), "0");
}

void tst_CliActs::forceRelease()
{
    hold("lock:a", Bob, 600000);
    const Ended ended =
        cli({"force-release", "lock:a", "--expect-owner", Bob, "--reason", "holder is dead", "--json"});
    QVERIFY2(ended.status == 0, ended.told().constData());
    QCOMPARE(ended.json()[u"result"].toString(), QStringLiteral("done"));
    QCOMPARE(ask({"EXISTS", "lock:a"}), "0");
}

void tst_CliActs::forceReleaseOfAnotherOwner()
{
    hold("lock:a", Bob, 600000);
    const Ended ended = cli({"force-release", "lock:a", "--expect-owner", Alice, "--reason", "x", "--json"});
    QCOMPARE(ended.status, 1);
    QCOMPARE(ended.json()[u"result"].toString(), QStringLiteral("owner-changed"));
    QCOMPARE(ended.json()[u"found_owner"].toString().toUtf8(), Bob);
    QCOMPARE(ask({"HKEYS", "lock:a"}), Bob);
}

void tst_CliActs::forceReleaseOfAnyOwner()
{
    ask({"SET", "lock:c", "1"});
    const Ended ended = cli({"force-release", "lock:c", "--any-owner", "--reason", "left behind"});
    QVERIFY2(ended.status == 0, ended.told().constData());
    QCOMPARE(ask({"EXISTS", "lock:c"}), "0");
    QCOMPARE(cli({"force-release", "lock:c", "--any-owner", "--reason", "again"}).status, 1);
}

void tst_CliActs::forceReleaseWakesTheWaiter()
{
    hold("lock:a", Bob, 60000);
    Program waiter({"-u", url(), "acquire", "lock:a", "--owner", Alice, "--wait", "60s"});
    QTRY_VERIFY(ask({"PUBSUB", "NUMSUB", "redisson_lock__channel:{lock:a}"}).endsWith("\n1"));
    const Ended forced =
        cli({"force-release", "lock:a", "--expect-owner", Bob, "--reason", "stuck", "--json"});
    QVERIFY2(forced.json()[u"woken"].toInt() == 1, forced.told().constData());
    QCOMPARE(waiter.ended().status, 0);
    QCOMPARE(ask({"HKEYS", "lock:a"}), Alice);
}

void tst_CliActs::dryRunChangesNothing()
{
    hold("lock:a", Bob, 600000);
    ask({"PERSIST", "lock:a"});
    const QByteArray before = digest();
    const Ended plan = cli({"force-release", "lock:a", "--expect-owner", Bob, "--dry-run"});
    QVERIFY2(plan.status == 0, plan.told().constData());
    QVERIFY2(plan.out.contains("\nSteps ") && plan.out.contains("\nBy hand ") &&
                 plan.out.contains("redis-cli"),
             plan.told().constData());
    const Ended document = cli({"force-release", "lock:a", "--any-owner", "--dry-run", "--json"});
    QCOMPARE(document.status, 0);
    QCOMPARE(document.json()[u"dry_run"].toBool(), true);
    QVERIFY(!document.json()[u"plan"].toObject()[u"steps"].toArray().isEmpty());
    QVERIFY(!document.json()[u"plan"].toObject()[u"commands"].toArray().isEmpty());
    const Ended refused = cli({"force-release", "lock:a", "--expect-owner", Alice, "--dry-run", "--json"});
    QCOMPARE(refused.status, 1);
    QCOMPARE(refused.json()[u"result"].toString(), QStringLiteral("owner-changed"));
    QCOMPARE(refused.json()[u"found_owner"].toString().toUtf8(), Bob);
    hold("lock:b", Bob, 600000);
    const Ended timed = cli({"force-release", "lock:b", "--expect-owner", Alice, "--dry-run", "--json"});
    QVERIFY2(timed.json()[u"ttl_ms"].toInt() > 500000, timed.told().constData());
    ask({"DEL", "lock:b"});
    // Also when nothing may be written.
    QCOMPARE(cli({"--read-only", "force-release", "lock:a", "--any-owner", "--dry-run"}).status, 0);
    QCOMPARE(digest(), before);
}

void tst_CliActs::wake()
{
    hold("lock:a", Bob, 60000);
    Program waiter({"-u", url(), "acquire", "lock:a", "--wait", "60s"});
    QTRY_VERIFY(ask({"PUBSUB", "NUMSUB", "redisson_lock__channel:{lock:a}"}).endsWith("\n1"));
    const Ended ended = cli({"wake", "lock:a", "--json"});
    QVERIFY2(ended.status == 0, ended.told().constData());
    QCOMPARE(ended.json()[u"woken"].toInt(), 1);
    QCOMPARE(ask({"HKEYS", "lock:a"}), Bob);
}

// Each wake looks at a bounded part of the queue, and says that more may follow.
void tst_CliActs::wakeGoesOnWhereItStopped()
{
    CliCommand queue{"RPUSH", "redisson_lock_queue:{lock:a}"};
    CliCommand deadlines{"ZADD", "redisson_lock_timeout:{lock:a}"};
    for (int i = 0; i < 500; ++i) {
        const QByteArray waiter = "8743c9c0-0795-4907-87fd-" + QByteArray::number(100'000'000'000 + i) + ":1";
        queue += waiter;
        deadlines += {"99999999999999", waiter};
    }
    ask(deadlines);
    ask(queue);
    int left = 500;
    for (bool isLast = false; !isLast;) {
        const Ended woken = cli({"wake", "lock:a"});
        QVERIFY2(woken.status == 0, woken.told().constData());
        const int now = ask({"LLEN", "redisson_lock_queue:{lock:a}"}).toInt();
        QVERIFY(now < left);
        left = now;
        isLast = left == 0;
        QVERIFY2(woken.out.contains("wake the waiters again") != isLast, woken.told().constData());
    }
}

void tst_CliActs::setExpiry()
{
    ask({"SET", "lock:c", "1"});
    const Ended given = cli({"set-expiry", "lock:c", "--lease", "1h", "--json"});
    QVERIFY2(given.status == 0, given.told().constData());
    QVERIFY(given.json()[u"ttl_ms"].toInt() > 3500000);
    QVERIFY(ask({"PTTL", "lock:c"}).toInt() > 3500000);
    const Ended sooner = cli({"set-expiry", "lock:c", "--lease", "60s"});
    QCOMPARE(sooner.status, 0);
    QVERIFY2(sooner.err.contains("loses the lock while it works"), sooner.told().constData());
    QVERIFY(ask({"PTTL", "lock:c"}).toInt() <= 60'000);
    QCOMPARE(ask({"GET", "lock:c"}), "1");
    const Ended absent = cli({"set-expiry", "lock:none", "--lease", "10s"});
    QCOMPARE(absent.status, 1);
    QCOMPARE(ask({"DBSIZE"}), "1");
}

void tst_CliActs::readOnlyRefuses_data()
{
    QTest::addColumn<QByteArrayList>("arguments");
    QTest::newRow("acquire") << QByteArrayList{"acquire", "lock:new"};
    QTest::newRow("acquire with a command")
        << QByteArrayList{"acquire", "lock:new", "--", "touch", "/nonexistent"};
    QTest::newRow("renew") << QByteArrayList{"renew", "lock:a", "--owner", Bob};
    QTest::newRow("release") << QByteArrayList{"release", "lock:a", "--owner", Bob};
    QTest::newRow("force-release") << QByteArrayList{"force-release", "lock:a", "--any-owner", "--reason",
                                                     "x"};
    QTest::newRow("wake") << QByteArrayList{"wake", "lock:a"};
    QTest::newRow("set-expiry") << QByteArrayList{"set-expiry", "lock:a", "--lease", "1s"};
}

void tst_CliActs::readOnlyRefuses()
{
    QFETCH(QByteArrayList, arguments);
    hold("lock:a", Bob, 600000);
    ask({"PERSIST", "lock:a"});
    const QByteArray before = digest();
    const Ended ended = cli(QByteArrayList{"--read-only"} + arguments);
    QCOMPARE(ended.status, 4);
    QCOMPARE(ended.err.count('\n'), 1);
    QVERIFY2(ended.err.contains("read-only") && ended.err.contains(arguments[1]), ended.told().constData());
    QVERIFY(ended.out.isEmpty());
    QCOMPARE(digest(), before);
}

void tst_CliActs::theServerRefuses()
{
    hold("lock:a", Bob, 600000);
    ask({"PERSIST", "lock:a"});
    ask({"ACL", "SETUSER", "looker", "on", ">pw", "~*", "&*", "+@all", "-eval", "-evalsha", "-script"});
    const QByteArray before = digest();
    const QByteArray looker = "redis://looker:pw@127.0.0.1:" + QByteArray::number(m_sandbox->port());
    QCOMPARE(runCli({"-u", looker, "show", "lock:a"}).status, 0);
    const Ended ended = runCli({"-u", looker, "release", "lock:a", "--owner", Bob, "--json"});
    QCOMPARE(ended.status, 4);
    QCOMPARE(ended.json()[u"result"].toString(), QStringLiteral("refused"));
    QCOMPARE(ended.json()[u"error"].toObject()[u"kind"].toString(), QStringLiteral("no-perm"));
    QCOMPARE(ended.err.count('\n'), 1);
    QVERIFY2(ended.err.contains("lock:a"), ended.told().constData());
    const QByteArrayList force{"force-release", "lock:a", "--any-owner", "--dry-run", "--json"};
    const Ended dry = runCli(QByteArrayList{"-u", looker} + force);
    QVERIFY2(dry.status == 4 && dry.json()[u"result"] == QLatin1String("refused"), dry.told().constData());
    const QJsonObject planned = dry.json()[u"plan"].toObject();
    QVERIFY2(!planned[u"steps"].toArray().isEmpty(), dry.told().constData());
    QVERIFY2(!planned[u"warnings"].toArray().contains(dry.json()[u"error"][u"text"]), dry.told().constData());
    ask({"ACL", "SETUSER", "looker", "+@all", "resetchannels"});
    const Ended silent = runCli(QByteArrayList{"-u", looker} + force);
    QVERIFY2(silent.status == 4 && silent.err.contains("channel"), silent.told().constData());
    ask({"ACL", "SETUSER", "looker", "allchannels"});
    QCOMPARE(runCli(QByteArrayList{"-u", looker} + force).status, 0);
    QCOMPARE(digest(), before);
    ask({"ACL", "DELUSER", "looker"});

    // A key that may not be read is reported, in a scan and while following.
    ask({"ACL", "SETUSER", "narrow", "on", ">pw", "~data:*", "&*", "+@all"});
    const QByteArray narrow = "redis://narrow:pw@127.0.0.1:" + QByteArray::number(m_sandbox->port());
    const Ended scanned = runCli({"-u", narrow, "scan", "--json"});
    QCOMPARE(scanned.status, 4);
    QVERIFY2(scanned.json()[u"scan"].toObject()[u"keys_refused"].toInt() > 0, scanned.told().constData());
    QVERIFY2(scanned.err.contains("could not be read"), scanned.told().constData());
    const Ended watched = runCli({"-u", narrow, "watch", "lock:a", "--for", "20s"});
    QCOMPARE(watched.status, 4);
    QCOMPARE(watched.err.count('\n'), 1);
    ask({"ACL", "SETUSER", "narrow", "~*", "-scan"});
    const Ended blind = runCli({"-u", narrow, "watch", "--for", "20s"});
    QCOMPARE(blind.status, 4);
    QCOMPARE(blind.err.count('\n'), 1);
    ask({"ACL", "DELUSER", "narrow"});
}

void tst_CliActs::replicaRefuses()
{
    auto replica =
        Sandbox::start({.serverArguments = {QStringLiteral("--replicaof"),
                                            QStringLiteral("127.0.0.1 %1").arg(m_sandbox->port())}});
    VERIFY_OK(replica);
    hold("lock:a", Bob, 60000);
    ConnectionSpec spec = (*replica)->tcp();
    spec.topology = Topology::Standalone; // Otherwise it would connect to the master
    // It answers with an error while it loads the data.
    QTRY_COMPARE(answer(spec, {"EXISTS", "lock:a"}), "1");
    const Ended ended = runCli({"-u", connectionUrl(spec).toUtf8(), "release", "lock:a", "--owner", Bob});
    QVERIFY2(ended.status == 4, ended.told().constData());
    QCOMPARE(ask({"HKEYS", "lock:a"}), Bob);
    // What it lacks may be held on its master.
    const Ended absent = runCli({"-u", connectionUrl(spec).toUtf8(), "force-release", "lock:unknown",
                                 "--any-owner", "--dry-run", "--json"});
    QVERIFY2(absent.status == 4 && absent.json()[u"result"] == QLatin1String("refused"),
             absent.told().constData());
}

void tst_CliActs::keyOfAnotherType_data()
{
    readOnlyRefuses_data();
}

void tst_CliActs::keyOfAnotherType()
{
    QFETCH(QByteArrayList, arguments);
    arguments[1] = "lock:list";
    ask({"RPUSH", "lock:list", "x"});
    const QByteArray before = digest();
    const Ended ended = cli(arguments);
    QVERIFY2(ended.status == 1, ended.told().constData());
    QVERIFY2(ended.err.contains("lock:list") && ended.err.contains("list"), ended.told().constData());
    QCOMPARE(ended.err.count('\n'), 1);
    QCOMPARE(digest(), before);
}

LOCKSCOPE_TEST(tst_CliActs)

} // namespace tst_cliacts

#include "tst_cliacts.moc"
