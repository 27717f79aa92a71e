// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/readcommands.h"
#include "core/redis/reply.h"
#include "tests/support/runner.h"

#include <QTest>

namespace tst_reply
{

using namespace lockscope;

class tst_reply : public QObject
{
    Q_OBJECT
private slots:
    void numbers_data();
    void numbers();
    void commandsAreEncodedAsBytes();
    void anEmptyCommandIsLeftOut();
    void manyCommandsAreOneBuffer();
    void whatMayWrite_data();
    void whatMayWrite();
    void theFirstWriteIsNamed();
    void unpairedCommands_data();
    void unpairedCommands();
    void pingsOnly();
    void keysInFirstPlace_data();
    void keysInFirstPlace();
};

void tst_reply::numbers_data()
{
    using Type = Reply::Type;
    QTest::addColumn<Reply>("reply");
    QTest::addColumn<bool>("isNumber");
    QTest::addColumn<qint64>("value");
    QTest::newRow("integer") << Reply{.type = Type::Integer, .integer = -2} << true << qint64(-2);
    QTest::newRow("text") << Reply{.type = Type::Bulk, .bytes = "30000"} << true << qint64(30000);
    QTest::newRow("negative text") << Reply{.type = Type::Bulk, .bytes = "-1"} << true << qint64(-1);
    QTest::newRow("largest") << Reply{.type = Type::Bulk, .bytes = "9223372036854775807"} << true
                             << std::numeric_limits<qint64>::max();
    QTest::newRow("too large") << Reply{.type = Type::Bulk, .bytes = "9223372036854775808"} << false
                               << qint64(0);
    QTest::newRow("trailing text") << Reply{.type = Type::Bulk, .bytes = "1x"} << false << qint64(0);
    QTest::newRow("empty") << Reply{.type = Type::Bulk} << false << qint64(0);
    QTest::newRow("nil") << Reply{} << false << qint64(0);
    QTest::newRow("an error of digits") << Reply{.type = Type::Error, .bytes = "1"} << false << qint64(0);
    QTest::newRow("array") << Reply{.type = Type::Array} << false << qint64(0);
}

void tst_reply::numbers()
{
    QFETCH(Reply, reply);
    QFETCH(bool, isNumber);
    QFETCH(qint64, value);
    QCOMPARE(reply.number().has_value(), isNumber);
    QCOMPARE(reply.number().value_or(0), value);
}

void tst_reply::commandsAreEncodedAsBytes()
{
    Batch batch;
    batch.add({"SET", QByteArrayView("a\0\r\n", 4), ""});
    QCOMPARE(batch.wire(), QByteArray("*3\r\n$3\r\nSET\r\n$4\r\na\0\r\n\r\n$0\r\n\r\n", 29));
    Batch same;
    same.add(Command{"SET", QByteArray("a\0\r\n", 4), QByteArray()});
    QCOMPARE(same.wire(), batch.wire());
    QCOMPARE(same.count(), 1);
    Batch wide;
    wide.add(Command(12, QByteArray(10, 'x')));
    QVERIFY(wide.wire().startsWith("*12\r\n$10\r\nxxxxxxxxxx\r\n"));
    QCOMPARE(wide.wire().size(), 5 + 12 * 17);
}

void tst_reply::anEmptyCommandIsLeftOut()
{
    Batch batch;
    batch.add(Command{});
    QVERIFY(batch.isEmpty());
    QVERIFY(batch.wire().isEmpty());
}

void tst_reply::manyCommandsAreOneBuffer()
{
    Batch batch;
    QByteArray expected;
    for (int i = 0; i < 2000; ++i) {
        const QByteArray key = "lock:" + QByteArray::number(i);
        batch.add({"PTTL", key});
        expected += "*2\r\n$4\r\nPTTL\r\n$" + QByteArray::number(key.size()) + "\r\n" + key + "\r\n";
    }
    QCOMPARE(batch.count(), 2000);
    QCOMPARE(batch.wire(), expected);
    QVERIFY(!batch.mayWrite());
}

void tst_reply::whatMayWrite_data()
{
    QTest::addColumn<Command>("command");
    QTest::addColumn<bool>("mayWrite");
    const std::vector<Command> reading{
        {"GET", "k"},
        {"get", "k"},
        {"SCAN", "0"},
        {"Pttl", "k"},
        {"HGETALL", "k"},
        {"ZRANGE", "k", "0", "-1"},
        {"CONFIG", "GET", "*"},
        {"config", "get", "*"},
        {"CLIENT", "LIST"},
        {"CLIENT", "TRACKING", "ON"},
        {"CLIENT", "NO-EVICT", "on"},
        {"SCRIPT", "EXISTS", "x"},
        {"PUBSUB", "NUMSUB", "c"},
        {"CLUSTER", "SHARDS"},
        {"SENTINEL", "masters"},
        {"ACL", "WHOAMI"},
        {"MEMORY", "USAGE", "k"},
        {"OBJECT", "ENCODING", "k"},
        {"LATENCY", "LATEST"},
        {"SUBSCRIBE", "c"},
    };
    const std::vector<Command> writing{
        {"SET", "k", "v"},
        {"DEL", "k"},
        {"GETDEL", "k"},
        {"GETEX", "k"},
        {"EVAL", "return 1", "0"},
        {"EVALSHA", "x", "0"},
        {"FCALL", "f", "0"},
        {"CONFIG", "SET", "a", "b"},
        {"CONFIG"},
        {"CONFIG", "RESETSTAT"},
        {"CLIENT", "KILL", "ID", "3"},
        {"CLIENT", "PAUSE", "100"},
        {"SCRIPT", "FLUSH"},
        {"SCRIPT", "LOAD", "x"},
        {"CLUSTER", "FAILOVER"},
        {"SENTINEL", "FAILOVER", "m"},
        {"ACL", "SETUSER", "u"},
        {"LATENCY", "RESET"},
        {"MEMORY", "PURGE"},
        {"MONITOR"},
        {"PUBLISH", "c", "m"},
        {"KEYS", "*"},
        {"SORT", "k", "STORE", "d"},
        {"SHUTDOWN"},
        {"GETX", "k"},
        {""},
        {"A-COMMAND-NAME-LONGER-THAN-ANY-OF-REDIS", "k"},
        {QByteArray("GET\0", 4), "k"},
    };
    const auto row = [](const Command &command, bool mayWrite) {
        QByteArray name;
        for (const QByteArray &argument : command)
            name += argument + ' ';
        QTest::newRow(name.constData()) << command << mayWrite;
    };
    for (const Command &command : reading)
        row(command, false);
    for (const Command &command : writing)
        row(command, true);
}

void tst_reply::whatMayWrite()
{
    QFETCH(Command, command);
    QFETCH(bool, mayWrite);
    Batch batch;
    batch.add(command);
    QCOMPARE(batch.mayWrite(), mayWrite);
}

void tst_reply::theFirstWriteIsNamed()
{
    Batch batch;
    batch.add({"GET", "k"});
    QVERIFY(batch.firstWrite().isEmpty());
    batch.add({"config", "set", "maxmemory", "1"});
    batch.add({"DEL", "k"});
    QVERIFY(batch.mayWrite());
    QCOMPARE(batch.firstWrite(), QByteArray("CONFIG SET"));
    Batch other;
    other.add({"del", "k"});
    QCOMPARE(other.firstWrite(), QByteArray("DEL"));
}

void tst_reply::unpairedCommands_data()
{
    QTest::addColumn<Command>("command");
    QTest::addColumn<QByteArray>("unpaired");
    QTest::newRow("get") << Command{"GET", "k"} << QByteArray();
    QTest::newRow("subscribe") << Command{"subscribe", "a", "b"} << QByteArray("SUBSCRIBE");
    QTest::newRow("sunsubscribe") << Command{"SUNSUBSCRIBE"} << QByteArray("SUNSUBSCRIBE");
    QTest::newRow("no such subscribe") << Command{"XSUBSCRIBE"} << QByteArray();
    QTest::newRow("monitor") << Command{"MONITOR"} << QByteArray("MONITOR");
    QTest::newRow("client reply") << Command{"CLIENT", "REPLY", "OFF"} << QByteArray("CLIENT");
    QTest::newRow("client id") << Command{"CLIENT", "ID"} << QByteArray();
    QTest::newRow("the other protocol") << Command{"HELLO", "3"} << QByteArray("HELLO");
    QTest::newRow("our protocol") << Command{"HELLO", "2"} << QByteArray();
}

void tst_reply::unpairedCommands()
{
    QFETCH(Command, command);
    QFETCH(QByteArray, unpaired);
    Batch batch;
    batch.add(command);
    QCOMPARE(batch.firstUnpaired(), unpaired);
}

void tst_reply::pingsOnly()
{
    Batch batch;
    QVERIFY(!batch.isOnlyPings());
    batch.add({"ping"});
    batch.add({"PING", "x"});
    QVERIFY(batch.isOnlyPings());
    batch.add({"GET", "k"});
    QVERIFY(!batch.isOnlyPings());
}

void tst_reply::keysInFirstPlace_data()
{
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<bool>("keyed");
    QTest::newRow("GET") << QByteArray("GET") << true;
    QTest::newRow("CONFIG") << QByteArray("config") << false;
    QTest::newRow("SCAN") << QByteArray("SCAN") << false;
    QTest::newRow("PUBSUB") << QByteArray("PUBSUB") << false;
    QTest::newRow("SUBSCRIBE") << QByteArray("SUBSCRIBE") << false;
}

void tst_reply::keysInFirstPlace()
{
    QFETCH(QByteArray, name);
    QFETCH(bool, keyed);
    QCOMPARE(firstArgumentIsKey(name), keyed);
}

LOCKSCOPE_APPLESS_TEST(tst_reply)

} // namespace tst_reply

#include "tst_reply.moc"
