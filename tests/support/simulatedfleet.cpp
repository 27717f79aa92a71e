// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/simulatedfleet.h"

#include <algorithm>

namespace lockscope::test
{

using namespace std::chrono_literals;

namespace
{

const Instant Start = Instant() + 1000h;
const NodeId Server{QByteArrayLiteral("127.0.0.1:6379")};

} // namespace

SimulatedFleet::SimulatedFleet(quint32 seed) : m_random(seed), m_table(Registry::builtIn())
{
    m_table.dropUnseen(Server, {}, Start, Start); // a first pass that met nothing
    every(500ms, [this] {
        m_table.judge(Start + m_now);
        tell();
    });
    every(2s, [this] {
        m_table.setClock(Server, WallTime(Epoch + serverClock() + among(-3ms, 3ms)), Start + m_now);
        for (auto waiting = m_waiting.cbegin(); waiting != m_waiting.cend(); ++waiting)
            m_table.setWaiters({waiting.key()}, waiting->first, Start + m_now, waiting->second);
        tell();
    });
}

bool SimulatedFleet::exists(const QByteArray &key)
{
    const auto found = m_keys.constFind(key);
    if (found != m_keys.cend() && found->expiresAt && *found->expiresAt <= serverClock())
        m_keys.remove(key);
    return m_keys.contains(key);
}

void SimulatedFleet::expire(const QByteArray &key, milliseconds ttl)
{
    if (exists(key))
        m_keys[key].expiresAt = serverClock() + ttl;
}

void SimulatedFleet::changed(const QByteArray &lock)
{
    after(among(1ms, 8ms), [this, lock] { readLock(lock); });
}

void SimulatedFleet::wait(const QByteArray &lock, qint64 subscribed, std::vector<QueuedWaiter> listening)
{
    m_waiting[lock] = {subscribed, std::move(listening)};
}

void SimulatedFleet::stepServerClock(milliseconds by)
{
    m_serverSkew += by;
}

milliseconds SimulatedFleet::among(milliseconds least, milliseconds most)
{
    return milliseconds(least.count() + m_random.bounded(int(most.count() - least.count() + 1)));
}

void SimulatedFleet::after(milliseconds pause, std::function<void()> what)
{
    m_agenda.emplace(m_now + pause, std::move(what));
}

void SimulatedFleet::every(milliseconds period, std::function<void()> what)
{
    after(period, [this, period, what] {
        what();
        every(period, what);
    });
}

void SimulatedFleet::runFor(milliseconds time)
{
    const milliseconds end = m_now + time;
    while (!m_agenda.empty() && m_agenda.begin()->first <= end) {
        const auto next = m_agenda.begin();
        m_now = next->first;
        const std::function<void()> what = std::move(next->second);
        m_agenda.erase(next);
        what();
    }
    m_now = end;
}

KeyReading SimulatedFleet::readKey(const QByteArray &key)
{
    KeyReading reading;
    reading.key.bytes = key;
    reading.readAt = Start + m_now;
    reading.wallAt = WallTime(Epoch + m_now + m_ownSkew);
    if (!exists(key))
        return reading;
    const Value &value = m_keys[key];
    reading.type = value.type;
    reading.string = value.string;
    reading.fields.assign(value.fields.begin(), value.fields.end());
    reading.members = value.members;
    reading.size = value.type == ValueType::String ? value.string.size()
                   : value.type == ValueType::Hash ? qint64(value.fields.size())
                                                   : qint64(value.members.size());
    if (value.expiresAt)
        reading.ttl = *value.expiresAt - serverClock();
    return reading;
}

void SimulatedFleet::readLock(const QByteArray &lock)
{
    ++m_readings;
    KeyReading reading = readKey(lock);
    if (m_waiting.value(lock).first > 0) {
        for (const auto &format : Registry::builtIn().formats()) {
            const std::optional<QByteArray> channel = format->wakeChannel({lock});
            const LockPtr known = m_table.find({lock});
            if (channel && (!known || known->kind == format->kind()))
                reading.listened = *channel;
        }
    }
    for (const CompanionKey &companion : Registry::builtIn().companions(reading)) {
        if (KeyReading beside = readKey(companion.key.bytes); beside.type != ValueType::None)
            reading.companions.push_back(std::move(beside));
    }
    reading.companionsRead = true;
    m_table.apply(reading, Server, 0, EventSource::Tracking);
    schedule(lock);
    tell();
}

// As Follower::schedule() does.
void SimulatedFleet::schedule(const QByteArray &lock)
{
    const LockPtr known = m_table.find({lock});
    std::optional<Instant> next = m_table.nextReading({lock});
    const auto consider = [&next, &known](std::optional<Instant> deadline) {
        if (!deadline)
            return;
        const Instant due = *deadline <= known->readAt ? known->readAt + 1s : *deadline + 5ms;
        next = std::min(next.value_or(due), due);
    };
    if (known)
        consider(known->expiresAt);
    for (qsizetype i = 0; known && i < known->holders.size(); ++i)
        consider(known->holders[i].expiresAt);
    if (!next) {
        m_due.remove(lock);
        return;
    }
    const milliseconds due = std::chrono::ceil<milliseconds>(*next - Start) + 1ms;
    m_due[lock] = due;
    after(due - m_now, [this, lock, due] {
        if (m_due.value(lock, -1ms) == due)
            readLock(lock);
    });
}

void SimulatedFleet::tell()
{
    for (const LockPtr &lock : m_table.takeDelta().upserted) {
        if (onLock)
            onLock(*lock);
    }
}

} // namespace lockscope::test
