// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/redissonnames.h"
#include "tests/core/engine/table/healthyfleet.h"
#include "tests/support/orderlyend.h"
#include "tests/support/runner.h"
#include "tests/support/simulatedfleet.h"

#include <QTest>

namespace tst_healthyfleet
{

using namespace lockscope;
using namespace lockscope::test;
using namespace std::chrono_literals;

namespace
{

// The leases are real; the hours are not.
constexpr milliseconds Hour = 90s;
constexpr int Hours = 24;

// What goes wrong once, with locks of its own that begin with lock:fault.
struct Fault {
    std::string_view code;
    milliseconds within; // after the moment that begin() answers, at the latest
    milliseconds (*begin)(SimulatedFleet &world, const QByteArray &key);
};

void hold(SimulatedFleet &world, const QByteArray &key, const QByteArray &owner,
          std::optional<milliseconds> lease)
{
    world.at(key) = {.type = ValueType::Hash, .fields = {{owner, "1"}}};
    if (lease)
        world.expire(key, *lease);
    world.changed(key);
}

// Renewed so often, each time a period later. The moment of the last renewal.
milliseconds renewed(SimulatedFleet &world, const QByteArray &key, milliseconds lease, milliseconds period,
                     int times)
{
    for (int i = 1; i <= times; ++i) {
        world.after(period * i, [&world, key, lease] {
            world.expire(key, lease);
            world.changed(key);
        });
    }
    return world.now() + period * times;
}

milliseconds watchdogStops(SimulatedFleet &world, const QByteArray &key)
{
    hold(world, key, uuid(900'000) + ":1", 30s);
    return renewed(world, key, 30s, 10s, 3);
}

milliseconds clientStops(SimulatedFleet &world, const QByteArray &key)
{
    hold(world, key, uuid(900'001) + ":1", 30s);
    hold(world, key + ":too", uuid(900'001) + ":2", 30s);
    renewed(world, key + ":too", 30s, 10s, 3);
    return renewed(world, key, 30s, 10s, 3);
}

milliseconds lateWatchdogStops(SimulatedFleet &world, const QByteArray &key)
{
    world.at(key) = {.type = ValueType::String, .string = "Qm9vdHN0cmFwIG9mIGEgbG9j"};
    world.expire(key, 30s);
    world.changed(key);
    return renewed(world, key, 30s, 20s, 3);
}

milliseconds oneReaderStops(SimulatedFleet &world, const QByteArray &key)
{
    const QByteArray dead = uuid(900'002) + ":1";
    const QByteArray alive = uuid(900'003) + ":1";
    world.at(key) = {.type = ValueType::Hash, .fields = {{"mode", "read"}, {dead, "1"}, {alive, "1"}}};
    for (const QByteArray &reader : {dead, alive})
        world.at(redissonHoldKey(key, reader, 1)) = {.type = ValueType::String, .string = "1"};
    const auto renew = [&world, key](const QByteArray &reader) {
        world.expire(key, 30s);
        world.expire(redissonHoldKey(key, reader, 1), 30s);
        world.changed(key);
    };
    renew(dead);
    renew(alive);
    for (int i = 1; i <= 8; ++i)
        world.after(10s * i + 652ms, [renew, alive] { renew(alive); });
    for (int i = 1; i <= 3; ++i)
        world.after(10s * i, [renew, dead] { renew(dead); });
    return world.now() + 30s;
}

milliseconds neverExpires(SimulatedFleet &world, const QByteArray &key)
{
    hold(world, key, uuid(900'004) + ":1", {});
    return world.now();
}

milliseconds permitStays(SimulatedFleet &world, const QByteArray &key)
{
    const QByteArray semaphore = "{" + key + ":semaphore}";
    world.at(semaphore) = {.type = ValueType::String, .string = "2"};
    const milliseconds end = world.serverClock() + 20s;
    world.at(semaphore + ":timeout") = {
        .type = ValueType::SortedSet,
        .members = {{.bytes = QByteArray(16, 'x'), .score = double((SimulatedFleet::Epoch + end).count())}}};
    world.changed(semaphore);
    return world.now() + 20s;
}

milliseconds headDies(SimulatedFleet &world, const QByteArray &key)
{
    hold(world, key, uuid(900'005) + ":1", 30s);
    renewed(world, key, 30s, 10s, 15);
    const QByteArray head = uuid(900'006) + ":1";
    const milliseconds deadline = SimulatedFleet::Epoch + world.serverClock() + 330s;
    world.at(redissonPrefixed("redisson_lock_queue", key)) = {.type = ValueType::List,
                                                              .members = {{.bytes = head}}};
    world.at(redissonPrefixed("redisson_lock_timeout", key)) = {
        .type = ValueType::SortedSet, .members = {{.bytes = head, .score = double(deadline.count())}}};
    world.changed(key);
    const auto waiter = [head](bool listens) {
        return std::vector{QueuedWaiter{.id = {head}, .alive = listens}};
    };
    world.wait(key, 1, waiter(true));
    world.after(20s, [&world, key, waiter] { world.wait(key, 0, waiter(false)); });
    return world.now() + 20s;
}

milliseconds wakeUpIsLost(SimulatedFleet &world, const QByteArray &key)
{
    hold(world, key, uuid(900'007) + ":1", 30s);
    world.wait(key, 2);
    world.after(10s, [&world, key] {
        world.remove(key);
        world.changed(key);
    });
    return world.now() + 10s;
}

milliseconds leaseInWrongUnit(SimulatedFleet &world, const QByteArray &key)
{
    hold(world, key, uuid(900'008) + ":1", 30s);
    renewed(world, key, 30s, 10s, 2);
    world.after(30s, [&world, key] {
        world.expire(key, 30'000s);
        world.changed(key);
    });
    return world.now() + 30s;
}

// As observe.md has it: 1.5 periods and the slack; the grace, and the time between two counts of waiters.
constexpr std::array<Fault, 9> Faults{{
    {"renewal-overdue", 15'300ms, watchdogStops},
    {"client-silent", 15'300ms, clientStops},
    {"about-to-expire", 25'700ms, lateWatchdogStops},
    {"renewal-overdue", 15'300ms, oneReaderStops},
    {"no-expiry", 100ms, neverExpires},
    {"permit-leaked", 5'600ms, permitStays},
    {"dead-head", 9'000ms, headDies},
    {"free-but-waited-for", 7'100ms, wakeUpIsLost},
    {"lease-absurd", 100ms, leaseInWrongUnit},
}};

bool isOfFault(const Lock &lock)
{
    return lock.key.bytes.contains("lock:fault");
}

QByteArray codeOf(const Lock &lock)
{
    return QByteArray(lock.verdict.code.data(), qsizetype(lock.verdict.code.size()));
}

// With the number and the period of the renewals that it rests on.
QByteArray described(const Lock &lock, milliseconds at)
{
    QByteArrayList words{QByteArray::number(qint64(at.count())), lock.key.bytes, codeOf(lock)};
    for (qsizetype i = 0; i < lock.holders.size(); ++i) {
        if (const Renewals *own = lock.renewalsOf(i))
            words << lock.holders[i].id.bytes.right(6) << QByteArray::number(own->count)
                  << QByteArray::number(qint64(own->period.value_or(0ms).count()));
    }
    return words.join(' ');
}

void liveAnHour(SimulatedFleet &world, Fleet &fleet, int hour)
{
    world.runFor(Hour / 3);
    fleet.redeploy(hour % 10);
    world.stepServerClock(world.oneIn(2) ? 500ms : -500ms);
    world.runFor(Hour / 3);
    world.stepOwnClock(world.oneIn(2) ? 500ms : -500ms);
    world.runFor(Hour / 3);
}

} // namespace

class TestHealthyFleet : public QObject
{
    Q_OBJECT

private slots:
    void warnsOfNothing_data()
    {
        QTest::addColumn<int>("seed");
        const int last = IsSanitized ? 3 : 10; // Each further day is more of the same code
        for (int seed = 1; seed <= last; ++seed)
            QTest::addRow("seed %d", seed) << seed;
    }

    void warnsOfNothing()
    {
        QFETCH(int, seed);
        SimulatedFleet world{quint32(seed)};
        Fleet fleet(world);
        QCOMPARE(fleet.size(), size_t(53));
        QByteArrayList warnings;
        QSet<QByteArray> kinds;
        world.onLock = [&](const Lock &lock) {
            kinds.insert(QByteArray(lock.kind.name.data(), qsizetype(lock.kind.name.size())));
            if (lock.verdict.level >= VerdictLevel::Warning)
                warnings += described(lock, world.now());
        };
        for (int hour = 0; hour < Hours; ++hour)
            liveAnHour(world, fleet, hour);
        QVERIFY2(warnings.isEmpty(), warnings.join("; ").left(1000).constData());
        QVERIFY2(kinds.size() >= 4, QByteArrayList(kinds.values()).join(' ').constData());
        QVERIFY(world.readings() > 10'000);
    }

    void findsEachFaultInTime_data() { warnsOfNothing_data(); }

    void findsEachFaultInTime()
    {
        QFETCH(int, seed);
        SimulatedFleet world{quint32(seed)};
        Fleet fleet(world);
        QByteArrayList falseAlarms;
        QHash<QByteArray, milliseconds> found; // by fault and code
        world.onLock = [&](const Lock &lock) {
            if (lock.verdict.level < VerdictLevel::Warning)
                return;
            const QByteArray what = lock.key.bytes + ' ' + codeOf(lock);
            if (!isOfFault(lock))
                falseAlarms += described(lock, world.now());
            else if (!found.contains(what))
                found.insert(what, world.now());
        };
        for (int hour = 0; hour < Hours; ++hour) {
            const Fault &fault = Faults[size_t(hour) % Faults.size()];
            const QByteArray key = "lock:fault:" + QByteArray::number(hour);
            const milliseconds began = fault.begin(world, key);
            liveAnHour(world, fleet, hour);
            const QByteArray code(fault.code.data(), qsizetype(fault.code.size()));
            const QByteArray name = code == "permit-leaked" ? "{" + key + ":semaphore}" : key;
            const milliseconds at = found.value(name + ' ' + code, -1ms);
            const QByteArray seen = name + ' ' + code + " at " + QByteArray::number(qint64(at.count())) +
                                    ", began " + QByteArray::number(qint64(began.count()));
            QVERIFY2(at >= began && at <= began + fault.within, seen.constData());
            world.wait(key, 0);
            world.remove(name);
            world.changed(name);
        }
        QVERIFY2(falseAlarms.isEmpty(), falseAlarms.join("; ").left(1000).constData());
    }
};

LOCKSCOPE_TEST(TestHealthyFleet)

} // namespace tst_healthyfleet

#include "tst_healthyfleet.moc"
