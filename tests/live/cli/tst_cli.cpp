// SPDX-License-Identifier: GPL-3.0-or-later
// lockscope-cli finds and shows locks on real servers, through its real command line.

#include "tests/live/cli/clilocks.h"
#include "tests/live/cli/clitest.h"
#include "tests/live/program.h"
#include "tests/support/rediscli.h"
#include "tests/support/runner.h"

#include <QTest>

#include <algorithm>

namespace tst_cli
{

using namespace lockscope;
using namespace lockscope::test;
using clilocks::Alice;
using clilocks::Bob;
using clilocks::lockIn;

class tst_Cli : public CliTest
{
    Q_OBJECT

private slots:
    void initTestCase();
    void init();
    void scanFindsEveryLock();
    void scanAsATable();
    void scanOfNothing();
    void scanFilters_data();
    void scanFilters();
    void scanWithVerdictExitsOne();
    void scanByPattern();
    void scanCountsWaiters();
    void scanCountsWaitersOfManyLocks();
    void showALock();
    void showAsAPage();
    void showWhatIsNoLock_data();
    void showWhatIsNoLock();
    void probeOfNobodyExitsOne();
    void whoMayNotListClientsIsTold();
    void keysThatMayNotBeReadMakeAScanIncomplete();
    void bytesThatAreNoText();
    void readOnlyStillReads();
    void nothingButTheErrorInAPoorLocale();
    void outputThatCannotBeWritten();
};

void tst_Cli::initTestCase()
{
    startServer({.tls = true});
}

void tst_Cli::init()
{
    ask({"FLUSHALL"});
}

void tst_Cli::scanFindsEveryLock()
{
    hold("lock:a", Alice, 600000);
    ask({"SET", "lock:b", "0123456789abcdef0123456789abcdef", "PX", "600000"});
    ask({"SET", "lock:c", "1"});
    ask({"SET", "user:1", "x"});
    ask({"RPUSH", "lock:list", "x"});
    const Ended ended = cli({"scan", "--json"});
    QCOMPARE(ended.status, 0);
    QVERIFY2(ended.err.isEmpty(), ended.told().constData());
    QVERIFY(ended.out.endsWith('\n') && ended.out.count('\n') == 1);

    const QJsonObject document = ended.json();
    const QJsonObject scan = document[u"scan"].toObject();
    QCOMPARE(scan[u"complete"].toBool(), true);
    QVERIFY2(scan[u"keys_seen"].toInt() >= 3, ended.told().constData());
    QCOMPARE(scan[u"keys_estimated"].toInt(), 5);
    QVERIFY(scan[u"duration_ms"].toInt(-1) >= 0);
    QCOMPARE(scan[u"nodes"].toArray().size(), 1);
    QCOMPARE(document[u"locks"].toArray().size(), 3);

    const QJsonObject a = lockIn(document, "lock:a");
    QCOMPARE(a[u"kind"].toString(), QStringLiteral("rlock"));
    QCOMPARE(a[u"db"].toInt(-1), 0);
    QCOMPARE(a[u"node"].toString().toUtf8(), m_sandbox->tcp().node().bytes);
    QVERIFY(a[u"ttl_ms"].toInt() > 300000 && a[u"ttl_ms"].toInt() <= 600000);
    const QJsonObject holder = a[u"holders"].toArray().at(0).toObject();
    QCOMPARE(holder[u"id"].toString().toUtf8(), Alice);
    QCOMPARE(holder[u"count"].toInt(), 1);
    QCOMPARE(holder[u"mode"].toString(), QStringLiteral("exclusive"));
    QCOMPARE(a[u"waiters"].toObject()[u"subscribed"].toInt(-1), 0);
    QVERIFY(!a[u"verdict"].toObject()[u"text"].toString().isEmpty());
    QCOMPARE(lockIn(document, "lock:b")[u"kind"].toString(), QStringLiteral("token-lock"));
    const QJsonObject c = lockIn(document, "lock:c");
    QVERIFY(c[u"ttl_ms"].isNull());
    QCOMPARE(c[u"verdict"].toObject()[u"code"].toString(), QStringLiteral("no-expiry"));
}

void tst_Cli::scanAsATable()
{
    hold("lock:a", Alice, 600000);
    const QByteArray longKey = "lock:" + QByteArray(200, 'x');
    hold(longKey, Bob, 600000);
    const Ended ended = cli({"scan"});
    QCOMPARE(ended.status, 0);
    const QList<QByteArray> lines = ended.out.split('\n');
    QVERIFY2(lines.value(0).startsWith("KEY "), ended.told().constData());
    QVERIFY(lines[1].startsWith("lock:a "));
    QVERIFY(lines[1].contains(Alice));
    QVERIFY2(lines[2].startsWith(longKey), "nothing is cut in a pipe");
    QCOMPARE(lines[3], QByteArray());
    QVERIFY2(lines[4].startsWith("scanned ") && lines[4].contains("2 locks; scan complete in "),
             ended.told().constData());
    QVERIFY(!ended.out.contains('\x1b'));
    QCOMPARE(lines[0].indexOf("KIND"), lines[2].indexOf("rlock"));
    QVERIFY(!cli({"scan", "-q"}).out.contains("scanned"));
}

void tst_Cli::scanOfNothing()
{
    const Ended table = cli({"scan"});
    QCOMPARE(table.status, 0);
    QVERIFY2(table.out.startsWith("scanned 0 of about 0 keys, 0 locks; scan complete"),
             table.told().constData());
    const Ended document = cli({"scan", "--json"});
    QCOMPARE(document.status, 0);
    QVERIFY(document.json()[u"locks"].isArray() && document.json()[u"locks"].toArray().isEmpty());
}

void tst_Cli::scanFilters_data()
{
    QTest::addColumn<QByteArrayList>("options");
    QTest::addColumn<QByteArrayList>("keys");
    QTest::newRow("by key") << QByteArrayList{} << QByteArrayList{"lock:a", "lock:b", "lock:c", "lock:d"};
    QTest::newRow("a kind") << QByteArrayList{"--kind", "rlock"} << QByteArrayList{"lock:b", "lock:d"};
    QTest::newRow("shortest time first")
        << QByteArrayList{"--sort", "ttl", "--kind", "rlock"} << QByteArrayList{"lock:d", "lock:b"};
    QTest::newRow("the other way round")
        << QByteArrayList{"--sort", "-key"} << QByteArrayList{"lock:d", "lock:c", "lock:b", "lock:a"};
    QTest::newRow("a verdict") << QByteArrayList{"--verdict", "no-expiry"} << QByteArrayList{"lock:c"};
}

void tst_Cli::scanFilters()
{
    QFETCH(QByteArrayList, options);
    QFETCH(QByteArrayList, keys);
    ask({"SET", "lock:a", "0123456789abcdef0123456789abcdef", "PX", "450000"});
    hold("lock:b", Alice, 600000);
    ask({"SET", "lock:c", "1"});
    hold("lock:d", Bob, 300000);
    const Ended ended = cli(QByteArrayList{"scan", "--json"} + options);
    QByteArrayList found;
    const QJsonArray locks = ended.json()[u"locks"].toArray();
    for (const QJsonValue &lock : locks)
        found += lock[u"key"].toString().toUtf8();
    QVERIFY2(found == keys, ended.told().constData());
}

void tst_Cli::scanWithVerdictExitsOne()
{
    hold("lock:a", Alice, 600000);
    QCOMPARE(cli({"scan", "--verdict", "no-expiry"}).status, 0);
    QCOMPARE(cli({"scan", "--verdict", ">=warning"}).status, 0);
    ask({"SET", "lock:c", "1"});
    QCOMPARE(cli({"scan", "--verdict", "no-expiry"}).status, 1);
    QCOMPARE(cli({"scan", "--verdict", ">=warning", "--json"}).status, 1);
    QCOMPARE(cli({"scan"}).status, 0);
}

void tst_Cli::scanByPattern()
{
    hold("lock:a", Alice, 600000);
    hold("mine:a", Alice, 600000);
    const Ended ended = cli({"scan", "--json", "--pattern", "mine:*"});
    QCOMPARE(ended.json()[u"locks"].toArray().size(), 1);
    QVERIFY2(!lockIn(ended.json(), "mine:a").isEmpty(), ended.told().constData());
    const Ended both = cli({"scan", "--json", "--pattern", "mine:*", "--pattern", "lock:*"});
    QCOMPARE(both.json()[u"locks"].toArray().size(), 2);
}

void tst_Cli::scanCountsWaiters()
{
    hold("lock:a", Alice, 600000);
    Program waiter({"-u", url(), "acquire", "lock:a", "--wait", "60s"});
    QTRY_VERIFY(ask({"PUBSUB", "NUMSUB", "redisson_lock__channel:{lock:a}"}).endsWith("\n1"));
    const Ended ended = cli({"scan", "--json"});
    QCOMPARE(lockIn(ended.json(), "lock:a")[u"waiters"].toObject()[u"subscribed"].toInt(), 1);
    QVERIFY2(cli({"scan"}).out.contains("waited-for"), ended.told().constData());
}

// They are counted in portions.
void tst_Cli::scanCountsWaitersOfManyLocks()
{
    ask({"EVAL",
         "for i = 1, 10500 do redis.call('HSET', 'lock:' .. i, ARGV[1], 1) "
         "redis.call('PEXPIRE', 'lock:' .. i, 600000) end",
         "0", Alice});
    Program waiter({"-u", url(), "acquire", "lock:17", "--wait", "300s"});
    QTRY_VERIFY(ask({"PUBSUB", "NUMSUB", "redisson_lock__channel:{lock:17}"}).endsWith("\n1"));
    const QJsonObject document = cli({"scan", "--json"}).json();
    const QJsonArray locks = document[u"locks"].toArray();
    QCOMPARE(locks.size(), 10500);
    const auto countOf = [](const QJsonValue &lock) {
        return lock[u"waiters"].toObject()[u"subscribed"].toInt(-1);
    };
    QCOMPARE(std::count_if(locks.begin(), locks.end(), [&](const auto &lock) { return countOf(lock) == 0; }),
             10499);
    QCOMPARE(countOf(lockIn(document, "lock:17")), 1);
}

void tst_Cli::showALock()
{
    hold("lock:a", Alice, 600000);
    const Ended ended = cli({"show", "lock:a", "--json"});
    QCOMPARE(ended.status, 0);
    const QJsonObject lock = ended.json()[u"lock"].toObject();
    QCOMPARE(lock[u"key"].toString(), QStringLiteral("lock:a"));
    QCOMPARE(lock[u"kind"].toString(), QStringLiteral("rlock"));
    QCOMPARE(lock[u"library"].toArray(), QJsonArray{QStringLiteral("Redisson")});
    QVERIFY(
        (QStringList{QStringLiteral("certain"), QStringLiteral("likely"), QStringLiteral("guess")}.contains(
            lock[u"confidence"].toString())));
    const QJsonObject raw = lock[u"raw"].toObject();
    QCOMPARE(raw[u"type"].toString(), QStringLiteral("hash"));
    QCOMPARE(raw[u"size"].toInt(), 1);
    QCOMPARE(raw[u"fields"].toArray().at(0).toObject()[u"name"].toString().toUtf8(), Alice);
    const QJsonObject copy = lock[u"copies"].toArray().at(0).toObject();
    QCOMPARE(copy[u"node"].toString().toUtf8(), m_sandbox->tcp().node().bytes);
    QCOMPARE(copy[u"role"].toString(), QStringLiteral("master"));
    QCOMPARE(copy[u"state"].toString(), QStringLiteral("held"));
    QVERIFY(!lock[u"explanation"].toArray().isEmpty());
    QVERIFY(!lock[u"verdict"].toObject()[u"evidence"].toArray().isEmpty());
}

void tst_Cli::showAsAPage()
{
    hold("lock:a", Alice, 600000);
    const Ended ended = cli({"show", "lock:a"});
    QCOMPARE(ended.status, 0);
    QVERIFY(ended.err.isEmpty());
    QVERIFY2(ended.out.startsWith("Key         lock:a\n"), ended.told().constData());
    QVERIFY(ended.out.contains("\nHolder      " + Alice + ", 1 hold, exclusive, "));
    QVERIFY(ended.out.contains("\nVerdict     "));
    QVERIFY(ended.out.contains("\nRaw value   hash, 1 field\n"));
}

void tst_Cli::showWhatIsNoLock_data()
{
    QTest::addColumn<CliCommand>("command");
    QTest::addColumn<QByteArray>("said");
    QTest::newRow("absent") << CliCommand{"PING"} << QByteArray("lock:x: key does not exist");
    QTest::newRow("a list") << CliCommand{"RPUSH", "lock:x", "1"}
                            << QByteArray("lock:x: is a list, not a lock");
    QTest::newRow("a set") << CliCommand{"SADD", "lock:x", "1"} << QByteArray("lock:x: is a set, not a lock");
    QTest::newRow("a sorted set") << CliCommand{"ZADD", "lock:x", "1", "m"}
                                  << QByteArray("lock:x: is a zset, not a lock");
    QTest::newRow("a stream") << CliCommand{"XADD", "lock:x", "*", "f", "v"}
                              << QByteArray("lock:x: is a stream, not a lock");
    QTest::newRow("a hash of data") << CliCommand{"HSET", "lock:x", "name", "Ann", "age", "3", "town", "x"}
                                    << QByteArray("lock:x: is a hash, not a lock");
}

void tst_Cli::showWhatIsNoLock()
{
    QFETCH(CliCommand, command);
    QFETCH(QByteArray, said);
    ask(command);
    for (const QByteArrayList &options : {QByteArrayList{}, QByteArrayList{"--json"}}) {
        const Ended ended = cli(QByteArrayList{"show", "lock:x"} + options);
        QCOMPARE(ended.status, 1);
        QVERIFY2(ended.err.contains(said), ended.told().constData());
        QCOMPARE(ended.err.count('\n'), 1);
        QVERIFY(ended.out.isEmpty());
    }
}

void tst_Cli::probeOfNobodyExitsOne()
{
    ask({"SET", "lock:constant", "locked", "PX", "60000"}); // A constant value, the same for every holder
    const Ended constant = cli({"show", "lock:constant", "--probe=1s"});
    QCOMPARE(constant.status, 1);
    QVERIFY2(constant.err.contains("identifies no client"), constant.told().constData());
    const Ended none = cli({"show", "lock:none", "--probe=1s"});
    QCOMPARE(none.status, 1);
    QCOMPARE(cli({"show", "lock:constant", "--probe=soon"}).status, 2);
}

void tst_Cli::whoMayNotListClientsIsTold()
{
    ask({"ACL", "SETUSER", "watcher", "on", ">secret", "allkeys", "allchannels", "+@all", "-client|list"});
    hold("lock:a", Alice, 60000);
    const QByteArray watcher =
        "redis://watcher:secret@127.0.0.1:" + QByteArray::number(m_sandbox->tcp().port);
    const Ended verbose = runCli({"-u", watcher, "-v", "show", "lock:a"});
    QCOMPARE(verbose.status, 0);
    QVERIFY2(verbose.err.count("owners cannot be matched to clients: ") == 1, verbose.told().constData());
    const Ended terse = runCli({"-u", watcher, "show", "lock:a"});
    QCOMPARE(terse.status, 0);
    QVERIFY2(!terse.err.contains("matched to clients"), terse.told().constData());
    ask({"ACL", "DELUSER", "watcher"});
}

void tst_Cli::keysThatMayNotBeReadMakeAScanIncomplete()
{
    ask({"ACL", "SETUSER", "narrow", "on", ">secret", "~lock:mine:*", "&*", "+@all"});
    hold("lock:mine:1", Alice, 60000);
    hold("lock:theirs:1", Alice, 60000);
    hold("lock:theirs:2", Alice, 60000);
    const QByteArray narrow = "redis://narrow:secret@127.0.0.1:" + QByteArray::number(m_sandbox->tcp().port);
    const Ended scan = runCli({"-u", narrow, "--json", "scan"});
    QCOMPARE(scan.status, 4);
    const QJsonObject progress = scan.json()[u"scan"].toObject();
    QCOMPARE(progress[u"complete"].toBool(true), false);
    QCOMPARE(progress[u"keys_refused"].toInt(), 2);
    QVERIFY2(progress[u"refusal"].toString().contains(QStringLiteral("lock:theirs:")),
             scan.told().constData());
    QCOMPARE(scan.json()[u"locks"].toArray().size(), 1);
    const Ended table = runCli({"-u", narrow, "scan"});
    QCOMPARE(table.status, 4);
    QVERIFY2(table.told().contains("scan incomplete") && table.out.contains("lock:mine:1"),
             table.told().constData());
    ask({"SET", "lock:mine:2", "1"}); // no expiry
    QCOMPARE(runCli({"-u", narrow, "scan", "--verdict", "no-expiry"}).status, 1);
    ask({"ACL", "DELUSER", "narrow"});
    QCOMPARE(cli({"--json", "scan"}).json()[u"scan"][u"complete"].toBool(), true);
}

void tst_Cli::bytesThatAreNoText()
{
    const QByteArray key = QByteArray("lock:\xff\x01z");
    hold(key, Alice, 600000);
    const Ended shown = cli({"show", key, "--json"});
    QCOMPARE(shown.status, 0);
    const QJsonObject lock = shown.json()[u"lock"].toObject();
    QVERIFY(!lock.contains(QStringLiteral("key")));
    QCOMPARE(QByteArray::fromBase64(lock[u"key_base64"].toString().toLatin1()), key);
    const Ended page = cli({"show", key});
    QVERIFY2(page.out.startsWith("Key         lock:\\xff\\x01z\n"), page.told().constData());
    const Ended scan = cli({"scan"});
    QVERIFY2(scan.out.contains("lock:\\xff\\x01z  "), scan.told().constData());
    QCOMPARE(cli({"release", key, "--owner", Alice}).status, 0);
    QCOMPARE(ask({"EXISTS", key}), "0");
}

void tst_Cli::readOnlyStillReads()
{
    hold("lock:a", Alice, 600000);
    QCOMPARE(cli({"--read-only", "scan", "--json"}).json()[u"locks"].toArray().size(), 1);
    QCOMPARE(cli({"--read-only", "show", "lock:a"}).status, 0);
}

void tst_Cli::nothingButTheErrorInAPoorLocale()
{
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.remove(QStringLiteral("LC_CTYPE"));
    environment.remove(QStringLiteral("LANG"));
    environment.insert(QStringLiteral("LC_ALL"), QStringLiteral("C"));
    hold("lock:锁", Alice, 600000);
    const Ended scan = runCli({"-u", url(), "scan"}, environment);
    QCOMPARE(scan.status, 0);
    QVERIFY2(scan.err.isEmpty(), scan.told().constData());
    QVERIFY2(scan.out.contains("lock:锁"), scan.told().constData());
    const Ended refused = runCli({"-u", "redis://127.0.0.1:1", "scan"}, environment);
    QCOMPARE(refused.err.count('\n'), 1);
}

void tst_Cli::outputThatCannotBeWritten()
{
    hold("lock:a", Alice, 600000);
    QProcess shell;
    shell.start(QStringLiteral("sh"),
                {QStringLiteral("-c"), QStringLiteral("exec \"$0\" -u \"$1\" scan > /dev/full"),
                 programPath(), QString::fromUtf8(url())});
    QVERIFY(shell.waitForFinished());
    QCOMPARE(shell.exitCode(), 5);
    QVERIFY(shell.readAllStandardError().contains("standard output"));
}

LOCKSCOPE_TEST(tst_Cli)

} // namespace tst_cli

#include "tst_cli.moc"
