// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// "fenced-lock": Redisson's reentrant lock with a counter, redisson_lock_token:{name}, that grows with every
// acquire and outlives the lock. Pure; any thread.

#include "core/formats/redisson/redissonlock.h"

namespace lockscope
{

class FencedLock final : public RedissonLock
{
    Q_DECLARE_TR_FUNCTIONS(lockscope::FencedLock)
public:
    FencedLock();

    QString title() const override;
    QString legend() const override;

    NameRole roleOf(QByteArrayView key) const override;
    std::vector<QByteArray> companionPatterns(QByteArrayView pattern) const override;
    std::vector<CompanionKey> companions(const KeyReading &reading) const override;
    std::optional<Decoded> decode(const KeyReading &reading) const override;
    QStringList explain(const KeyReading &reading) const override;
    QByteArray channelPattern() const override { return {}; } // covered by the reentrant lock's pattern
    std::optional<LockName> subjectOfChannel(QByteArrayView) const override { return {}; }

protected:
    void planAcquire(ActDraft &draft) const override;
    QStringList forceWarnings(const ActDraft &draft) const override;
};

} // namespace lockscope
