// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/uirunner.h"
#include "ui/text/format.h"

#include <QTest>

namespace tst_format
{

using namespace lockscope;
using namespace std::chrono_literals;

class TestFormat : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { QLocale::setDefault(QLocale::c()); }
    void ownersAreShortButDistinct_data();
    void ownersAreShortButDistinct();
    void durations_data();
    void durations();
    void numbersStayWithTheirUnits();
    void aLowerBoundOfLessThanASecondIsADash();
    void missingThingsHaveWords();
    void anotherDayIsNamed();
    void datesAreWrittenAsTheCountryDoes_data();
    void datesAreWrittenAsTheCountryDoes();
    void numbersFollowTheLanguage();
    void everyStateHasAWord();
    void scanSaysWhatWasNotSeen();
    void connectionSaysWhenItTriesAgain();
};

void TestFormat::ownersAreShortButDistinct_data()
{
    QTest::addColumn<QByteArray>("owner");
    QTest::addColumn<QString>("shown");
    QTest::newRow("process and thread")
        << QByteArrayLiteral("6f96ab12-7f31-4c55-9a38-0d7f2f3f6b11:82") << QStringLiteral("6f96ab12…:82");
    QTest::newRow("write holder") << QByteArrayLiteral("6f96ab12-7f31-4c55-9a38-0d7f2f3f6b11:82:write")
                                  << QStringLiteral("6f96ab12…:82:write");
    QTest::newRow("bare uuid") << QByteArrayLiteral("6f96ab12-7f31-4c55-9a38-0d7f2f3f6b11")
                               << QStringLiteral("6f96ab12…");
    QTest::newRow("random token") << QByteArrayLiteral("8f3c09d2a7714e6cb1f0aa3d99d2c7e1")
                                  << QStringLiteral("8f3c09d2…");
    QTest::newRow("short word") << QByteArrayLiteral("orders-7") << QStringLiteral("orders-7");
    QTest::newRow("host in the value") << QByteArrayLiteral("ADDED:2026-09-20T03:11:00.000@orders-7")
                                       << QStringLiteral("ADDED:20…0@orders-7");
    QTest::newRow("nobody") << QByteArray() << QStringLiteral("not recorded");
    QTest::newRow("bytes that are no text") << QByteArrayLiteral("\xff\x01") << QStringLiteral("\\xff\\x01");
}

void TestFormat::ownersAreShortButDistinct()
{
    QFETCH(QByteArray, owner);
    QFETCH(QString, shown);
    QCOMPARE(text::owner(OwnerId{owner}).toLower(), shown.toLower());
    if (!owner.isEmpty())
        QCOMPARE(text::ownerFull(OwnerId{owner}), escapedText(owner));
}

void TestFormat::durations_data()
{
    QTest::addColumn<qint64>("ms");
    QTest::addColumn<QString>("shown");
    QTest::newRow("nothing") << qint64(0) << QStringLiteral("0 ms");
    QTest::newRow("below zero") << qint64(-5) << QStringLiteral("0 ms");
    QTest::newRow("under a second") << qint64(999) << QStringLiteral("999 ms");
    QTest::newRow("one second") << qint64(1000) << QStringLiteral("1 s");
    QTest::newRow("a lease as read back") << qint64(29'998) << QStringLiteral("30 s");
    QTest::newRow("nearly a minute") << qint64(59'999) << QStringLiteral("1 min");
    QTest::newRow("minutes") << qint64(200'000) << QStringLiteral("3 min 20 s");
    QTest::newRow("whole minutes") << qint64(41 * 60'000) << QStringLiteral("41 min");
    QTest::newRow("hours") << qint64(7'500'000) << QStringLiteral("2 h 5 min");
    QTest::newRow("a day") << qint64(90'000'000) << QStringLiteral("1 d 1 h");
    QTest::newRow("many days") << qint64(41) * 86'400'000 << QStringLiteral("41 d");
}

void TestFormat::durations()
{
    QFETCH(qint64, ms);
    QTEST(text::duration(milliseconds(ms)), "shown");
    const QString large = text::duration(milliseconds(ms), text::Units::Large);
    QFETCH(QString, shown);
    QVERIFY(shown == large || shown.startsWith(large + u' '));
    QCOMPARE(large.count(u' '), 1);
}

void TestFormat::numbersStayWithTheirUnits()
{
    QCOMPARE(text::unbroken(QStringLiteral("Held for 2 min 13.7 s, ≥ 3 days, 5 shards")),
             QStringLiteral("Held for 2\u00a0min 13.7\u00a0s, ≥\u00a03 days, 5 shards"));
    QCOMPARE(text::unbroken(QStringLiteral("持有时间：至少 13.7 秒，2 分 3 秒")),
             QStringLiteral("持有时间：至少 13.7\u00a0秒，2\u00a0分 3\u00a0秒"));
    QCOMPARE(text::unbroken(QStringLiteral("12 秒前")), QStringLiteral("12\u00a0秒前"));
}

void TestFormat::aLowerBoundOfLessThanASecondIsADash()
{
    const Instant at{std::chrono::seconds(1000)};
    Lock lock;
    lock.holders.append(Holder{.id = OwnerId{"a"}});
    lock.readAt = lock.heldSince = at;
    QCOMPARE(text::held(lock, at), QStringLiteral("—"));
    QCOMPARE(text::held(lock, at + 1s), QStringLiteral("≥ 1 s"));
    lock.heldIsLowerBound = false;
    QCOMPARE(text::held(lock, at), QStringLiteral("< 1 s"));
}

void TestFormat::missingThingsHaveWords()
{
    QCOMPARE(text::ttl({}), QStringLiteral("no expiry"));
    QCOMPARE(text::ttl(0ms), QStringLiteral("expired"));
    QCOMPARE(text::ttl(1500ms), QStringLiteral("1.5 s"));
    QCOMPARE(text::ttl(30s), QStringLiteral("30.0 s"));
    QCOMPARE(text::ttl(59'999ms), QStringLiteral("59.9 s")); // Never more than is left
    QCOMPARE(text::ownerFull({}), QStringLiteral("not recorded"));
    QCOMPARE(text::verdictCode("something-new"), QStringLiteral("something-new"));
    Lock lock;
    QVERIFY(!text::ttlLeft(lock, now()));
    lock.expiresAt = now() - 5s;
    QCOMPARE(text::ttlLeft(lock, now()), std::optional(0ms));
}

void TestFormat::everyStateHasAWord()
{
    QStringList words;
    for (int i = 0; i < 4; ++i)
        words << text::verdictWord(VerdictLevel(i)) << text::holdMode(HoldMode(i));
    for (int i = 0; i < 9; ++i)
        words << text::event(EventKind(i));
    for (int i = 0; i < 6; ++i)
        words << text::actResult(ActResult(i)) << text::act(ActKind(i))
              << text::connectionPhase(ConnectionPhase(i));
    for (int i = 0; i < 5; ++i)
        words << text::liveMode(LiveMode(i)) << text::eventSource(EventSource(i));
    for (int i = 0; i < 3; ++i)
        words << text::environment(Environment(i)) << text::confidence(Confidence(i));
    for (int i = 0; i < 8; ++i)
        words << text::valueType(ValueType(i));
    QVERIFY(!words.contains(QString()));
}

void TestFormat::scanSaysWhatWasNotSeen()
{
    const Instant at = now();
    ScanProgress progress{.keysSeen = 1'200, .keysEstimated = 2'100'000};
    progress.phase = ScanPhase::Running;
    QCOMPARE(text::scan(progress, at), QStringLiteral("scanning: 1200 of about 2100000 keys"));
    progress.phase = ScanPhase::Stopped;
    QVERIFY(text::scan(progress, at).contains(QStringLiteral("incomplete")));
    progress.phase = ScanPhase::Failed;
    progress.failure = {.text = QStringLiteral("connection lost"), .node = NodeId{"10.0.0.1:6379"}};
    QVERIFY(text::scan(progress, at).endsWith(QStringLiteral("10.0.0.1:6379: connection lost")));
    progress.phase = ScanPhase::Complete;
    progress.endedAt = at - 12s;
    QCOMPARE(text::scan(progress, at), QStringLiteral("scan complete 12 s ago, 1200 keys"));
    progress.keysSeen = progress.keysEstimated + 1;
    progress.phase = ScanPhase::Running;
    QVERIFY(text::scan(progress, at).contains(QStringLiteral("2100001 of about 2100001")));
}

void TestFormat::connectionSaysWhenItTriesAgain()
{
    const Instant at = now();
    ConnectionState state{.phase = ConnectionPhase::Waiting,
                          .attempt = 3,
                          .retryAt = at + 2500ms,
                          .reason = {.text = QStringLiteral("refused")}};
    QCOMPARE(text::connection(state, at), QStringLiteral("connection lost, retrying in 2.5 s: refused"));
    state.phase = ConnectionPhase::Failed;
    QCOMPARE(text::connection(state, at), QStringLiteral("cannot connect: refused"));
    state.phase = ConnectionPhase::Ready;
    QCOMPARE(text::connection(state, at), QStringLiteral("connected"));
}

void TestFormat::anotherDayIsNamed()
{
    const auto at = [](int year, int month, int day, int hour) {
        const QDateTime time(QDate(year, month, day), QTime(hour, 4, 5, 67));
        return WallTime(milliseconds(time.toMSecsSinceEpoch()));
    };
    const WallTime noon = at(2026, 6, 12, 12);
    QCOMPARE(text::timeOrDay(at(2026, 6, 12, 0), noon), QStringLiteral("00:04:05.067"));
    QCOMPARE(text::timeOrDay(at(2026, 6, 11, 23), noon), QStringLiteral("06-11 23:04:05"));
    QCOMPARE(text::timeOrDay(at(2025, 6, 12, 12), noon), QStringLiteral("2025-06-12 12:04"));
}

void TestFormat::datesAreWrittenAsTheCountryDoes_data()
{
    QTest::addColumn<QLocale>("locale");
    QTest::addColumn<QString>("whole");
    QTest::addColumn<QString>("thisYear");
    QTest::newRow("none") << QLocale::c() << QStringLiteral("2026-06-02 03:04:05.067")
                          << QStringLiteral("06-02 03:04:05");
    QTest::newRow("China") << QLocale(QLocale::Chinese, QLocale::China)
                           << QStringLiteral("2026/06/02 03:04:05.067") << QStringLiteral("06/02 03:04:05");
    QTest::newRow("United States") << QLocale(QLocale::English, QLocale::UnitedStates)
                                   << QStringLiteral("06/02/2026 03:04:05.067")
                                   << QStringLiteral("06/02 03:04:05");
    QTest::newRow("Germany") << QLocale(QLocale::German, QLocale::Germany)
                             << QStringLiteral("02.06.2026 03:04:05.067") << QStringLiteral("02.06 03:04:05");
    QTest::newRow("with words") << QLocale(QLocale::Bulgarian, QLocale::Bulgaria)
                                << QStringLiteral("2026-06-02 03:04:05.067")
                                << QStringLiteral("06-02 03:04:05");
}

void TestFormat::datesAreWrittenAsTheCountryDoes()
{
    QFETCH(QLocale, locale);
    QLocale::setDefault(locale);
    const auto at = [](int day) {
        return WallTime(milliseconds(QDateTime(QDate(2026, 6, day), QTime(3, 4, 5, 67)).toMSecsSinceEpoch()));
    };
    QTEST(text::dateAndTime(at(2)), "whole");
    QTEST(text::timeOrDay(at(2), at(3)), "thisYear");
    QCOMPARE(text::dateToTheSecond(at(2)), text::dateAndTime(at(2)).chopped(4));
    QLocale::setDefault(QLocale::c());
}

void TestFormat::numbersFollowTheLanguage()
{
    QLocale::setDefault(QLocale(QLocale::German, QLocale::Germany));
    QCOMPARE(text::number(1'284'000), QStringLiteral("1.284.000"));
    QCOMPARE(text::duration(28'400ms), QStringLiteral("28,4 s"));
    QCOMPARE(text::duration(24h * 4'000), QStringLiteral("4.000 d"));
    QLocale::setDefault(QLocale::c());
}

LOCKSCOPE_UI_TEST(TestFormat)

} // namespace tst_format

#include "tst_format.moc"
