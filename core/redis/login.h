// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The first commands of a connection and what their replies mean: AUTH, SELECT, READONLY (to a replica),
// CLIENT SETNAME, CLIENT ID, PING. One write, replies in order. Pure: a session feeds it. PING is there
// because a server that is loading, busy or cut off from its master answers all the others.

#include "core/redis/reply.h"
#include "core/values/connection/connection.h"

#include <vector>

namespace lockscope
{

class Login
{
public:
    Login(const ConnectionSpec &spec, const NodeId &node);

    const QByteArray &wire() const { return m_wire; }
    enum class Step { More, Done, Refused };
    Step next(const Reply &reply);
    const Failure &failure() const { return m_failure; } // after Refused
    qint64 clientId() const { return m_clientId; }       // 0: the server does not tell

private:
    enum class Asked { Auth, Select, ReadOnly, SetName, ClientId, Ping };
    Step refuse(Asked asked, const QByteArray &text);
    void describeDatabase(const QByteArray &text);

    QByteArray m_wire;
    std::vector<Asked> m_asked;
    size_t m_answered = 0;
    qint64 m_clientId = 0;
    int m_db = 0;
    QByteArray m_password;
    NodeId m_node;
    Failure m_failure;
};

// Argument of the session's own PING on a silent subscription; its answer is not passed on.
constexpr QByteArrayView HealthMark("lockscope:health");
bool isPong(const Reply &reply);
bool isHealthAnswer(const Reply &reply);
// For a user without the right to PING: it came, so the connection lives.
bool isPingRefusal(const Reply &reply);

} // namespace lockscope
