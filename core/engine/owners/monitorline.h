// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What MONITOR tells, and what can be learnt from it: which client an owner is. A line is a time, a database
// and a client in brackets, and the arguments in quotes, escaped (server.c, replicationFeedMonitors):
//   1700000000.123456 [0 127.0.0.1:50312] "evalsha" "6866…" "1" "lock:a" "30000" "6f96e4a5-…:61"
// What a script runs inside comes by itself, with "lua" for the client. Pure; any thread.

#include "core/values/lock.h"

#include <vector>

namespace lockscope
{

struct MonitorLine {
    int db = 0;
    QByteArray client{}; // "127.0.0.1:50312", "unix:/run/redis.sock", "lua"
    std::vector<QByteArray> arguments{};
};
// Nothing: no such line.
std::optional<MonitorLine> readMonitorLine(QByteArrayView line);
// Bytes as they stand between the quotes of such a line (sds.c, sdscatrepr).
QByteArray monitorEscaped(QByteArrayView bytes);

// An owner that is asked for, and what else names him.
struct SoughtOwner {
    OwnerId id{};
    QByteArray client{}; // what all ids of his client have in common; empty: nothing
};

// Learns from the lines it is given. It keeps addresses and counts, and nothing of the lines.
class MonitorEars
{
public:
    MonitorEars(const LockName &key, const std::vector<SoughtOwner> &owners);

    void hear(QByteArrayView line);
    bool knowsAll() const;
    qint64 lines() const { return m_lines; }
    qint64 named() const { return m_named; } // of them, that name the key or an owner
    HolderClients learnt() const;            // addresses only

private:
    struct Sought {
        OwnerId id{};
        QByteArray client{};
        QByteArray needle{}; // as it stands in a line
        QByteArray address{};
    };
    bool tells(const Sought &owner, const MonitorLine &line) const;

    QByteArray m_key;
    QByteArray m_keyNeedle;
    std::vector<Sought> m_owners;
    qint64 m_lines = 0;
    qint64 m_named = 0;
};

} // namespace lockscope
