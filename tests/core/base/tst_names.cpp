// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/names.h"
#include "tests/support/runner.h"

#include <QRandomGenerator>
#include <QSet>
#include <QTest>

#include <type_traits>

namespace tst_names
{

using namespace lockscope;

static_assert(!std::is_convertible_v<LockName, OwnerId> && !std::is_constructible_v<OwnerId, LockName>);
static_assert(!std::is_convertible_v<QByteArray, LockName>);

class tst_names : public QObject
{
    Q_OBJECT

private slots:
    void text_data();
    void text();
    void differentBytesNeverReadTheSame();
    void namesCompareByTheirBytes();
};

void tst_names::text_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<bool>("plain");
    QTest::addColumn<QString>("shown");

    QTest::newRow("nothing") << QByteArray() << true << QString();
    QTest::newRow("ASCII") << QByteArray("lock:order:7") << true << QStringLiteral("lock:order:7");
    QTest::newRow("a space stays") << QByteArray("a b") << true << QStringLiteral("a b");
    QTest::newRow("UTF-8 text") << QByteArray("锁:订单") << true << QStringLiteral("锁:订单");
    QTest::newRow("an emoji with a joiner")
        << QByteArray("👩‍🔧") << true << QStringLiteral("👩‍🔧");
    QTest::newRow("a backslash is doubled") << QByteArray("a\\x00") << true << QStringLiteral("a\\\\x00");
    QTest::newRow("NUL") << QByteArray("a\0b", 3) << false << QStringLiteral("a\\x00b");
    QTest::newRow("line feed") << QByteArray("a\nb") << false << QStringLiteral("a\\x0ab");
    QTest::newRow("escape sequence of a terminal")
        << QByteArray("\x1b[2J") << false << QStringLiteral("\\x1b[2J");
    QTest::newRow("no UTF-8") << QByteArray("\xff\xfe") << false << QStringLiteral("\\xff\\xfe");
    QTest::newRow("cut off UTF-8") << QByteArray("a\xe9\x94") << false << QStringLiteral("a\\xe9\\x94");
    QTest::newRow("surrogate coded as UTF-8")
        << QByteArray("\xed\xa0\x80") << false << QStringLiteral("\\xed\\xa0\\x80");
    QTest::newRow("byte order mark") << QByteArray("\xef\xbb\xbf"
                                                   "a")
                                     << false << QStringLiteral("\\xef\\xbb\\xbfa");
    QTest::newRow("right-to-left override") << QByteArray("a\xe2\x80\xae"
                                                          "b")
                                            << false << QStringLiteral("a\\xe2\\x80\\xaeb");
    QTest::newRow("zero width space")
        << QByteArray("a\xe2\x80\x8b") << false << QStringLiteral("a\\xe2\\x80\\x8b");
    QTest::newRow("soft hyphen") << QByteArray("a\xc2\xad") << false << QStringLiteral("a\\xc2\\xad");
    QTest::newRow("a joiner at the end of a word")
        << QByteArray("a\xe2\x80\x8d") << false << QStringLiteral("a\\xe2\\x80\\x8d");
    QTest::newRow("two joiners") << QByteArray("锁\xe2\x80\x8d\xe2\x80\x8d锁") << false
                                 << QStringLiteral(
                                        "\\xe9\\x94\\x81\\xe2\\x80\\x8d\\xe2\\x80\\x8d\\xe9\\x94\\x81");
    QTest::newRow("a selector of variants")
        << QByteArray("a\xef\xb8\x80") << false << QStringLiteral("a\\xef\\xb8\\x80");
    QTest::newRow("Hangul filler") << QByteArray("a\xe3\x85\xa4") << false
                                   << QStringLiteral("a\\xe3\\x85\\xa4");
    QTest::newRow("a tag beyond 16 bits")
        << QByteArray("a\xf3\xa0\x80\xa1") << false << QStringLiteral("a\\xf3\\xa0\\x80\\xa1");
    QTest::newRow("an Arabic sign that is seen")
        << QByteArray("\xd8\x80") << true << QString::fromUtf8("\xd8\x80");
    QTest::newRow("C1 control") << QByteArray("\xc2\x85") << false << QStringLiteral("\\xc2\\x85");
}

void tst_names::text()
{
    QFETCH(QByteArray, bytes);
    QTEST(isPlainText(bytes), "plain");
    QTEST(escapedText(bytes), "shown");
}

void tst_names::differentBytesNeverReadTheSame()
{
    QRandomGenerator random(20240131);
    const QByteArray alphabet = QByteArrayLiteral("\\x0fa\0\n\xef\xbb\xbf\xe9\x94\x81\xff");
    QSet<QByteArray> made;
    QSet<QString> shown;
    for (int i = 0; i < 20000; ++i) {
        QByteArray bytes;
        const int length = int(random.bounded(7));
        for (int k = 0; k < length; ++k)
            bytes += alphabet[int(random.bounded(quint32(alphabet.size())))];
        made << bytes;
        shown << escapedText(bytes);
    }
    QVERIFY(made.size() > 5000);
    QCOMPARE(shown.size(), made.size());
}

void tst_names::namesCompareByTheirBytes()
{
    const LockName a{"a"};
    const LockName b{"b"};
    QVERIFY(a < b);
    QVERIFY(!(b < a));
    QVERIFY(a == LockName{"a"});
    QVERIFY(LockName{}.isEmpty());
    QCOMPARE(qHash(a, 7), qHash(LockName{"a"}, 7));
    QCOMPARE(QSet<LockName>({a, b, LockName{"a"}}).size(), 2);
}

LOCKSCOPE_TEST(tst_names)

} // namespace tst_names

#include "tst_names.moc"
