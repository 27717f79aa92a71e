// SPDX-License-Identifier: GPL-3.0-or-later
// The last hour of one connection, by minute.

#include "core/fleet/fleethour.h"
#include "tests/support/runner.h"

#include <QTest>

namespace tst_fleethour
{

using namespace lockscope;
using namespace std::chrono_literals;

namespace
{

const WallTime Began{std::chrono::floor<std::chrono::hours>(WallTime(1'795'000'000'000ms))};

LockDelta ended(milliseconds length, bool wasThereBefore = false, bool isClosing = false)
{
    LockDelta delta;
    delta.events.push_back({.kind = EventKind::Released,
                            .key = {"a"},
                            .held = length,
                            .heldIsLowerBound = wasThereBefore,
                            .untilClosing = isClosing});
    return delta;
}

QList<qint64> valuesOf(const FleetHour &hour) // -1: not known
{
    QList<qint64> values;
    for (const FleetMinute &minute : hour.minutes())
        values << minute.held.value_or(-1);
    return values;
}

} // namespace

class TestFleetHour final : public QObject
{
    Q_OBJECT
private slots:
    void nothingIsKnownBeforeTheFirstLook();
    void aMinuteHasItsLastValue();
    void aLostConnectionLeavesAGap();
    void aSleepLeavesAGap();
    void keepsAnHour();
    void aClockThatIsSetBackAddsNothing();
    void onlyWholeHoldsCount();
    void holdsLeaveAfterAnHour();
};

void TestFleetHour::nothingIsKnownBeforeTheFirstLook()
{
    FleetHour hour(false);
    hour.turn({}, Began);
    hour.turn({}, Began + 1min);
    QVERIFY(hour.minutes().empty());
    QCOMPARE(hour.holds().count(), 0);
    hour.turn(3, Began + 90s);
    QCOMPARE(valuesOf(hour), QList<qint64>{3});
    QCOMPARE(hour.minutes().front().from, Began + 90s); // from when it counts
}

void TestFleetHour::aMinuteHasItsLastValue()
{
    FleetHour hour(false);
    hour.turn(3, Began);
    hour.turn(9, Began + 30s);
    hour.turn(4, Began + 59s);
    hour.turn(4, Began + 1min);
    hour.turn(7, Began + 70s);
    QCOMPARE(valuesOf(hour), (QList<qint64>{4, 7}));
    QCOMPARE(hour.minutes()[1].from, Began + 1min);
    hour.turn(0, Began + 130s);
    QCOMPARE(valuesOf(hour), (QList<qint64>{4, 7, 0}));
}

void TestFleetHour::aLostConnectionLeavesAGap()
{
    FleetHour hour(false);
    hour.turn(3, Began);
    hour.turn({}, Began + 70s);
    hour.turn({}, Began + 2min);
    hour.turn(5, Began + 170s); // back within a minute: that one is unknown, not 0
    hour.turn(5, Began + 3min);
    QCOMPARE(valuesOf(hour), (QList<qint64>{3, -1, -1, 5}));
}

void TestFleetHour::aSleepLeavesAGap()
{
    FleetHour hour(false);
    hour.turn(3, Began);
    hour.turn(3, Began + 1min);
    hour.turn(4, Began + 5min);
    QCOMPARE(valuesOf(hour), (QList<qint64>{3, -1, -1, -1, -1, -1}));
    hour.turn(4, Began + 6min);
    QCOMPARE(valuesOf(hour).last(), 4);
    hour.turn(8, Began + 10h);
    QCOMPARE(valuesOf(hour), QList<qint64>{8});
}

void TestFleetHour::keepsAnHour()
{
    FleetHour hour(false);
    for (int i = 0; i <= 100; ++i)
        hour.turn(i, Began + std::chrono::minutes(i));
    QCOMPARE(hour.minutes().size(), 61U); // and the present minute
    QCOMPARE(hour.minutes().front().held, 40);
    QCOMPARE(hour.minutes().back().held, 100);
}

void TestFleetHour::aClockThatIsSetBackAddsNothing()
{
    FleetHour hour(false);
    hour.turn(3, Began + 10min);
    hour.turn(4, Began);
    QCOMPARE(valuesOf(hour), QList<qint64>{4});
    QCOMPARE(hour.minutes().front().from, Began + 10min);
}

void TestFleetHour::onlyWholeHoldsCount()
{
    FleetHour hour(false);
    hour.turn(1, Began);
    hour.take(ended(100ms), Began + 1s);
    hour.take(ended(1h, true), Began + 2s);        // held when first seen
    hour.take(ended(1h, false, true), Began + 3s); // watching ended, not the hold
    LockDelta lost = ended(1h);
    lost.events.front().kind = EventKind::Changed; // its end was not seen
    hour.take(lost, Began + 4s);
    QCOMPARE(hour.holds().count(), 1);
    const auto p90 = hour.holds().percentile(0.9);
    QVERIFY(p90 && *p90 > 80ms && *p90 < 125ms);
}

void TestFleetHour::holdsLeaveAfterAnHour()
{
    FleetHour hour(false);
    hour.turn(1, Began);
    hour.take(ended(100ms), Began);
    for (int i = 1; i <= 60; ++i)
        hour.turn(1, Began + std::chrono::minutes(i));
    QCOMPARE(hour.holds().count(), 1);
    hour.turn(1, Began + 61min);
    QCOMPARE(hour.holds().count(), 0);
}

LOCKSCOPE_APPLESS_TEST(TestFleetHour)

} // namespace tst_fleethour

#include "tst_fleethour.moc"
