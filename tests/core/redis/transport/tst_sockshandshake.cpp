// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/transport/sockshandshake.h"
#include "tests/support/runner.h"

#include <QTest>

namespace tst_sockshandshake
{

using namespace lockscope;

class tst_sockshandshake : public QObject
{
    Q_OBJECT
private slots:
    void asksForTheName();
    void leavesWhatFollows_data();
    void leavesWhatFollows();
    void refused_data();
    void refused();
};

void tst_sockshandshake::asksForTheName()
{
    SocksHandshake handshake({QStringLiteral("redis.example"), 6380});
    QCOMPARE(handshake.greeting().toHex(), QByteArray("050100"));
    QCOMPARE(handshake.wanted(), 2);
    const auto request = handshake.take(QByteArrayLiteral("\x05\x00"));
    QVERIFY(request.has_value());
    QCOMPARE(*request, QByteArrayLiteral("\x05\x01\x00\x03\x0dredis.example\x18\xec"));
    QVERIFY(!SocksHandshake::isTooLong(QString(255, u'x')));
    QVERIFY(SocksHandshake::isTooLong(QString(128, QChar(0xe9))));
}

void tst_sockshandshake::leavesWhatFollows_data()
{
    QTest::addColumn<QByteArray>("reply");
    QTest::newRow("IPv4") << QByteArrayLiteral("\x05\x00\x00\x01\x7f\x00\x00\x01\x18\xeb");
    QTest::newRow("IPv6") << QByteArrayLiteral("\x05\x00\x00\x04") + QByteArray(18, '\0');
    QTest::newRow("a name") << QByteArrayLiteral("\x05\x00\x00\x03\x04host\x18\xeb");
}

// Asks for exactly the bytes of the reply: the next ones are the server's.
void tst_sockshandshake::leavesWhatFollows()
{
    QFETCH(QByteArray, reply);
    SocksHandshake handshake({QStringLiteral("10.0.0.1"), 6379});
    QVERIFY(handshake.take(QByteArrayLiteral("\x05\x00")).has_value());
    qsizetype at = 0;
    while (handshake.wanted() > 0) {
        const QByteArray piece = reply.mid(at, handshake.wanted());
        QCOMPARE(qint64(piece.size()), handshake.wanted());
        at += piece.size();
        QVERIFY(handshake.take(piece).has_value());
    }
    QCOMPARE(at, reply.size());
}

void tst_sockshandshake::refused_data()
{
    QTest::addColumn<QByteArray>("method");
    QTest::addColumn<QByteArray>("reply");
    QTest::newRow("no method") << QByteArrayLiteral("\x05\xff") << QByteArray();
    QTest::newRow("another protocol") << QByteArrayLiteral("HT") << QByteArray();
    QTest::newRow("no route") << QByteArrayLiteral("\x05\x00") << QByteArrayLiteral("\x05\x04\x00\x01");
}

void tst_sockshandshake::refused()
{
    QFETCH(QByteArray, method);
    QFETCH(QByteArray, reply);
    SocksHandshake handshake({QStringLiteral("10.0.0.1"), 6379});
    const auto request = handshake.take(method);
    QCOMPARE(request.has_value(), !reply.isEmpty());
    QVERIFY(reply.isEmpty() || !handshake.take(reply));
}

LOCKSCOPE_TEST(tst_sockshandshake)

} // namespace tst_sockshandshake

#include "tst_sockshandshake.moc"
