// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/transport/loopbacklistener.h"
#include "tests/support/runner.h"

#include <QBuffer>
#include <QTcpServer>
#include <QTest>

namespace tst_loopbacklistener
{

using namespace lockscope;

class tst_loopbacklistener : public QObject
{
    Q_OBJECT
private slots:
    void isReadFromTheTable_data();
    void isReadFromTheTable();
    void anotherOneOnTheSamePort();
};

void tst_loopbacklistener::isReadFromTheTable_data()
{
    QTest::addColumn<int>("port");
    QTest::addColumn<QString>("listener"); // Empty: none
    QTest::newRow("another user's") << 0x1F90 << QStringLiteral("28 of 1001");
    QTest::newRow("ours") << 0xC351 << QStringLiteral("29 of 1000");
    QTest::newRow("of another address") << 0x0016 << QString();
    QTest::newRow("of all addresses") << 0x0017 << QString();
    QTest::newRow("a connection is no listener") << 0xC350 << QString();
    QTest::newRow("none") << 0x1F92 << QString();
}

void tst_loopbacklistener::isReadFromTheTable()
{
    if (QSysInfo::ByteOrder != QSysInfo::LittleEndian)
        QSKIP("the sample is of a little-endian machine");
    QFETCH(int, port);
    QByteArray text =
        "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode\n"
        "   0: 0200000A:0016 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 26 1\n"
        "   1: 00000000:0017 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 27 1\n"
        "   2: 0100007F:1F90 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1001        0 28 1\n"
        "   3: 0100007F:C351 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 29 1\n"
        "   4: 0100007F:C350 0100007F:1F90 01 00000000:00000000 00:00000000 00000000  1000        0 30 1\n"
        "   5: 0100007F:1F92 0100007F:C3";
    QBuffer table(&text);
    QVERIFY(table.open(QIODevice::ReadOnly));
    const std::optional<LoopbackListener> found = listenerIn(table, quint16(port));
    QTEST(found ? QStringLiteral("%1 of %2").arg(found->socket).arg(found->user) : QString(), "listener");
}

void tst_loopbacklistener::anotherOneOnTheSamePort()
{
    if (!canSeeListeners())
        QSKIP("this system has no table of them");
    auto first = std::make_unique<QTcpServer>();
    QVERIFY(first->listen(QHostAddress(QHostAddress::LocalHost)));
    const quint16 port = first->serverPort();
    const std::optional<LoopbackListener> before = ownLoopbackListener(port);
    QVERIFY(before.has_value());
    QVERIFY(ownLoopbackListener(port) == before);
    first.reset();
    QVERIFY(!ownLoopbackListener(port));
    QTcpServer second;
    QVERIFY(second.listen(QHostAddress(QHostAddress::LocalHost), port));
    QVERIFY(ownLoopbackListener(port).has_value());
    QVERIFY(ownLoopbackListener(port) != before);
}

LOCKSCOPE_TEST(tst_loopbacklistener)

} // namespace tst_loopbacklistener

#include "tst_loopbacklistener.moc"
