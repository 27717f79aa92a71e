// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// "rw-lock": Redisson's read-write lock. A hash has the field mode (read or write), and the number of holds
// in the field uuid:threadId of each reader and uuid:threadId:write of the writer. Each read hold has a key,
// {name}:uuid:threadId:rwlock_timeout:n, whose TTL is that hold's. A holder's id is its field. Pure; any
// thread.

#include "core/formats/redisson/redissonlock.h"

namespace lockscope
{

class RwLock final : public RedissonLock
{
    Q_DECLARE_TR_FUNCTIONS(lockscope::RwLock)
public:
    RwLock();

    QString title() const override;
    QString legend() const override;

    NameRole roleOf(QByteArrayView key) const override;
    std::vector<QByteArray> companionPatterns(QByteArrayView pattern) const override;
    std::vector<CompanionKey> companions(const KeyReading &reading) const override;
    bool hasEssentialCompanions() const override { return true; }
    std::optional<Decoded> decode(const KeyReading &reading) const override;
    QStringList explain(const KeyReading &reading) const override;
    std::optional<QByteArray> wakeChannel(const LockName &key) const override;
    QByteArray wakeMessage() const override { return QByteArrayLiteral("1"); } // wakes all waiters, not one
    QByteArray channelPattern() const override;
    std::optional<LockName> subjectOfChannel(QByteArrayView channel) const override;

protected:
    // Acquire: Exclusive means write. Renew, release, remove-share: Exclusive means the owner's read holds,
    // or its write holds if it has no read holds. An owner written uuid:threadId:write is always the writer.
    std::optional<Failure> problem(const ActDraft &draft) const override;
    std::vector<QByteArray> keysOf(const LockName &key) const override;
    void planAcquire(ActDraft &draft) const override;
    void planRenew(ActDraft &draft) const override;
    void planRelease(ActDraft &draft) const override;
    void planForceRelease(ActDraft &draft) const override;
    void planWake(ActDraft &draft) const override;
    void planSetExpiry(ActDraft &draft) const override;
    void planRemoveShare(ActDraft &draft) const override;
};

} // namespace lockscope
