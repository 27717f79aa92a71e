// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/deployment/serverinfo.h"
#include "core/deployment/shards.h"
#include "tests/support/runner.h"

#include <QTest>

namespace tst_serverinfo
{

using namespace lockscope;

namespace
{

Reply bulk(const QByteArray &text)
{
    return {.type = Reply::Type::Bulk, .bytes = text};
}

// A cluster of two masters, the first at this port.
ClusterView view(qint64 epoch, quint16 master)
{
    const QString host = QStringLiteral("10.0.0.1");
    return {.epoch = epoch,
            .shards = {{.master = {host, master}, .slotRanges = {{0, 8191}}},
                       {.master = {host, 7002}, .slotRanges = {{8192, 16383}}}}};
}

} // namespace

class TestServerInfo final : public QObject
{
    Q_OBJECT

private slots:
    void theMode_data();
    void theMode();
    void theNewestEpochIsRight();
    void ofOneEpochMostNodesDecide();
    void withoutAMajorityTheFirstAnswerCounts();
    void impossibleNumbersAreUnknown_data();
    void impossibleNumbersAreUnknown();
    void databasesThatWereSwapped();
    void impossibleSlotsAreRefused_data();
    void impossibleSlotsAreRefused();
    void ofTooManyServersMastersStay();
};

void TestServerInfo::theMode_data()
{
    QTest::addColumn<QByteArray>("info");
    QTest::addColumn<QByteArray>("mode");
    QTest::newRow("Redis") << QByteArray("# Server\r\nredis_version:7.0.15\r\nredis_mode:cluster\r\n")
                           << QByteArray("cluster");
    QTest::newRow("Valkey 8.1") << QByteArray("# Server\r\nredis_version:7.2.4\r\nserver_name:valkey\r\n"
                                              "valkey_version:8.1.1\r\nserver_mode:cluster\r\n")
                                << QByteArray("cluster");
    QTest::newRow("not told") << QByteArray("# Server\r\nredis_version:7.0.15\r\n") << QByteArray();
}

void TestServerInfo::theMode()
{
    QFETCH(QByteArray, info);
    QFETCH(QByteArray, mode);
    const Reply refused{.type = Reply::Type::Error, .bytes = "NOPERM"};
    QCOMPARE(readServer(bulk(info), refused, refused, refused).mode, mode);
}

void TestServerInfo::theNewestEpochIsRight()
{
    QCOMPARE(likeliest({view(3, 7001), view(7, 7003), view(3, 7001)}).front().master.port, quint16(7003));
}

// The first node was replaced. It knows the epoch but not yet that it lost its slots.
void TestServerInfo::ofOneEpochMostNodesDecide()
{
    ClusterView another = view(7, 7003);
    std::swap(another.shards.front(), another.shards.back());
    another.shards.push_back({.master = {QStringLiteral("10.0.0.1"), 7001}}); // A master without slots
    QCOMPARE(likeliest({view(7, 7001), view(7, 7003), another}).front().master.port, quint16(7003));
}

void TestServerInfo::withoutAMajorityTheFirstAnswerCounts()
{
    QCOMPARE(likeliest({view(7, 7003), view(7, 7001)}).front().master.port, quint16(7003));
}

void TestServerInfo::impossibleNumbersAreUnknown_data()
{
    QTest::addColumn<QByteArray>("number");
    for (const char *number : {"9223372036854775807", "-9223372036854775808", "-1", "253402300800",
                               "99999999999999999999", "9300000000", "", "soon"})
        QTest::newRow(*number ? number : "nothing") << QByteArray(number);
}

void TestServerInfo::impossibleNumbersAreUnknown()
{
    QFETCH(QByteArray, number);
    const Reply time{.type = Reply::Type::Array, .items = {bulk(number), bulk("0")}};
    const Reply server = bulk("# Server\r\nuptime_in_seconds:" + number + "\r\n");
    const Reply replication =
        bulk("# Replication\r\nrole:master\r\nmaster_repl_offset:9223372036854775807\r\n"
             "slave0:ip=127.0.0.1,port=7001,state=online,offset=-9223372036854775808,lag=" +
             number + "\r\n");
    const ServerInfo told = readServer(server, replication, Reply(), time);
    QVERIFY(!told.clock);
    QVERIFY(!told.uptime);
    QCOMPARE(told.replicas.size(), size_t(1));
    QVERIFY(!told.replicas.front().lag);
    QVERIFY(told.offset - told.replicas.front().offset > 0); // without overflow
}

void TestServerInfo::databasesThatWereSwapped()
{
    QCOMPARE(readSwaps(bulk("# Commandstats\r\ncmdstat_set:calls=7,usec=1\r\n")), std::optional<qint64>(0));
    QCOMPARE(readSwaps(bulk("# Commandstats\r\ncmdstat_swapdb:calls=2,usec=10,failed_calls=0\r\n")),
             std::optional<qint64>(2));
    QVERIFY(!readSwaps(Reply{.type = Reply::Type::Error, .bytes = "NOPERM"}));
}

void TestServerInfo::impossibleSlotsAreRefused_data()
{
    QTest::addColumn<QList<QPair<qint64, qint64>>>("ranges");
    QTest::addColumn<bool>("isPossible");
    using Ranges = QList<QPair<qint64, qint64>>;
    QTest::newRow("all") << Ranges{{0, 8191}, {8192, 16383}} << true;
    QTest::newRow("beyond the last") << Ranges{{0, 16384}} << false;
    QTest::newRow("reversed") << Ranges{{100, 99}} << false;
    QTest::newRow("negative") << Ranges{{-1, 5}} << false;
    QTest::newRow("beyond int") << Ranges{{0, qint64(1) << 32}} << false;
    QTest::newRow("more than there are") << Ranges{{0, 16383}, {5, 5}} << false;
}

void TestServerInfo::impossibleSlotsAreRefused()
{
    using Ranges = QList<QPair<qint64, qint64>>;
    QFETCH(Ranges, ranges);
    QFETCH(bool, isPossible);
    const auto number = [](qint64 value) { return Reply{.type = Reply::Type::Integer, .integer = value}; };
    Reply reply{.type = Reply::Type::Array};
    for (const auto &[first, last] : ranges) {
        const Reply node{.type = Reply::Type::Array, .items = {bulk("10.0.0.1"), number(7001)}};
        reply.items.push_back({.type = Reply::Type::Array, .items = {number(first), number(last), node}});
    }
    const auto shards = readClusterSlots(reply, {QStringLiteral("10.0.0.1"), 7001});
    QCOMPARE(shards.has_value(), isPossible);
    if (isPossible)
        QCOMPARE(shards->front().slotRanges.size(), size_t(ranges.size()));
}

void TestServerInfo::ofTooManyServersMastersStay()
{
    std::vector<Shard> shards;
    for (int i = 0; i < 3; ++i)
        shards.push_back({.master = {"m" + QByteArray::number(i)}, .replicas = {{"a"}, {"b"}, {"c"}}});
    std::vector<Shard> some = shards;
    QCOMPARE(limit(some, 12), size_t(0));
    QVERIFY(some == shards);
    QCOMPARE(limit(some, 7), size_t(5));
    QCOMPARE(some.size(), size_t(3));
    QCOMPARE(some[0].replicas.size(), size_t(3));
    QCOMPARE(some[1].replicas.size(), size_t(1));
    QCOMPARE(some[2].replicas.size(), size_t(0));
    QCOMPARE(limit(shards, 2), size_t(10));
    QCOMPARE(shards.size(), size_t(2));
}

LOCKSCOPE_TEST(TestServerInfo)

} // namespace tst_serverinfo

#include "tst_serverinfo.moc"
