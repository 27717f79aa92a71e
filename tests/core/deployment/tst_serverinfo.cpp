// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/deployment/serverinfo.h"
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

} // namespace

class TestServerInfo final : public QObject
{
    Q_OBJECT

private slots:
    void theMode_data();
    void theMode();
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

LOCKSCOPE_TEST(TestServerInfo)

} // namespace tst_serverinfo

#include "tst_serverinfo.moc"
