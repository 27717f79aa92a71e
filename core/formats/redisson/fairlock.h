// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// "fair-lock": Redisson's reentrant lock with a queue. Waiting threads are in a list,
// redisson_lock_queue:{name}. Each has a deadline in a sorted set, redisson_lock_timeout:{name}, and a
// wake-up channel of its own. Without waiters it looks like a reentrant lock. Pure; any thread.

#include "core/formats/redisson/redissonlock.h"

namespace lockscope
{

class FairLock final : public RedissonLock
{
    Q_DECLARE_TR_FUNCTIONS(lockscope::FairLock)
public:
    FairLock();

    QString title() const override;
    QString legend() const override;

    NameRole roleOf(QByteArrayView key) const override;
    std::vector<QByteArray> companionPatterns(QByteArrayView pattern) const override;
    std::vector<CompanionKey> companions(const KeyReading &reading) const override;
    std::optional<Decoded> decode(const KeyReading &reading) const override;
    QStringList explain(const KeyReading &reading) const override;
    std::optional<QByteArray> waiterChannel(const LockName &key, const OwnerId &owner) const override;
    bool queues() const override { return true; }
    QByteArray channelPattern() const override { return {}; } // covered by the reentrant lock's pattern
    std::optional<LockName> subjectOfChannel(QByteArrayView) const override { return {}; }

protected:
    std::vector<QByteArray> keysToFree(const LockName &key) const override;
    void planAcquire(ActDraft &draft) const override;
    void planWake(ActDraft &draft) const override;
    void planRemoveShare(ActDraft &draft) const override;
    std::optional<Failure> impossible(const ActRequest &request, const Lock *seen) const override;
    QStringList forceWarnings(const ActDraft &draft) const override;
    std::vector<QByteArray> deadWaiters(const ActDraft &draft) const override;
    std::vector<QByteArray> unqueuedChannels(const ActDraft &draft) const override;

private:
    std::optional<Decoded> decodeUnqueued(const KeyReading &reading) const;
};

} // namespace lockscope
