// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The first commands of a connection and their replies: AUTH, SELECT, READONLY (to a replica), CLIENT
// SETNAME, CLIENT ID, PING. Sent in one write; the replies come in order. Pure: a session feeds it. PING is
// needed because a server that is loading, busy or without its master answers all the others.

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
    qint64 clientId() const { return m_clientId; }       // 0: the server does not report it

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

// Argument of the session's own PING on a silent subscription. Its reply is not passed on.
constexpr QByteArrayView HealthMark("lockscope:health");
bool isPong(const Reply &reply);
bool isHealthAnswer(const Reply &reply);
// A refused PING also shows that the connection is alive.
bool isPingRefusal(const Reply &reply);

} // namespace lockscope
