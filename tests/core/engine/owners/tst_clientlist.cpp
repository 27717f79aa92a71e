// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/owners/clientmatcher.h"
#include "tests/core/engine/owners/clientsights.h"
#include "tests/support/runner.h"

#include <QTest>

namespace tst_clientlist
{

using namespace lockscope;
using namespace lockscope::test::clientsights;

class tst_clientlist : public QObject
{
    Q_OBJECT

private slots:
    void readsClientList_data();
    void readsClientList();
    void countsWhoSubscribesTwice();
    void tellsWhoSleepsOnAList();
    void tellsWhetherSubscribersUseOneDatabase();
    void passesOverWhatIsNoClient();
    void hostsOfAddresses();
    void firstAliasThatMatches();
};

void tst_clientlist::readsClientList_data()
{
    QTest::addColumn<QByteArray>("line");
    const QByteArray common = "id=7 addr=10.0.0.7:50312 name=app-3 age=120 idle=4 flags=P db=0 ";
    QTest::newRow("2.4") << QByteArray(
        "id=7 addr=10.0.0.7:50312 fd=5 name=app-3 age=120 idle=4 flags=P db=0 sub=1 psub=0 "
        "qbuf=0 obl=0 oll=0 events=r cmd=get");
    QTest::newRow("6.0") << common +
                                "sub=1 psub=1 multi=-1 qbuf=26 qbuf-free=32742 obl=0 oll=0 omem=0 events=r "
                                "cmd=client user=default";
    QTest::newRow("7.0") << common +
                                "laddr=127.0.0.1:6379 fd=8 sub=1 psub=1 ssub=3 multi=-1 qbuf=26 "
                                "argv-mem=10 multi-mem=0 rbs=1024 rbp=0 obl=0 oll=0 omem=0 tot-mem=22298 "
                                "events=r cmd=client|list user=default redir=-1 resp=2";
    QTest::newRow("7.2") << common +
                                "sub=0 psub=0 ssub=0 user=default redir=-1 resp=3 lib-name=redis-py(x_v1) "
                                "lib-ver=5.0.1";
    QTest::newRow("8.0") << common +
                                "sub=1 psub=0 ssub=0 watch=0 user=default lib-name= lib-ver= io-thread=0 "
                                "tot-net-in=48 tot-net-out=36 tot-cmds=0";
    QTest::newRow("Valkey")
        << common + "capa= sub=0 psub=0 lib-name=jedis lib-ver=5.2 tot-net-in=1 import-source=0";
    QTest::newRow("with the line's end of Windows")
        << QByteArray("id=7 addr=10.0.0.7:50312 age=120 name=app-3\r");
}

void tst_clientlist::readsClientList()
{
    QFETCH(QByteArray, line);
    const std::vector<ClientSight> read = clients(line + '\n');
    QCOMPARE(read.size(), size_t(1));
    const ClientSight &client = read.front();
    QCOMPARE(client.id, qint64(7));
    QCOMPARE(client.address, QByteArray("10.0.0.7:50312"));
    QCOMPARE(client.name, QByteArray("app-3"));
}

void tst_clientlist::countsWhoSubscribesTwice()
{
    const QByteArray plain = "id=1 addr=10.0.0.7:1 sub=2 psub=0 ssub=0 multi=-1\n";
    const QByteArray sharded = "id=2 addr=10.0.0.7:2 sub=0 psub=3 ssub=1 multi=-1\n";
    const QByteArray both = "id=3 addr=10.0.0.7:3 sub=1 psub=0 ssub=4 multi=-1\n";
    QCOMPARE(countSubscribedTwice(plain + sharded), std::optional<qint64>(0));
    QCOMPARE(countSubscribedTwice(plain + both + sharded + both), std::optional<qint64>(2));
    QCOMPARE(countSubscribedTwice({}), std::optional<qint64>(0));
    QVERIFY(!countSubscribedTwice("id=1 addr=10.0.0.7:1 sub=2 psub=0 multi=-1\n")); // Redis 6.2
}

void tst_clientlist::tellsWhoSleepsOnAList()
{
    const QByteArray sleeps = "id=1 addr=10.0.0.7:1 name=app-1 idle=12 flags=b db=0 cmd=blpop user=default\n";
    const QByteArray elsewhere = "id=2 addr=10.0.0.7:2 name= idle=3 flags=b db=1 cmd=blpop\n";
    const QByteArray onAStream = "id=3 addr=10.0.0.7:3 name= idle=3 flags=b db=0 cmd=xread\n";
    const QByteArray woken = "id=4 addr=10.0.0.7:4 name= idle=3 flags=N db=0 cmd=blpop\n";
    const std::vector<Sleeper> sleepers = readSleepers(sleeps + elsewhere + onAStream + woken, 0);
    QCOMPARE(sleepers.size(), size_t(1));
    QCOMPARE(sleepers[0].client.address, QByteArray("10.0.0.7:1"));
    QCOMPARE(sleepers[0].client.name, QByteArray("app-1"));
    QCOMPARE(sleepers[0].command, QByteArray("blpop"));
    QCOMPARE(sleepers[0].atLeast, milliseconds(12'000));
    QCOMPARE(readSleepers(sleeps + elsewhere, 1).size(), size_t(1));
}

void tst_clientlist::tellsWhetherSubscribersUseOneDatabase()
{
    const QByteArray idle = "id=1 addr=10.0.0.7:1 db=3 sub=0 psub=0 ssub=0\n";
    const QByteArray here = "id=2 addr=10.0.0.7:2 db=0 sub=1 psub=0 ssub=0\n";
    const QByteArray elsewhere = "id=3 addr=10.0.0.7:3 db=10 sub=0 psub=0 ssub=1\n";
    QVERIFY(subscribersUseOnly(0, {}));
    QVERIFY(subscribersUseOnly(0, idle + here));
    QVERIFY(!subscribersUseOnly(0, idle + here + elsewhere));
    QVERIFY(!subscribersUseOnly(1, elsewhere));
    QVERIFY(!subscribersUseOnly(0, "id=2 addr=10.0.0.7:2 sub=1\n")); // it does not say which
}

void tst_clientlist::passesOverWhatIsNoClient()
{
    QVERIFY(clients("").empty());
    QVERIFY(clients("\n\nid=4 name=x\nwords without meaning\n=\n").empty());
    QCOMPARE(clients("id=1 addr=a:1\nid=x addr=b:2 age=\nid=3 addr=c:3").size(), size_t(3));
    QCOMPARE(clients("id=1 addr=a:1 name==odd= later=1")[0].name, QByteArray("=odd="));
}

void tst_clientlist::hostsOfAddresses()
{
    QCOMPARE(hostOfAddress("10.0.0.7:50312"), QByteArray("10.0.0.7"));
    QCOMPARE(hostOfAddress("[fe80::1]:50312"), QByteArray("[fe80::1]"));
    QCOMPARE(hostOfAddress("/run/redis.sock:0"), QByteArray("/run/redis.sock"));
    QCOMPARE(hostOfAddress("odd"), QByteArray("odd"));
}

void tst_clientlist::firstAliasThatMatches()
{
    const QList<OwnerAlias> aliases{{.pattern = "8743*", .name = QStringLiteral("billing")},
                                    {.pattern = "*:61", .name = QStringLiteral("any 61")},
                                    {.pattern = "", .name = QStringLiteral("nobody")}};
    QCOMPARE(aliasOf(redisson, aliases), QByteArray("billing"));
    QCOMPARE(aliasOf({"x:61"}, aliases), QByteArray("any 61"));
    QCOMPARE(aliasOf({"x:62"}, aliases), QByteArray());
    QCOMPARE(aliasOf({QByteArray()}, aliases), QByteArray());
    ClientMatcher book;
    book.setAliases(aliases);
    const auto client = book.find(redisson, ofRedisson);
    QVERIFY(client);
    QCOMPARE(client->name, QByteArray("billing"));
    QCOMPARE(client->learnt, QStringLiteral("alias"));
    QVERIFY(client->address.isEmpty() && !client->goneSince);
}

LOCKSCOPE_TEST(tst_clientlist)

} // namespace tst_clientlist

#include "tst_clientlist.moc"
