// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/reading/scanpolicy.h"
#include "core/formats/format.h"
#include "core/redis/glob.h"
#include "core/redis/patternset.h"
#include "tests/support/runner.h"

#include <QRandomGenerator>
#include <QTest>

namespace tst_scanpolicy
{

using namespace lockscope;
using namespace std::chrono_literals;

namespace
{

QByteArray oneOf(QRandomGenerator &random, const QByteArrayList &choices)
{
    return choices[random.bounded(int(choices.size()))];
}

QByteArray randomGlob(QRandomGenerator &random)
{
    QByteArray glob;
    for (int places = random.bounded(7); places >= 0; --places)
        glob += oneOf(random, {"*", "*", "?", "a", "b", "c", "[ab]", "[^a]", "[a-c]", "\\*", "\\", "[", "[^",
                               "[]", "]", "ab", "[\\]]", "[c-a]", "-"});
    return glob;
}

QByteArray randomName(QRandomGenerator &random)
{
    QByteArray name;
    for (int bytes = random.bounded(9); bytes > 0; --bytes)
        name += oneOf(random, {"a", "b", "c", "d", "*", "[", "]", "\\", "-", "^", "\xff"});
    return name;
}

} // namespace

class TestScanPolicy : public QObject
{
    Q_OBJECT

private slots:
    void countFollowsTheCost_data()
    {
        QTest::addColumn<int>("count");
        QTest::addColumn<int>("trip");
        QTest::addColumn<int>("roundTrip");
        QTest::addColumn<int>("next");
        QTest::newRow("as wanted") << 1000 << 750 << 60 << 1000;
        QTest::newRow("a little cheap is fine") << 1000 << 600 << 60 << 1000;
        QTest::newRow("cheap: more, by steps") << 1000 << 200 << 60 << 1250;
        QTest::newRow("dear: less") << 1000 << 1260 << 60 << 670;
        QTest::newRow("one stall does not stop it") << 1000 << 90'000 << 60 << 670;
        QTest::newRow("never too few") << 110 << 90'000 << 60 << 100;
        QTest::newRow("never too many") << 1900 << 100 << 60 << 2000;
        QTest::newRow("far away: at least 2000") << 1000 << 3'100 << 2'300 << 2000;
        QTest::newRow("far away: at most 5000") << 5000 << 2'400 << 2'300 << 5000;
        QTest::newRow("shorter than the round trip") << 1000 << 10 << 60 << 1250;
    }

    void countFollowsTheCost()
    {
        QFETCH(int, count);
        QFETCH(int, trip);
        QFETCH(int, roundTrip);
        QFETCH(int, next);
        QCOMPARE(nextScanCount(count, microseconds(trip), microseconds(roundTrip)), next);
    }

    void countSettles()
    {
        // A server with 2 µs per key: 375 keys take three quarters of a millisecond.
        int count = 1000;
        for (int trip = 0; trip < 30; ++trip)
            count = nextScanCount(count, microseconds(60 + 2 * count), 60us);
        QVERIFY2(count >= 250 && count <= 500, qPrintable(QString::number(count)));
    }

    void theCursorTellsHowFar()
    {
        QCOMPARE(scanFraction(0), 0.0);
        QCOMPARE(scanFraction(1), 0.5);
        QCOMPARE(scanFraction(2), 0.25);
        QCOMPARE(scanFraction(3), 0.75);
        double before = 0;
        quint64 cursor = 0; // The order in which Redis scans 16 buckets
        for (int bucket = 1; bucket < 16; ++bucket) {
            for (quint64 bit = 8; bit > 0; bit >>= 1) {
                cursor ^= bit;
                if (cursor & bit)
                    break;
            }
            QVERIFY(scanFraction(cursor) > before);
            before = scanFraction(cursor);
        }
        QCOMPARE(before, 15.0 / 16);
    }

    void backOffIsBounded()
    {
        milliseconds total{0};
        int tries = 0;
        while (const auto wait = scanBackOff(++tries)) {
            QVERIFY(*wait >= 50ms && *wait <= 1s);
            total += *wait;
        }
        QVERIFY(total >= 20s && total <= 60s);
    }

    void matchesWhatTheGlobsMatch()
    {
        QRandomGenerator random(11);
        for (int round = 0; round < 500; ++round) {
            QList<QByteArray> globs;
            for (int i = random.bounded(6); i >= 0; --i)
                globs += randomGlob(random);
            const PatternSet set(globs);
            for (int i = 0; i < 40; ++i) {
                const QByteArray name = randomName(random);
                const bool expected = std::any_of(globs.begin(), globs.end(), [&](const QByteArray &glob) {
                    return globMatches(glob, name);
                });
                QVERIFY2(set.matches(name) == expected, (globs.join("  ") + "   name " + name).constData());
                const QByteArray server = set.serverGlob();
                QVERIFY2(!expected || server.isEmpty() || globMatches(server, name),
                         (server + "   name " + name).constData());
            }
        }
    }

    void globsLongerThanAWordWork()
    {
        const QByteArray tail(100, 'x');
        const PatternSet set({"*" + tail, "short*"});
        QVERIFY(set.matches("a" + tail));
        QVERIFY(!set.matches("a" + tail.left(99)));
        QVERIFY(set.matches("shorter"));
    }

    void tellsTheServerWhatItCan_data()
    {
        QTest::addColumn<QByteArrayList>("globs");
        QTest::addColumn<QByteArray>("server");
        QTest::addColumn<bool>("exact");
        QTest::newRow("all keys") << QByteArrayList{} << QByteArray() << true;
        QTest::newRow("one") << QByteArrayList{"lock:*"} << QByteArray("lock:*") << true;
        QTest::newRow("one covers the other")
            << QByteArrayList{"lock:a*", "lock:*"} << QByteArray("lock:*") << true;
        QTest::newRow("a common start")
            << QByteArrayList{"lock:a*", "lock:b?"} << QByteArray("lock:*") << false;
        QTest::newRow("a common start with special bytes")
            << QByteArrayList{"\\[x\\]a*", "\\[x\\]b*"} << QByteArray("\\[x\\]*") << false;
        QTest::newRow("nothing in common") << QByteArrayList{"lock:*", "*:mutex"} << QByteArray() << false;
        QTest::newRow("everything") << QByteArrayList{"*"} << QByteArray() << true;
    }

    void tellsTheServerWhatItCan()
    {
        QFETCH(QByteArrayList, globs);
        QFETCH(QByteArray, server);
        QFETCH(bool, exact);
        const PatternSet set{QList<QByteArray>(globs)};
        QCOMPARE(set.serverGlob(), server);
        QCOMPARE(set.serverGlobIsExact(), exact);
    }

    void aWalkThatEndsGoesOn()
    {
        WalkBound walk; // of 16 buckets a trip in a table of 2^20, in the order of Redis
        for (quint64 bucket = 16; bucket < (quint64(1) << 20); bucket += 16) {
            quint64 cursor = 0;
            for (int bit = 0; bit < 20; ++bit)
                cursor |= ((bucket >> bit) & 1) << (19 - bit);
            QVERIFY(walk.goesOn(cursor, 16, 16, 500'000));
        }
    }

    void moreKeysThanThereWereMayEnd()
    {
        WalkBound walk;
        quint64 cursor = 1;
        while (walk.goesOn(cursor, 1000, 1000, 0))
            ++cursor;
        QVERIFY(!walk.mayEnd(0));
        QVERIFY(walk.mayEnd(10'000'000));
        QVERIFY(walk.goesOn(cursor + 1, 1000, 1000, 10'000'000));
        WalkBound circle;
        while (circle.goesOn(7, 1000, 0, 1000))
            ;
        QVERIFY(!circle.mayEnd(10'000'000));
    }

    void aWalkWithoutEndIsNoticed_data()
    {
        QTest::addColumn<int>("cycle"); // cursors until the first comes again; 0: never
        QTest::addColumn<int>("names"); // in each page
        QTest::addColumn<qint64>("most");
        QTest::newRow("the same cursor") << 1 << 0 << qint64(3);
        QTest::newRow("a short cycle") << 7 << 0 << qint64(30);
        QTest::newRow("a long cycle") << 1000 << 0 << qint64(3100);
        QTest::newRow("names without end") << 0 << 1000 << qint64(2005);
        QTest::newRow("empty pages without end") << 0 << 0 << qint64(4100);
    }

    void aWalkWithoutEndIsNoticed()
    {
        QFETCH(int, cycle);
        QFETCH(int, names);
        QFETCH(qint64, most);
        WalkBound walk;
        quint64 trips = 1;
        while (walk.goesOn(cycle ? 1 + trips % quint64(cycle) : trips, 1000, names, 1000))
            QVERIFY(++trips < 100'000);
        QVERIFY2(qint64(trips) <= most, QByteArray::number(trips).constData());
    }

    void theBuiltInPatternsAreWalkedInNoTime()
    {
        const auto patterns = Registry::builtIn().defaultPatterns();
        const PatternSet set(QList<QByteArray>(patterns.begin(), patterns.end()));
        QVERIFY(set.matches("order:lock:17"));
        QVERIFY(set.matches("MUTEX-a"));
        QVERIFY(!set.matches("session:0123456789abcdef"));
        QBENCHMARK
        {
            for (int i = 0; i < 1000; ++i)
                set.matches("session:0123456789abcdef");
        }
    }
};

LOCKSCOPE_TEST(TestScanPolicy)

} // namespace tst_scanpolicy

#include "tst_scanpolicy.moc"
