// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Parses MONITOR and learns from it which client an owner is. A line has a time, database and client in
// brackets, and the arguments in quotes, escaped (server.c, replicationFeedMonitors):
//  1700000000.123456 [0 127.0.0.1:50312] "evalsha" "6866…" "1" "lock:a" "30000" "6f96e4a5-…:61"
// Commands inside a script have lines of their own, with "lua" as the client. Pure; any thread.

#include "core/engine/owners/monitorlistener.h"
#include "core/values/lock.h"

#include <vector>

namespace lockscope
{

struct MonitorLine {
    int db = 0;
    QByteArray client{}; // "127.0.0.1:50312", "unix:/run/redis.sock", "lua"
    std::vector<QByteArray> arguments{};
};
// nullopt: not such a line.
std::optional<MonitorLine> readMonitorLine(QByteArrayView line);
// Escapes bytes as between the quotes of such a line (sds.c, sdscatrepr).
QByteArray monitorEscaped(QByteArrayView bytes);

// An owner to find, and its client.
struct SoughtOwner {
    OwnerId id{};
    QByteArray client{}; // shared by all ids of the client; empty: none
};

// Learns from the given lines. Keeps only addresses and counts, never a line.
class MonitorEars final : public MonitorListener
{
public:
    MonitorEars(const LockName &key, const std::vector<SoughtOwner> &owners);

    void hear(QByteArrayView line) override;
    bool knowsAll() const override;
    qint64 lines() const override { return m_lines; }
    qint64 named() const override { return m_named; }
    HolderClients learnt() const; // addresses only

private:
    struct Sought {
        OwnerId id{};
        QByteArray client{};
        QByteArray needle{}; // its escaped form in a line
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
