// SPDX-License-Identifier: GPL-3.0-or-later
// Parsing lines of MONITOR, and what a probe learns from them.
#include "core/engine/owners/monitorline.h"
#include "core/engine/owners/monitorprobe.h"
#include "tests/support/runner.h"

#include <QTest>

namespace tst_monitorline
{

using namespace lockscope;
using namespace std::chrono_literals;

namespace
{

const QByteArray uuid = QByteArrayLiteral("8743c9c0-0795-4907-87fd-6c719a6b4586");
const LockName lockA{"lock:a"};
const QByteArray ofBilling = "1700000000.123456 [0 10.0.0.7:50312] ";

} // namespace

class tst_monitorline : public QObject
{
    Q_OBJECT

private slots:
    void reads_data();
    void reads();
    void refuses_data();
    void refuses();
    void escapesAsRedisDoes();
    void learnsFromARenewal();
    void learnsFromABatchOfOtherLocks();
    void doesNotLearnFromScriptsAndOnlookers();
    void aShortOwnerNeedsItsKey();
    void bytesThatAreNoText();
    void knowsAllOnlyOfAll();
    void howLong();
    void whatItCosts();
};

void tst_monitorline::reads_data()
{
    QTest::addColumn<QByteArray>("line");
    QTest::addColumn<int>("db");
    QTest::addColumn<QByteArray>("client");
    QTest::addColumn<QByteArrayList>("arguments");
    QTest::newRow("plain") << QByteArray("1339518083.107412 [0 127.0.0.1:60866] \"keys\" \"*\"") << 0
                           << QByteArray("127.0.0.1:60866") << QByteArrayList{"keys", "*"};
    QTest::newRow("of a script") << QByteArray("1.5 [9 lua] \"pexpire\" \"lock:a\" \"30000\"") << 9
                                 << QByteArray("lua") << QByteArrayList{"pexpire", "lock:a", "30000"};
    QTest::newRow("version 6") << QByteArray("1.5 [0 [::1]:60866] \"ping\"") << 0 << QByteArray("[::1]:60866")
                               << QByteArrayList{"ping"};
    QTest::newRow("unix") << QByteArray("1.5 [0 unix:/run/my redis.sock] \"ping\"") << 0
                          << QByteArray("unix:/run/my redis.sock") << QByteArrayList{"ping"};
    QTest::newRow("escapes") << QByteArray(R"(1.5 [0 a:1] "set" "\"k\\\"" "\x00\xff\r\n\t\a\b" "")") << 0
                             << QByteArray("a:1")
                             << QByteArrayList{"set", "\"k\\\"", QByteArray("\x00\xff\r\n\t\a\b", 7), ""};
    QTest::newRow("brackets in arguments") << QByteArray(R"(1.5 [0 a:1] "set" "a] \"b" "[0 lua]")") << 0
                                           << QByteArray("a:1") << QByteArrayList{"set", "a] \"b", "[0 lua]"};
}

void tst_monitorline::reads()
{
    QFETCH(QByteArray, line);
    QFETCH(QByteArrayList, arguments);
    const auto told = readMonitorLine(line);
    QVERIFY(told);
    QTEST(told->db, "db");
    QTEST(told->client, "client");
    QCOMPARE(QByteArrayList(told->arguments.begin(), told->arguments.end()), arguments);
}

void tst_monitorline::refuses_data()
{
    QTest::addColumn<QByteArray>("line");
    for (const char *line :
         {"", "OK", "1.5", "1.5 [0 a:1]", "1.5 [0 a:1] ", "1.5 [0 a:1] keys", "1.5 [0 a:1] \"keys",
          "[0 a:1] \"x\"", "1.5 [a:1] \"x\"", "1.5 [x a:1] \"x\"", "1.5 [0 a:1] \"x\"\"y\"",
          "1.5 [0 a:1] \"x\\q\"", "1.5 [0 a:1] \"x\\", "1.5 [0 a:1] \"\\xg0", "1.5 [0 a:1 \"x\""})
        QTest::newRow(line) << QByteArray(line);
}

void tst_monitorline::refuses()
{
    QFETCH(QByteArray, line);
    QVERIFY(!readMonitorLine(line));
}

void tst_monitorline::escapesAsRedisDoes()
{
    QByteArray every;
    for (int c = 0; c < 256; ++c)
        every += char(c);
    const auto back = readMonitorLine("1.5 [0 a:1] \"" + monitorEscaped(every) + '"');
    QVERIFY(back);
    QCOMPARE(back->arguments.front(), every);
    QCOMPARE(monitorEscaped(QByteArray("a\"\\\n\x01\xfe", 6)), QByteArray(R"(a\"\\\n\x01\xfe)"));
}

void tst_monitorline::learnsFromARenewal()
{
    MonitorEars ears(lockA, {{.id = {uuid + ":61"}, .client = uuid}});
    ears.hear(ofBilling + R"("get" "other")");
    QVERIFY(!ears.knowsAll());
    ears.hear(ofBilling + R"("EVAL" "if ..." "1" "lock:a" "30000" ")" + uuid + ":61\"");
    QVERIFY(ears.knowsAll());
    QCOMPARE(ears.lines(), qint64(2));
    QCOMPARE(ears.named(), qint64(1));
    const HolderClients learnt = ears.learnt();
    QCOMPARE(learnt.size(), size_t(1));
    QCOMPARE(learnt[0].first.bytes, uuid + ":61");
    QCOMPARE(learnt[0].second.address, QByteArray("10.0.0.7:50312"));
    QCOMPARE(learnt[0].second.learnt, QStringLiteral("MONITOR probe"));
}

void tst_monitorline::learnsFromABatchOfOtherLocks()
{
    MonitorEars ears(lockA, {{.id = {uuid + ":61"}, .client = uuid}});
    ears.hear(ofBilling + R"("EVALSHA" "6a3d" "2" "lock:x" "lock:y" "30000" ")" + uuid + ":7\" \"" + uuid +
              ":8\"");
    QVERIFY(ears.knowsAll());
}

void tst_monitorline::doesNotLearnFromScriptsAndOnlookers()
{
    MonitorEars ears(lockA, {{.id = {uuid + ":61"}, .client = uuid}});
    ears.hear(R"(1.5 [0 lua] "hexists" "lock:a" ")" + uuid + ":61\"");
    ears.hear(ofBilling + R"("PUBSUB" "NUMSUB" "redisson_lock__channel:{lock:a}:)" + uuid + ":61\"");
    ears.hear(ofBilling + R"("hgetall" "lock:a")");
    QVERIFY(ears.learnt().empty());
    QCOMPARE(ears.named(), qint64(3));
}

void tst_monitorline::aShortOwnerNeedsItsKey()
{
    MonitorEars ears(lockA, {{.id = {"4242"}}});
    ears.hear(ofBilling + R"("set" "lock:b" "4242")");
    ears.hear(ofBilling + R"("set" "lock:a" "14242")");
    QVERIFY(!ears.knowsAll());
    ears.hear(ofBilling + R"("set" "lock:a" "4242" "NX" "PX" "30000")");
    QVERIFY(ears.knowsAll());
}

void tst_monitorline::bytesThatAreNoText()
{
    const QByteArray token = QByteArray("\x00\x01\xff\"\\", 5).repeated(4);
    MonitorEars ears({QByteArray("l\x00k", 3)}, {{.id = {token}}});
    ears.hear(ofBilling + R"("set" "l\x00k" ")" + monitorEscaped(token) + '"');
    QVERIFY(ears.knowsAll());
}

void tst_monitorline::knowsAllOnlyOfAll()
{
    MonitorEars ears(lockA, {{.id = {"reader-number-1"}}, {.id = {"reader-number-2"}}});
    ears.hear(ofBilling + R"("hset" "lock:a" "reader-number-2" "1")");
    QVERIFY(!ears.knowsAll());
    QCOMPARE(ears.learnt().size(), size_t(1));
    ears.hear(R"(1.6 [0 10.0.0.8:1] "hset" "lock:a" "reader-number-1" "1")");
    QVERIFY(ears.knowsAll());
}

void tst_monitorline::howLong()
{
    const Format *format = Registry::builtIn().find("rlock");
    Lock lock;
    QCOMPARE(probeLength(lock, format), milliseconds(11'500));
    lock.lease = 30s;
    QCOMPARE(probeLength(lock, format), milliseconds(11'500));
    lock.lease = 6s;
    QCOMPARE(probeLength(lock, format), milliseconds(11'500));
    lock.renewals.count = 1;
    QCOMPARE(probeLength(lock, format), milliseconds(2700));
    lock.renewals.period = 100ms;
    QCOMPARE(probeLength(lock, format), milliseconds(1000));
    lock.renewals.period = 10min;
    QCOMPARE(probeLength(lock, format), milliseconds(30'000));
}

void tst_monitorline::whatItCosts()
{
    const QByteArray stats = "# Stats\r\ntotal_commands_processed:9500\r\ntotal_net_input_bytes:61200\r\n";
    const ServerLoad before{.commands = 5000, .bytes = 5000, .at = Instant() + 1h};
    const ServerLoad after = serverLoad(stats, 4000, 5000, before.at + 500ms); // without the own ones
    QCOMPARE(after.commands, qint64(5500));
    const ProbeEstimate some = probeEstimate(before, after, {}, 10s);
    QCOMPARE(some.commandsPerSecond, std::optional<qint64>(1000));
    QCOMPARE(some.lines, qint64(10'000));
    QCOMPARE(some.bytes, qint64(1'024'000 + 480'000));
    const ProbeEstimate capped = probeEstimate(before, after, {.lines = 1000}, 10s);
    QCOMPARE(capped.lines, qint64(1000));
    QCOMPARE(capped.bytes, qint64(150'400));
    const ProbeEstimate none = probeEstimate(before, before, {}, 10s);
    QCOMPARE(none.lines, qint64(0));
    QCOMPARE(none.bytes, qint64(0));
}

LOCKSCOPE_TEST(tst_monitorline)

} // namespace tst_monitorline

#include "tst_monitorline.moc"
