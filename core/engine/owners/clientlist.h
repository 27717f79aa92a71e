// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What CLIENT LIST tells: one client a line, words of name=value, of which each server has its own set
// (Redis 2.4 to 8, Valkey). Pure; any thread. A line without an address is passed over, an unknown word too.

#include "core/redis/reply.h"

#include <QByteArray>
#include <QByteArrayView>

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

// The questions for these connections only, so many a question that none holds up the server.
std::vector<Command> clientListsOf(const std::vector<qint64> &ids);
std::vector<ClientSight> readClientList(const QByteArray &text);
// "10.0.0.7" of "10.0.0.7:50312"
QByteArray hostOfAddress(const QByteArray &address);

} // namespace lockscope
