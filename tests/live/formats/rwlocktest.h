// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// One read-write lock of Redisson and two owners on a FamilyServer. Derived classes call m_server.clear() in
// init().

#include "core/formats/redissonnames.h"
#include "tests/support/familyserver.h"

namespace lockscope::test
{

class RwLockTest : public QObject
{
protected:
    static inline const OwnerId ann{QByteArrayLiteral("8743c9c0-0795-4907-87fd-6c719a6b4586:57")};
    static inline const OwnerId annWrites{ann.bytes + ":write"};
    static inline const OwnerId bob{QByteArrayLiteral("0b0b0b0b-0795-4907-87fd-6c719a6b4586:1")};
    static inline const OwnerId bobWrites{bob.bytes + ":write"};
    static inline const LockName key{QByteArrayLiteral("lock:order")};
    static inline const QByteArray channel = QByteArrayLiteral("redisson_rwlock:{lock:order}");
    static QByteArray holdKey(const OwnerId &owner, int hold)
    {
        return redissonHoldKey(key.bytes, owner.bytes, hold);
    }

    Receipt read(const OwnerId &owner, milliseconds lease = std::chrono::seconds(30))
    {
        return act(ActKind::Acquire, owner, HoldMode::Read, lease);
    }
    Receipt write(const OwnerId &owner, milliseconds lease = std::chrono::seconds(30))
    {
        return act(ActKind::Acquire, owner, HoldMode::Write, lease);
    }
    Receipt act(ActKind act, const OwnerId &owner, HoldMode mode = HoldMode::Exclusive,
                std::optional<milliseconds> lease = {})
    {
        return m_server.act("rw-lock",
                            {.act = act, .key = key, .owner = owner, .mode = mode, .lease = lease});
    }
    QByteArray word(ActKind kind, const OwnerId &owner, HoldMode mode = HoldMode::Exclusive)
    {
        return name(act(kind, owner, mode).result);
    }
    QByteArray field(const QByteArray &field) { return m_server.call({"HGET", key.bytes, field}).bytes; }
    qint64 pttl() { return m_server.pttl(key.bytes); }
    bool exists() { return m_server.exists(key.bytes); }

    FamilyServer m_server;
};

} // namespace lockscope::test
