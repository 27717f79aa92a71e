// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// One lock and two owners on a FamilyServer, for tests of the scripts of acts. Derived classes call
// m_server.clear() in init().

#include "tests/support/familyserver.h"

namespace lockscope::test
{

class ScriptTest : public QObject
{
protected:
    static inline const OwnerId ann{QByteArrayLiteral("8743c9c0-0795-4907-87fd-6c719a6b4586:57")};
    static inline const OwnerId bob{QByteArrayLiteral("0b0b0b0b-0795-4907-87fd-6c719a6b4586:1")};
    static inline const LockName key{QByteArrayLiteral("lock:order")};
    static inline const QByteArray channel = QByteArrayLiteral("redisson_lock__channel:{lock:order}");

    // Without a key: that of the lock.
    Receipt act(const QByteArray &kind, ActRequest request, const Lock *seen = nullptr)
    {
        if (request.key.isEmpty())
            request.key = key;
        return m_server.act(kind, request, seen);
    }
    Reply call(Command command) { return m_server.call(std::move(command)); }
    qint64 pttl() { return m_server.pttl(key.bytes); }
    bool exists() { return m_server.exists(key.bytes); }
    QByteArray dump() { return m_server.dump(key.bytes); }

    FamilyServer m_server;
};

} // namespace lockscope::test
