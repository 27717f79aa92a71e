// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Workers of a healthy service in simulated time, for tests of verdicts.

#include "core/formats/redissonnames.h"
#include "tests/support/simulatedfleet.h"

namespace lockscope::test
{

using namespace std::chrono_literals;

inline QByteArray uuid(int client)
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
    int renewals = -1;      // then no more, as its program does before its last part of work; -1: always
    milliseconds shortest = 5s;
    milliseconds longest = 90s;
    milliseconds rest = 20s;
    int client = 0;
    // While it holds:
    quint64 turn = 0;
    int left = 0; // of its renewals
    bool holds = false;
};

// 53 workers of ten processes, which pause for 2 s now and then, as a garbage collector makes them.
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
        for (int i = 0; i < 3; ++i) // by reacquire() of redis-py
            add({.lock = "lock:stepwise:" + QByteArray::number(i),
                 .kind = Worker::Kind::Token,
                 .lease = 20s,
                 .period = 4s,
                 .renewals = 5,
                 .shortest = 33s,
                 .longest = 35s,
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
        worker.left = worker.renewals;
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
        if (--worker.left != 0)
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

} // namespace lockscope::test
