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

LOCKSCOPE_TEST(TestServerInfo)

} // namespace tst_serverinfo

#include "tst_serverinfo.moc"
