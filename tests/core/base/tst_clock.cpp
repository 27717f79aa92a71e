// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/wakeup.h"
#include "tests/support/runner.h"
#include "tests/support/verify.h"

#include <QTest>

namespace tst_clock
{

using namespace lockscope;

class tst_clock : public QObject
{
    Q_OBJECT

private slots:
    void reads_data();
    void reads();
    void refuses_data();
    void refuses();
    void writes_data();
    void writes();
    void whatIsWrittenReadsBack();
    void forPeople_data();
    void forPeople();
    void betweenTwoInstants();
    void aTimerForMonths();
    void aTimerForAnAnswerWaitsAgainAfterAStandstill();
};

void tst_clock::reads_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<qint64>("ms");

    QTest::newRow("milliseconds") << QStringLiteral("250ms") << qint64(250);
    QTest::newRow("seconds") << QStringLiteral("30s") << qint64(30000);
    QTest::newRow("minutes") << QStringLiteral("5m") << qint64(300000);
    QTest::newRow("hours") << QStringLiteral("2h") << qint64(7200000);
    QTest::newRow("days") << QStringLiteral("1d") << qint64(86400000);
    QTest::newRow("zero with a unit") << QStringLiteral("0s") << qint64(0);
    QTest::newRow("a fraction of seconds") << QStringLiteral("1.5s") << qint64(1500);
    QTest::newRow("a fraction of a minute") << QStringLiteral("0.25m") << qint64(15000);
    QTest::newRow("a fraction down to one millisecond") << QStringLiteral("0.001s") << qint64(1);
    QTest::newRow("zeros after the fraction") << QStringLiteral("1.500000000000s") << qint64(1500);
    QTest::newRow("a fraction of milliseconds that is none") << QStringLiteral("3.0ms") << qint64(3);
    QTest::newRow("spaces around") << QStringLiteral(" 30s\n") << qint64(30000);
    QTest::newRow("leading zeros") << QStringLiteral("007s") << qint64(7000);
    QTest::newRow("the longest") << QStringLiteral("36500d") << qint64(3153600000000);
}

void tst_clock::reads()
{
    QFETCH(QString, text);
    QFETCH(qint64, ms);
    const auto duration = parseDuration(text);
    VERIFY_OK(duration);
    QCOMPARE(qint64(duration->count()), ms);
}

void tst_clock::refuses_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("why");

    QTest::newRow("nothing") << QString() << QStringLiteral("it is empty");
    QTest::newRow("only spaces") << QStringLiteral("  ") << QStringLiteral("it is empty");
    QTest::newRow("a bare number, even zero") << QStringLiteral("0") << QStringLiteral("unit is missing");
    QTest::newRow("a bare number") << QStringLiteral("30") << QStringLiteral("unit is missing");
    QTest::newRow("a bare fraction") << QStringLiteral("1.5") << QStringLiteral("unit is missing");
    QTest::newRow("a unit alone") << QStringLiteral("s") << QStringLiteral("does not start with a number");
    QTest::newRow("negative") << QStringLiteral("-5s") << QStringLiteral("must not be negative");
    QTest::newRow("two units at once") << QStringLiteral("1h30m") << QStringLiteral("only one number");
    QTest::newRow("two units with a space") << QStringLiteral("1h 30m") << QStringLiteral("only one number");
    QTest::newRow("a unit in capitals") << QStringLiteral("5M") << QStringLiteral("unknown unit \"M\"");
    QTest::newRow("an unknown unit") << QStringLiteral("5min") << QStringLiteral("unknown unit \"min\"");
    QTest::newRow("a space before the unit") << QStringLiteral("5 s") << QStringLiteral("unknown unit");
    QTest::newRow("a comma") << QStringLiteral("1,5s") << QStringLiteral("only one number");
    QTest::newRow("no digit before the point")
        << QStringLiteral(".5s") << QStringLiteral("start with a number");
    QTest::newRow("no digit after the point") << QStringLiteral("1.s") << QStringLiteral("unknown unit");
    QTest::newRow("finer than a millisecond") << QStringLiteral("0.5ms") << QStringLiteral("finer");
    QTest::newRow("a third of a millisecond") << QStringLiteral("0.0003s") << QStringLiteral("finer");
    QTest::newRow("many digits of a fraction")
        << QStringLiteral("0.00000000000000000000001d") << QStringLiteral("finer");
    QTest::newRow("a day too long") << QStringLiteral("36501d") << QStringLiteral("longer than");
    QTest::newRow("a fraction too long") << QStringLiteral("36500.5d") << QStringLiteral("longer than");
    QTest::newRow("more than 64 bits")
        << QStringLiteral("99999999999999999999ms") << QStringLiteral("longer than");
    QTest::newRow("64 bits only after the unit")
        << QStringLiteral("9223372036854775807d") << QStringLiteral("longer than");
    QTest::newRow("digits of another script")
        << QStringLiteral("٣s") << QStringLiteral("start with a number");
    QTest::newRow("exponents") << QStringLiteral("1e3s") << QStringLiteral("only one number");
}

void tst_clock::refuses()
{
    QFETCH(QString, text);
    QFETCH(QString, why);
    const auto duration = parseDuration(text);
    VERIFY_FAILS(duration, ErrorKind::BadInput);
    QVERIFY2(duration.failure().text.contains(why), qPrintable(duration.failure().text));
    QVERIFY(!duration.failure().remedy.isEmpty());
}

void tst_clock::writes_data()
{
    QTest::addColumn<qint64>("ms");
    QTest::addColumn<QString>("text");

    QTest::newRow("zero") << qint64(0) << QStringLiteral("0s");
    QTest::newRow("milliseconds") << qint64(250) << QStringLiteral("250ms");
    QTest::newRow("seconds") << qint64(30000) << QStringLiteral("30s");
    QTest::newRow("a minute and a half") << qint64(90000) << QStringLiteral("90s");
    QTest::newRow("minutes") << qint64(300000) << QStringLiteral("5m");
    QTest::newRow("hours") << qint64(36 * 3600000) << QStringLiteral("36h");
    QTest::newRow("days") << qint64(2 * 86400000) << QStringLiteral("2d");
    QTest::newRow("a second and a half") << qint64(1500) << QStringLiteral("1.5s");
    QTest::newRow("an odd millisecond") << qint64(61001) << QStringLiteral("61.001s");
}

void tst_clock::writes()
{
    QFETCH(qint64, ms);
    QTEST(durationText(milliseconds(ms)), "text");
}

void tst_clock::whatIsWrittenReadsBack()
{
    for (qint64 ms = 0; ms < 10'000'000'000; ms = ms * 3 + 7) {
        const auto back = parseDuration(durationText(milliseconds(ms)));
        VERIFY_OK(back);
        QCOMPARE(qint64(back->count()), ms);
    }
}

void tst_clock::forPeople_data()
{
    QTest::addColumn<qint64>("ms");
    QTest::addColumn<QString>("text");

    QTest::newRow("zero") << qint64(0) << QStringLiteral("0 ms");
    QTest::newRow("under a second") << qint64(999) << QStringLiteral("999 ms");
    QTest::newRow("a countdown") << qint64(28400) << QStringLiteral("28.4 s");
    QTest::newRow("a countdown never jumps up") << qint64(59999) << QStringLiteral("59.9 s");
    QTest::newRow("a lease of whole seconds") << qint64(30000) << QStringLiteral("30 s");
    QTest::newRow("a tenth of nothing") << qint64(30010) << QStringLiteral("30.0 s");
    QTest::newRow("minutes and seconds") << qint64(200000) << QStringLiteral("3 min 20 s");
    QTest::newRow("whole minutes") << qint64(180000) << QStringLiteral("3 min");
    QTest::newRow("hours and minutes") << qint64(7500000) << QStringLiteral("2 h 5 min");
    QTest::newRow("days and hours") << qint64(86400000 + 3 * 3600000) << QStringLiteral("1 d 3 h");
    QTest::newRow("many days") << qint64(41 * 86400000LL + 3600000) << QStringLiteral("41 d");
    QTest::newRow("what is not told apart") << qint64(36499 * 86400000LL) << QStringLiteral("over 36000 d");
    QTest::newRow("before zero") << qint64(-1500) << QStringLiteral("-1.5 s");
    QTest::newRow("the least there is")
        << std::numeric_limits<qint64>::min() << QStringLiteral("-106751991167 d");
}

void tst_clock::forPeople()
{
    QFETCH(qint64, ms);
    QTEST(humanDuration(milliseconds(ms)), "text");
    QFETCH(QString, text);
    QCOMPARE(humanAgo(milliseconds(ms)),
             ms < 1000 ? QStringLiteral("just now") : text + QStringLiteral(" ago"));
}

void tst_clock::betweenTwoInstants()
{
    const Instant start{};
    QCOMPARE(millisecondsBetween(start, start + std::chrono::microseconds(1999)), milliseconds(1));
    QCOMPARE(millisecondsBetween(start + milliseconds(5), start), milliseconds(-5));
    const Instant first = now();
    QVERIFY(now() >= first);
}

// QTimer counts in an int: 2^32 + 1 ms would be one.
void tst_clock::aTimerForMonths()
{
    using namespace std::chrono_literals;
    QList<int> over;
    LongTimer months([&over] { over += 2; });
    months.start(4'294'967'297ms);
    LongTimer soon([&over] { over += 1; });
    soon.start(2ms);
    QTRY_VERIFY(!over.isEmpty());
    QCOMPARE(over, QList<int>{1});
}

void tst_clock::aTimerForAnAnswerWaitsAgainAfterAStandstill()
{
    using namespace std::chrono_literals;
    QStringList order;
    LongTimer answer([&order] { order += QStringLiteral("answer"); });
    LongTimer time([&order] { order += QStringLiteral("time"); });
    answer.start(1ms, WaitsFor::Answer);
    time.start(100ms);
    QThread::msleep(500);
    QTRY_COMPARE(order.size(), 2);
    QCOMPARE(order, QStringList({QStringLiteral("time"), QStringLiteral("answer")}));
}

LOCKSCOPE_TEST(tst_clock)

} // namespace tst_clock

#include "tst_clock.moc"
