// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Parses CLIENT LIST: one client per line, words of name=value. The set of names differs between servers
// (Redis 2.4 to 8, Valkey). Pure; any thread. Skips lines without an address, and unknown words.

#include "core/base/clock.h"
#include "core/redis/reply.h"

#include <QByteArray>
#include <QByteArrayView>

#include <optional>
#include <vector>

namespace lockscope
{

struct ClientSight {
    qint64 id = 0;
    QByteArray address{}; // "10.0.0.7:50312", "[::1]:50312", "/run/redis.sock:0"
    QByteArray name{};

    QByteArray host() const; // the address without its port
    friend bool operator==(const ClientSight &, const ClientSight &) = default;
};

// CLIENT LIST ID commands for these connections, split so that none blocks the server for long.
std::vector<Command> clientListsOf(const std::vector<qint64> &ids);
std::vector<ClientSight> readClientList(const QByteArray &text);
// A client that a command keeps asleep until a list has an element for it. Redis does not say which list.
struct Sleeper {
    ClientSight client{};
    QByteArray command{};   // "blpop"
    milliseconds atLeast{}; // asleep
};
std::vector<Sleeper> readSleepers(const QByteArray &text, int database);
// How many of them have both plain and sharded subscriptions; nullopt: this server does not say it (before
// Redis 7.0.3).
std::optional<qint64> countSubscribedTwice(const QByteArray &text);
// Whether each of these clients with a subscription has selected this database.
bool subscribersUseOnly(int database, const QByteArray &text);
// "10.0.0.7" of "10.0.0.7:50312"
QByteArray hostOfAddress(const QByteArray &address);

} // namespace lockscope
