// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A fleet of clients and one Redis server in simulated time, before the eyes of a LockTable that is fed as a
// Follower feeds it: a reading a few milliseconds after each change, at each deadline and whenever the table
// is unsure; waiters counted, clocks compared and locks judged at intervals. Nothing runs in real time, and a
// seed gives the same run each time. Not simulated: the network, the server's own expiry cycle, scans,
// several nodes, keyspace events.

#include "core/engine/table/locktable.h"
#include "core/formats/format.h"

#include <QHash>
#include <QRandomGenerator>

#include <functional>
#include <map>

namespace lockscope::test
{

class SimulatedFleet
{
public:
    static constexpr milliseconds Epoch{1'700'000'000'000}; // when it begins, on the wall clock
    explicit SimulatedFleet(quint32 seed);

    // What clients do on the server. Keys that belong to a lock are named with it, so that it is read.
    struct Value {
        ValueType type = ValueType::None;
        QByteArray string{};
        std::map<QByteArray, QByteArray> fields{};
        std::vector<Member> members{};
        std::optional<milliseconds> expiresAt{}; // by the clock of the server
    };
    Value &at(const QByteArray &key) { return m_keys[key]; }
    bool exists(const QByteArray &key);
    void expire(const QByteArray &key, milliseconds ttl);
    void remove(const QByteArray &key) { m_keys.remove(key); }
    void changed(const QByteArray &lock); // which the server announces
    void wait(const QByteArray &lock, qint64 subscribed, std::vector<QueuedWaiter> listening = {});
    milliseconds serverClock() const { return m_now + m_serverSkew; }

    // Time.
    milliseconds now() const { return m_now; }
    void after(milliseconds pause, std::function<void()> what);
    void runFor(milliseconds time);
    milliseconds among(milliseconds least, milliseconds most); // by lot
    bool oneIn(int chance) { return m_random.bounded(chance) == 0; }
    void stepServerClock(milliseconds by);
    void stepOwnClock(milliseconds by) { m_ownSkew += by; }

    // What Lockscope says. Called for each lock whenever what is known of it changes.
    std::function<void(const Lock &)> onLock{};
    LockTable &table() { return m_table; }
    qint64 readings() const { return m_readings; }

private:
    KeyReading readKey(const QByteArray &key);
    void readLock(const QByteArray &lock);
    void schedule(const QByteArray &lock);
    void tell();
    void every(milliseconds period, std::function<void()> what);

    QRandomGenerator m_random;
    LockTable m_table;
    QHash<QByteArray, Value> m_keys;
    std::multimap<milliseconds, std::function<void()>> m_agenda;
    QHash<QByteArray, milliseconds> m_due; // when the lock is read again
    QHash<QByteArray, std::pair<qint64, std::vector<QueuedWaiter>>> m_waiting;
    milliseconds m_now{0};
    milliseconds m_serverSkew{0};
    milliseconds m_ownSkew{0};
    qint64 m_readings = 0;
};

} // namespace lockscope::test
