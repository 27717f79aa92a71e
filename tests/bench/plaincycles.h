// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Cycles of acquiring and releasing locks by a client that does nothing else: what it sends is encoded
// beforehand, and each answer is only counted. The least that any client could cost. Linux.

#include "tests/bench/lockrequests.h"

#include <sys/epoll.h>

namespace lockscope::bench
{

struct Scripted {
    QByteArray acquire{}; // as it goes over the wire
    QByteArray release{};
};

inline QByteArray wireOf(const Command &command)
{
    Batch batch;
    batch.add(command);
    return batch.wire();
}

// One connection with cycles under way, each answer followed by the other half of its cycle.
class PlainCycles
{
public:
    PlainCycles(quint16 port, const QByteArray &kind, int first, int count) : m_connection(port)
    {
        for (int i = first; i < first + count; ++i) {
            const Halves halves = halvesOf(kind, keyOf(i));
            m_scripts.push_back({wireOf(halves.acquire), wireOf(halves.release)});
        }
        m_holds.resize(size_t(count));
    }
    int socket() const { return m_connection.descriptor(); }
    void start()
    {
        m_ending = false;
        m_idle = 0;
        QByteArray wire;
        for (const Scripted &one : m_scripts)
            wire += one.acquire;
        m_connection.send(wire);
    }
    // Reads what there is, and sends what follows from it. False when it has come to its end.
    bool step(Clock::time_point end)
    {
        char buffer[65536];
        const auto got = ::recv(socket(), buffer, sizeof buffer, 0);
        if (got <= 0)
            qFatal("the server hung up");
        m_in.append(buffer, got);
        m_ending = m_ending || Clock::now() >= end;
        m_out.resize(0);
        qsizetype from = 0;
        for (qsizetype size = answerAt(from); size > 0; size = answerAt(from)) {
            from += size;
            follow();
        }
        m_in.remove(0, from);
        if (!m_out.isEmpty())
            m_connection.send(m_out);
        return m_idle < m_scripts.size();
    }
    qint64 takeCycles() { return std::exchange(m_cycles, 0); }

private:
    // OK, or an array of five, in eight lines: {"done", owner, count, ttl, woken}. 0: not whole yet.
    qsizetype answerAt(qsizetype from) const
    {
        static const QByteArray ok("+OK\r\n");
        static const QByteArray done("*5\r\n$4\r\ndone\r\n");
        const QByteArrayView rest = QByteArrayView(m_in).sliced(from);
        if (rest.startsWith(ok))
            return ok.size();
        if (rest.size() < done.size())
            return 0;
        if (!rest.startsWith(done))
            qFatal("answered: %s", rest.toByteArray().constData());
        qsizetype end = done.size();
        for (int lines = 3; lines < 8; ++lines) {
            end = rest.indexOf('\n', end) + 1;
            if (end == 0)
                return 0;
        }
        return end;
    }
    void follow()
    {
        const size_t at = std::exchange(m_next, (m_next + 1) % m_scripts.size());
        if (!m_holds[at]) {
            m_holds[at] = true;
            m_out += m_scripts[at].release;
            return;
        }
        m_holds[at] = false;
        ++m_cycles;
        // When they end they end in their order, so that the next answer is always the next one's.
        if (m_ending && (at == 0 || m_idle > 0))
            ++m_idle;
        else
            m_out += m_scripts[at].acquire;
    }

    PlainConnection m_connection;
    std::vector<Scripted> m_scripts;
    std::vector<bool> m_holds;
    size_t m_next = 0;
    size_t m_idle = 0;
    bool m_ending = false;
    QByteArray m_in;
    QByteArray m_out;
    qint64 m_cycles = 0;
};

inline double plainCycles(std::vector<std::unique_ptr<PlainCycles>> &connections, milliseconds time)
{
    const auto begin = Clock::now();
    const auto end = begin + time;
    if (connections.size() == 1) {
        connections.front()->start();
        while (connections.front()->step(end)) {
        }
    } else {
        const int epoll = ::epoll_create1(0);
        for (const auto &one : connections) {
            epoll_event event{.events = EPOLLIN, .data = {.ptr = one.get()}};
            ::epoll_ctl(epoll, EPOLL_CTL_ADD, one->socket(), &event);
            one->start();
        }
        for (size_t running = connections.size(); running > 0;) {
            epoll_event events[256];
            const int ready = ::epoll_wait(epoll, events, 256, -1);
            for (int i = 0; i < ready; ++i)
                running -= static_cast<PlainCycles *>(events[i].data.ptr)->step(end) ? 0 : 1;
        }
        ::close(epoll);
    }
    qint64 cycles = 0;
    for (const auto &one : connections)
        cycles += one->takeCycles();
    return double(cycles) / seconds(Clock::now() - begin);
}

} // namespace lockscope::bench
