// SPDX-License-Identifier: GPL-3.0-or-later
// lockscope-cli acquires locks of every kind, waits for them, and gives them back.

#include "tests/live/cli/clilocks.h"
#include "tests/live/cli/clitest.h"
#include "tests/live/program.h"
#include "tests/support/runner.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <QJsonArray>
#include <QTemporaryDir>
#include <QTest>

#include <utility>

namespace tst_cliacquire
{

using namespace lockscope;
using namespace lockscope::test;
using clilocks::Alice;
using clilocks::Bob;

class tst_CliAcquire : public CliTest
{
    Q_OBJECT

private slots:
    void initTestCase() { startServer(); }
    void init() { ask({"FLUSHALL"}); }
    void acquireAndRelease();
    void acquireMakesAnOwner();
    void whatLockscopeHoldsIsShownAsItsOwn();
    void acquireEveryKind_data();
    void acquireEveryKind();
    void acquireTakesTheKindOfTheKey();
    void acquireReenters();
    void acquireWhatIsHeld();
    void acquireWaitsForTheRelease();
    void acquireWaitsInVain();
    void acquireWithWatchdogHoldsUntilInterrupted();
    void acquireThatNobodyIsToldOf_data();
    void acquireThatNobodyIsToldOf();
    void acquireThatCannotBeGivenBack();
    void acquireThatNobodyReads();
};

void tst_CliAcquire::acquireAndRelease()
{
    const Ended taken = cli({"acquire", "lock:a", "--owner", Alice, "--lease", "20s", "--json"});
    QVERIFY2(taken.status == 0, taken.told().constData());
    QVERIFY(taken.err.isEmpty());
    const QJsonObject receipt = taken.json();
    QCOMPARE(receipt[u"result"].toString(), QStringLiteral("done"));
    QCOMPARE(receipt[u"key"].toString(), QStringLiteral("lock:a"));
    QCOMPARE(receipt[u"owner"].toString().toUtf8(), Alice);
    QCOMPARE(receipt[u"kind"].toString(), QStringLiteral("rlock"));
    QVERIFY(receipt[u"ttl_ms"].toInt() > 10000 && receipt[u"ttl_ms"].toInt() <= 20000);
    QCOMPARE(receipt[u"nodes"].toArray().size(), 1);
    QVERIFY(receipt[u"at"].toDouble() > 1.6e12);
    QCOMPARE(ask({"HGET", "lock:a", Alice}), "1");

    const Ended given = cli({"release", "lock:a", "--owner", Alice});
    QCOMPARE(given.status, 0);
    QVERIFY2(given.out.startsWith("lock:a: released"), given.told().constData());
    QCOMPARE(ask({"EXISTS", "lock:a"}), "0");
}

void tst_CliAcquire::acquireMakesAnOwner()
{
    const QByteArray owner = cli({"acquire", "lock:a", "--json"}).json()[u"owner"].toString().toUtf8();
    QVERIFY(!owner.isEmpty());
    QCOMPARE(ask({"HKEYS", "lock:a"}), owner);
    const Ended line = cli({"acquire", "lock:b"});
    QCOMPARE(line.status, 0);
    const QByteArray other = ask({"HKEYS", "lock:b"});
    QVERIFY2(other != owner && line.out.contains(other), line.told().constData());
    QCOMPARE(cli({"release", "lock:b", "--owner", other}).status, 0);
}

void tst_CliAcquire::whatLockscopeHoldsIsShownAsItsOwn()
{
    QCOMPARE(cli({"acquire", "lock:a"}).status, 0);
    const Ended shown = cli({"show", "lock:a"});
    QVERIFY2(shown.out.contains("Acquired with Lockscope"), shown.told().constData());
    QVERIFY2(!shown.out.contains("belong to one client object") && !shown.out.contains("Thread 1"),
             shown.told().constData());
    const Ended plan = cli({"force-release", "lock:a", "--any-owner", "--dry-run"});
    QVERIFY2(plan.out.contains("Lockscope") && !plan.out.contains("IllegalMonitorState"),
             plan.told().constData());
    ask({"HSET", "lock:b", Alice, "1"});
    const Ended other = cli({"show", "lock:b"});
    QVERIFY2(other.out.contains("belong to one client object") &&
                 !other.out.contains("Acquired with Lockscope"),
             other.told().constData());
}

void tst_CliAcquire::acquireEveryKind_data()
{
    QTest::addColumn<QByteArray>("kind");
    QTest::addColumn<QByteArray>("type");
    QTest::newRow("rlock") << QByteArray("rlock") << QByteArray("hash");
    QTest::newRow("token") << QByteArray("token-lock") << QByteArray("string");
}

void tst_CliAcquire::acquireEveryKind()
{
    QFETCH(QByteArray, kind);
    QFETCH(QByteArray, type);
    const Ended taken = cli({"acquire", "lock:k", "--kind", kind, "--json"});
    QVERIFY2(taken.status == 0, taken.told().constData());
    QCOMPARE(taken.json()[u"kind"].toString().toUtf8(), kind);
    QCOMPARE(ask({"TYPE", "lock:k"}), type);
    const QByteArray owner = taken.json()[u"owner"].toString().toUtf8();
    const Ended given = cli({"release", "lock:k", "--owner", owner});
    QVERIFY2(given.status == 0, given.told().constData());
    QCOMPARE(ask({"EXISTS", "lock:k"}), "0");
}

void tst_CliAcquire::acquireTakesTheKindOfTheKey()
{
    ask({"SET", "lock:t", "0123456789abcdef0123456789abcdef", "PX", "30000"});
    const Ended taken = cli({"acquire", "lock:t", "--json"});
    QCOMPARE(taken.status, 1);
    QCOMPARE(taken.json()[u"kind"].toString(), QStringLiteral("token-lock"));
    QCOMPARE(taken.json()[u"found_owner"].toString(), QStringLiteral("0123456789abcdef0123456789abcdef"));
}

void tst_CliAcquire::acquireReenters()
{
    hold("lock:a", Alice, 600000);
    QCOMPARE(cli({"acquire", "lock:a", "--owner", Alice}).status, 0);
    QCOMPARE(ask({"HGET", "lock:a", Alice}), "2");
    const Ended one = cli({"release", "lock:a", "--owner", Alice});
    QCOMPARE(one.status, 0);
    QVERIFY2(one.out.contains("holds left: 1"), one.told().constData());
    QCOMPARE(ask({"HGET", "lock:a", Alice}), "1");
}

void tst_CliAcquire::acquireWhatIsHeld()
{
    hold("lock:a", Bob, 600000);
    const Ended ended = cli({"acquire", "lock:a", "--owner", Alice, "--json"});
    QCOMPARE(ended.status, 1);
    QCOMPARE(ended.json()[u"result"].toString(), QStringLiteral("not-acquired"));
    QCOMPARE(ended.json()[u"found_owner"].toString().toUtf8(), Bob);
    QVERIFY(ended.json()[u"ttl_ms"].toInt() > 500000);
    QCOMPARE(ended.err.count('\n'), 1);
    QVERIFY2(ended.err.contains("lock:a") && ended.err.contains(Bob) && ended.err.contains(" left") &&
                 ended.err.contains(m_sandbox->tcp().node().bytes),
             ended.told().constData());
    QVERIFY(cli({"acquire", "lock:a"}).out.isEmpty());
    QCOMPARE(ask({"HKEYS", "lock:a"}), Bob);
}

void tst_CliAcquire::acquireWaitsForTheRelease()
{
    hold("lock:a", Bob, 60000);
    Program waiter({"-u", url(), "acquire", "lock:a", "--owner", Alice, "--wait", "60s", "--json"});
    QTRY_VERIFY(ask({"PUBSUB", "NUMSUB", "redisson_lock__channel:{lock:a}"}).endsWith("\n1"));
    QVERIFY(waiter.process.state() == QProcess::Running);
    const Ended given = cli({"release", "lock:a", "--owner", Bob, "--json"});
    QVERIFY2(given.json()[u"woken"].toInt() == 1, given.told().constData());
    const Ended taken = waiter.ended();
    QVERIFY2(taken.status == 0, taken.told().constData());
    QCOMPARE(taken.json()[u"owner"].toString().toUtf8(), Alice);
    QCOMPARE(ask({"HKEYS", "lock:a"}), Alice);
}

void tst_CliAcquire::acquireWaitsInVain()
{
    hold("lock:a", Bob, 60000);
    QElapsedTimer timer;
    timer.start();
    const Ended ended = cli({"acquire", "lock:a", "--wait", "300ms"});
    QCOMPARE(ended.status, 1);
    QVERIFY(timer.elapsed() >= 300);
    QVERIFY2(ended.err.contains(Bob), ended.told().constData());
    QCOMPARE(ask({"HKEYS", "lock:a"}), Bob);
}

void tst_CliAcquire::acquireWithWatchdogHoldsUntilInterrupted()
{
    Program holder({"-u", url(), "acquire", "lock:a", "--owner", Alice, "--lease", "15s", "--watchdog"});
    QTRY_COMPARE(ask({"HKEYS", "lock:a"}), Alice);
    // Renewed every third of the lease: after four renewals it would otherwise have expired.
    for (int renewal = 0; renewal < 4; ++renewal) {
        qint64 left = ask({"PTTL", "lock:a"}).toLongLong();
        const auto isRenewed = [&] {
            const qint64 before = std::exchange(left, ask({"PTTL", "lock:a"}).toLongLong());
            return left > before;
        };
        QVERIFY(QTest::qWaitFor(isRenewed, 30'000));
        QCOMPARE(ask({"HKEYS", "lock:a"}), Alice);
    }
    holder.process.terminate();
    const Ended ended = holder.ended();
    QVERIFY2(ended.status == 0, ended.told().constData());
    QCOMPARE(ask({"EXISTS", "lock:a"}), "0");
}

void tst_CliAcquire::acquireThatNobodyIsToldOf_data()
{
    QTest::addColumn<QByteArrayList>("arguments");
    QTest::addColumn<QByteArray>("redirections");
    const QByteArrayList plain{"acquire", "lock:a"};
    QTest::newRow("disk full") << plain << QByteArray(">/dev/full");
    QTest::newRow("disk full, as JSON")
        << QByteArrayList{"--json", "acquire", "lock:a"} << QByteArray(">/dev/full");
    QTest::newRow("disk full, to be kept")
        << QByteArrayList{"acquire", "lock:a", "--watchdog"} << QByteArray(">/dev/full");
    QTest::newRow("disk full, another hold")
        << QByteArrayList{"acquire", "lock:held", "--owner", Alice} << QByteArray(">/dev/full");
    QTest::newRow("closed") << plain << QByteArray(">&-");
    QTest::newRow("all closed") << plain << QByteArray("<&- >&- 2>&-");
}

// A lock with an unknown owner id could only be released by force.
void tst_CliAcquire::acquireThatNobodyIsToldOf()
{
    QFETCH(QByteArrayList, arguments);
    QFETCH(QByteArray, redirections);
    hold("lock:held", Alice, 60000);
    const Ended ended = Program(QByteArrayList{"-u", url()} + arguments, {}, redirections).ended();
    QVERIFY2(ended.status == 5, ended.told().constData());
    QVERIFY2(redirections.contains("2>") || ended.err.contains("released again"), ended.told().constData());
    QCOMPARE(ask({"EXISTS", "lock:a"}), "0");
    QCOMPARE(ask({"HGETALL", "lock:held"}), Alice + "\n1");
}

// A user that may not publish cannot release either: then at least the owner id is printed.
void tst_CliAcquire::acquireThatCannotBeGivenBack()
{
    ask({"ACL", "SETUSER", "quiet", "on", ">pw", "~*", "+@all", "resetchannels"});
    const QByteArray quiet = "redis://quiet:pw@127.0.0.1:" + QByteArray::number(m_sandbox->port());
    const Ended ended = Program({"-u", quiet, "acquire", "lock:a"}, {}, ">/dev/full").ended();
    ask({"ACL", "DELUSER", "quiet"});
    const QByteArray owner = ask({"HKEYS", "lock:a"});
    QVERIFY2(!owner.isEmpty() && ended.status == 5, ended.told().constData());
    QVERIFY2(ended.err.contains("may still be held by " + owner), ended.told().constData());
}

void tst_CliAcquire::acquireThatNobodyReads()
{
    hold("lock:a", Bob, 60000);
    const QTemporaryDir folder;
    const QByteArray pipe = QFile::encodeName(folder.filePath(QStringLiteral("pipe")));
    QCOMPARE(::mkfifo(pipe.constData(), 0600), 0);
    const int reader = ::open(pipe.constData(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    QVERIFY(reader >= 0);
    Program waiter({"-u", url(), "acquire", "lock:a", "--owner", Alice, "--wait", "60s"}, {}, ">" + pipe);
    QTRY_VERIFY(ask({"PUBSUB", "NUMSUB", "redisson_lock__channel:{lock:a}"}).endsWith("\n1"));
    ::close(reader);
    QCOMPARE(cli({"release", "lock:a", "--owner", Bob}).status, 0);
    const Ended ended = waiter.ended();
    QVERIFY2(ended.status == 5 && ended.err.contains("released again"), ended.told().constData());
    QCOMPARE(ask({"EXISTS", "lock:a"}), "0");
}

LOCKSCOPE_TEST(tst_CliAcquire)

} // namespace tst_cliacquire

#include "tst_cliacquire.moc"
