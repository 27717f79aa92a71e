// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A client that holds and renews a lock as Redisson does, over its own named connection. Ends the program on
// failures that no test is about. Main thread.

#include "core/redis/session.h"
#include "tests/support/finished.h"

#include <memory>

namespace lockscope::test
{

class LockHolder
{
public:
    // name: of the connection; empty: none.
    LockHolder(ConnectionSpec server, const QByteArray &name, QByteArray owner)
        : m_owner(std::move(owner)), m_session(std::make_unique<Session>(writable(std::move(server), name)))
    {
        m_session->open();
        if (!name.isEmpty())
            return;
        // A session has set its own name.
        call({"CLIENT", "SETNAME", ""});
    }

    const QByteArray &owner() const { return m_owner; }
    Session &session() { return *m_session; }
    void leave() { m_session->close(); }
    QByteArray address() // As the server reports it
    {
        for (const QByteArray &word : call({"CLIENT", "INFO"}).bytes.split(' ')) {
            if (word.startsWith("addr="))
                return word.sliced(5);
        }
        return {};
    }

    void take(const QByteArray &key, const QByteArray &lease = "30000")
    {
        call({"EVAL",
              "redis.call('hset', KEYS[1], ARGV[2], 1); return redis.call('pexpire', KEYS[1], ARGV[1])", "1",
              key, lease, m_owner});
    }
    void renew(const QByteArray &key, const QByteArray &lease = "30000")
    {
        call({"EVAL",
              "if redis.call('hexists', KEYS[1], ARGV[2]) == 1 then "
              "redis.call('pexpire', KEYS[1], ARGV[1]); return 1; end; return 0;",
              "1", key, lease, m_owner});
    }

    Reply call(Command command)
    {
        const Outcome<Reply> reply = finished(m_session->call(std::move(command)));
        if (!reply)
            qFatal("%s", qPrintable(reply.failure().line()));
        return *reply;
    }

private:
    static ConnectionSpec writable(ConnectionSpec server, const QByteArray &name)
    {
        server.readOnly = false;
        server.clientName = QString::fromLatin1(name);
        return server;
    }

    QByteArray m_owner;
    std::unique_ptr<Session> m_session;
};

} // namespace lockscope::test
