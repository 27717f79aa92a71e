// SPDX-License-Identifier: GPL-3.0-or-later
// Secrets and addresses in texts, found and replaced.

#include "core/export/redactor.h"
#include "tests/core/export/incidentsample.h"
#include "tests/support/runner.h"

#include <QTest>

namespace tst_redactor
{

using namespace lockscope;
using namespace std::chrono_literals;
using namespace lockscope::test::incident;

class TestRedactor : public QObject
{
    Q_OBJECT

private slots:
    void shapes_data();
    void shapes();
    void sentences();
    void ordinaryWordsStay();
    void theLongerOneGoesFirst();
    void manyThingsAreLookedForAtOnce();
    void aLeakIsSeen();
};

void TestRedactor::shapes_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("shape");
    QTest::newRow("uuid") << QByteArray("6f96e4a5-1c6a-4b5e-9d8e-0a1b2c3d4e5f:92")
                          << QStringLiteral("h8-h4-h4-h4-h12:d2");
    QTest::newRow("word") << QByteArray("worker") << QStringLiteral("a6");
    QTest::newRow("mixed") << QByteArray("host-Z9x:4242") << QStringLiteral("a4-x3:d4");
    QTest::newRow("bytes") << Binary << QStringLiteral("?8");
    QTest::newRow("empty") << QByteArray() << QString();
}

void TestRedactor::shapes()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QString, shape);
    QCOMPARE(shapeOf(bytes), shape);
}

void TestRedactor::sentences()
{
    Redactor redactor;
    QCOMPARE(redactor.owner(Holder1), QByteArray("owner-1"));
    QCOMPARE(redactor.owner(Holder1), QByteArray("owner-1"));
    QCOMPARE(redactor.owner("42"), QByteArray("owner-2"));
    QCOMPARE(redactor.address("db.internal:6379"), QByteArray("host-1:6379"));
    QCOMPARE(redactor.address("[fd00::1]:6379"), QByteArray("host-2:6379"));
    QCOMPARE(redactor.address("unix:/run/x/redis.sock"), QByteArray("unix:/path-1"));
    QCOMPARE(redactor.text(QStringLiteral("held by %1 for 42 s").arg(QString::fromUtf8(Holder1))),
             QStringLiteral("held by owner-1 for 42 s"));
    QCOMPARE(redactor.text(QStringLiteral("10.1.2.3:99 and db.internal, version 7.0.15")),
             QStringLiteral("host-3:99 and host-1, version 7.0.15"));
    QCOMPARE(redactor.text(QStringLiteral("[fd00::2]:99, fe80::1%eth0. fd00::2: gone; ::1")),
             QStringLiteral("[host-4]:99, host-5. host-4: gone; host-6"));
    QCOMPARE(redactor.text(QStringLiteral("12:30:45, std::map, 00:16:3e:4a:5b:6c, a::b7x, ::")),
             QStringLiteral("12:30:45, std::map, 00:16:3e:4a:5b:6c, a::b7x, ::"));
    QCOMPARE(redactor.text(QString::fromLatin1(Holder1.toBase64())), QStringLiteral("owner-1"));
    QCOMPARE(redactor.text(QString::fromLatin1(Holder1.toHex())), QStringLiteral("owner-1"));
}

void TestRedactor::ordinaryWordsStay()
{
    Redactor redactor;
    QCOMPARE(redactor.address("redis:6379"), QByteArray("host-1:6379"));
    QCOMPARE(redactor.text(QStringLiteral("redis-cli GET lock")), QStringLiteral("redis-cli GET lock"));
    redactor.user("bob");
    QCOMPARE(redactor.text(QStringLiteral("bob saw a bobbin")), QStringLiteral("user-1 saw a bobbin"));
}

void TestRedactor::theLongerOneGoesFirst()
{
    Redactor redactor;
    redactor.host("shop.internal");
    redactor.host("redis-7.shop.internal");
    redactor.client("web-1 redis-7");
    QCOMPARE(redactor.text(QStringLiteral("redis-7.shop.internal, web-1.shop.internal")),
             QStringLiteral("host-2, web-1.host-1"));
    QCOMPARE(redactor.text(QStringLiteral("web-1 redis-7.shop.internal web-1 redis-7")),
             QStringLiteral("web-1 host-2 client-1"));
}

// As many owners as a timeline holds, all with the same beginning: each text and file is scanned once, not
// once for each owner. Searching one by one would take more than 10^11 steps and exceed the time limit of the
// test.
void TestRedactor::manyThingsAreLookedForAtOnce()
{
    constexpr int Many = 10'000;
    Redactor redactor;
    QByteArray file;
    const auto id = [](int number) { return "checkout-service-" + QByteArray::number(100'000 + number); };
    for (int i = 0; i < Many; ++i)
        redactor.owner(id(i));
    for (int i = 0; i < Many; ++i)
        file += redactor.text(QString::fromUtf8("held by " + id(i) + ", of another than checkout-service\n"))
                    .toUtf8()
                    .repeated(5);
    QVERIFY(file.startsWith("held by owner-1, of"));
    QCOMPARE(file.count("owner-"), qsizetype(Many) * 5);
    QCOMPARE(redactor.leakIn(file), QByteArray());
    QCOMPARE(redactor.leakIn(file + id(Many - 1).toHex()), "owner-" + QByteArray::number(Many));
}

void TestRedactor::aLeakIsSeen()
{
    Redactor redactor;
    redactor.owner(Holder1);
    redactor.forbid("correct horse battery");
    QCOMPARE(redactor.leakIn("nothing here"), QByteArray());
    QCOMPARE(redactor.leakIn("x" + Holder1.toBase64() + "y"), QByteArray("owner-1"));
    QCOMPARE(redactor.leakIn("a correct horse battery b"), QByteArray("password-1"));
    for (const Redactor::Pseudonym &told : redactor.told())
        QVERIFY(!told.pseudonym.startsWith("password"));
}

LOCKSCOPE_TEST(TestRedactor)

} // namespace tst_redactor

#include "tst_redactor.moc"
