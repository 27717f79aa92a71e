// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/redissonnames.h"
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

QByteArray uuid(int client)
{
    return "8f3c1c58-0000-4000-8000-" + QByteArray::number(100'000'000'000 + client);
}

// One thread of a client that takes a lock, works under it and gives it back, again and again.
struct Worker {
    QByteArray lock{};
    QByteArray id{};
    enum class Kind { Hash, Fair, Token, Read, SharedRead, Permit } kind = Kind::Hash;
    milliseconds lease = 30s;
    milliseconds period{0}; // 0: it never renews
    milliseconds shortest = 5s;
    milliseconds longest = 90s;
    milliseconds rest = 20s;
    int client = 0;
    // While it holds:
    quint64 turn = 0;
    bool holds = false;
};

// 50 workers of ten processes, which pause for 2 s now and then, as a garbage collector makes them.
class Fleet
{
public:
    explicit Fleet(SimulatedFleet &world) : m_world(world)
    {
        for (int i = 0; i < 12; ++i)
            add({.lock = "lock:order:" + QByteArray::number(i), .period = 10s, .client = i % 10});
        for (int i = 0; i < 4; ++i)
            add({.lock = "lock:fair:" + QByteArray::number(i),
                 .kind = Worker::Kind::Fair,
                 .period = 10s,
                 .client = i});
        for (int i = 0; i < 8; ++i)
            add({.lock = "lock:cron:" + QByteArray::number(i),
                 .kind = Worker::Kind::Token,
                 .shortest = 1s,
                 .longest = 24s,
                 .client = i});
        for (int i = 0; i < 6; ++i) // as DistributedLock and BullMQ renew, and python-redis-lock
            add({.lock = "lock:token:" + QByteArray::number(i),
                 .kind = Worker::Kind::Token,
                 .period = i % 3 == 0   ? 20s
                           : i % 3 == 1 ? 15s
                                        : 9s,
                 .client = i});
        for (int i = 0; i < 8; ++i)
            add({.lock = "lock:read:" + QByteArray::number(i / 3),
                 .kind = Worker::Kind::Read,
                 .period = 10s,
                 .client = i});
        for (int i = 0; i < 6; ++i)
            add({.lock = "lock:oldread:" + QByteArray::number(i / 3),
                 .kind = Worker::Kind::SharedRead,
                 .period = 10s,
                 .client = i});
        for (int i = 0; i < 4; ++i)
            add({.lock = "{semaphore:jobs}", .kind = Worker::Kind::Permit, .longest = 24s, .client = i});
        for (int i = 0; i < 2; ++i) // hardly given back, and taken anew; now and then held for longer
            add({.lock = "lock:busy:" + QByteArray::number(i),
                 .period = 10s,
                 .shortest = 200ms,
                 .longest = 900ms,
                 .rest = 2ms,
                 .client = i});
        world.at("{semaphore:jobs}") = {.type = ValueType::String, .string = "8"};
        for (size_t i = 0; i < m_workers.size(); ++i)
            m_world.after(m_world.among(0s, 20s), [this, i] { take(i); });
        for (int client = 0; client < 10; ++client)
            m_world.after(m_world.among(0s, 60s), [this, client] { collect(client); });
    }

    size_t size() const { return m_workers.size(); }

    // All that the process holds is given back, and another one with other ids takes its place.
    void redeploy(int client)
    {
        for (size_t i = 0; i < m_workers.size(); ++i) {
            if (m_workers[i].client != client)
                continue;
            give(i);
            m_world.after(m_world.among(1s, 5s), [this, i] { take(i); });
        }
        ++m_generation[client];
    }

private:
    void add(Worker worker) { m_workers.push_back(std::move(worker)); }

    milliseconds pauseOf(int client) const
    {
        return std::max(m_pausedUntil[client] - m_world.now(), milliseconds(0));
    }
    void collect(int client)
    {
        m_pausedUntil[client] = m_world.now() + 2s;
        m_world.after(m_world.among(20s, 100s), [this, client] { collect(client); });
    }
    void later(size_t i, milliseconds pause, void (Fleet::*act)(size_t))
    {
        m_world.after(pause, [this, i, act, turn = m_workers[i].turn] {
            if (turn != m_workers[i].turn)
                return;
            if (const milliseconds more = pauseOf(m_workers[i].client); more > 0ms)
                later(i, more, act);
            else
                (this->*act)(i);
        });
    }

    QByteArray idOf(size_t i) const
    {
        const Worker &worker = m_workers[i];
        const QByteArray client = uuid(worker.client * 1000 + m_generation[worker.client]);
        if (worker.kind == Worker::Kind::Token)
            return client + QByteArray::number(int(i + 100)).right(2) +
                   QByteArray::number(qint64(worker.turn));
        if (worker.kind == Worker::Kind::Permit)
            return QByteArray::number(qint64(worker.turn * 1000 + i)).rightJustified(16, 'p');
        return client + ':' + QByteArray::number(int(i) + 30);
    }

    void take(size_t i)
    {
        Worker &worker = m_workers[i];
        if (worker.holds)
            return;
        ++worker.turn;
        worker.id = idOf(i);
        worker.holds = true;
        write(worker);
        const bool isLong = worker.longest < 1s && m_world.oneIn(50);
        const milliseconds work = isLong ? 25s : m_world.among(worker.shortest, worker.longest);
        later(i, work, &Fleet::giveAndRest);
        if (worker.period > 0ms)
            later(i, worker.period + m_world.among(-20ms, 60ms), &Fleet::renew);
    }

    void write(const Worker &worker)
    {
        SimulatedFleet::Value &value = m_world.at(worker.lock);
        switch (worker.kind) {
        case Worker::Kind::Hash:
        case Worker::Kind::Fair:
            value = {.type = ValueType::Hash, .fields = {{worker.id, "1"}}};
            m_world.expire(worker.lock, worker.lease);
            break;
        case Worker::Kind::Token:
            value = {.type = ValueType::String, .string = worker.id};
            m_world.expire(worker.lock, worker.lease);
            break;
        case Worker::Kind::Read:
        case Worker::Kind::SharedRead:
            value.type = ValueType::Hash;
            value.fields["mode"] = "read";
            value.fields[worker.id] = "1";
            m_world.at(holdKey(worker)) = {.type = ValueType::String, .string = "1"};
            m_world.expire(holdKey(worker), worker.lease);
            m_world.expire(worker.lock, worker.lease);
            break;
        case Worker::Kind::Permit: {
            value.string = QByteArray::number(value.string.toInt() - 1);
            SimulatedFleet::Value &times = m_world.at(worker.lock + ":timeout");
            times.type = ValueType::SortedSet;
            const milliseconds end = SimulatedFleet::Epoch + m_world.serverClock() + worker.lease;
            times.members.push_back({.bytes = worker.id, .score = double(end.count())});
            break;
        }
        }
        m_world.changed(worker.lock);
    }

    QByteArray holdKey(const Worker &worker) const { return redissonHoldKey(worker.lock, worker.id, 1); }

    void renew(size_t i)
    {
        Worker &worker = m_workers[i];
        m_world.expire(worker.lock, worker.lease);
        for (const Worker &other : m_workers) {
            const bool isShared =
                worker.kind == Worker::Kind::SharedRead && other.lock == worker.lock && other.holds;
            if (worker.kind == Worker::Kind::Read ? other.id == worker.id : isShared)
                m_world.expire(holdKey(other), other.lease);
        }
        m_world.changed(worker.lock);
        later(i, worker.period + m_world.among(-20ms, 60ms), &Fleet::renew);
    }

    void giveAndRest(size_t i)
    {
        give(i);
        m_world.after(m_workers[i].rest < 1s ? m_workers[i].rest : m_world.among(1s, m_workers[i].rest),
                      [this, i] { take(i); });
    }

    void give(size_t i)
    {
        Worker &worker = m_workers[i];
        if (!std::exchange(worker.holds, false))
            return;
        ++worker.turn;
        SimulatedFleet::Value &value = m_world.at(worker.lock);
        if (worker.kind == Worker::Kind::Permit) {
            value.string = QByteArray::number(value.string.toInt() + 1);
            std::erase_if(m_world.at(worker.lock + ":timeout").members,
                          [&worker](const Member &member) { return member.bytes == worker.id; });
        } else if (worker.kind == Worker::Kind::Read || worker.kind == Worker::Kind::SharedRead) {
            value.fields.erase(worker.id);
            m_world.remove(holdKey(worker));
            if (value.fields.size() == 1)
                m_world.remove(worker.lock);
            else
                m_world.expire(worker.lock, longestHold(worker.lock));
        } else {
            m_world.remove(worker.lock);
        }
        m_world.changed(worker.lock);
    }

    milliseconds longestHold(const QByteArray &lock)
    {
        milliseconds longest{0};
        for (const Worker &worker : m_workers) {
            if (worker.lock == lock && worker.holds && m_world.exists(holdKey(worker)))
                longest = std::max(longest, *m_world.at(holdKey(worker)).expiresAt - m_world.serverClock());
        }
        return longest;
    }

    SimulatedFleet &m_world;
    std::vector<Worker> m_workers;
    mutable std::map<int, milliseconds> m_pausedUntil;
    mutable std::map<int, int> m_generation;
};

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
    world.at(key) = {.type = ValueType::String, .string = "0123456789abcdef0123456789abcdef"};
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
        for (int seed = 1; seed <= 10; ++seed)
            QTest::addRow("seed %d", seed) << seed;
    }

    void warnsOfNothing()
    {
        QFETCH(int, seed);
        SimulatedFleet world{quint32(seed)};
        Fleet fleet(world);
        QCOMPARE(fleet.size(), size_t(50));
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
