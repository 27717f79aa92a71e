// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// "rlock": Redisson's reentrant lock. A hash whose one field is the owner (uuid:threadId) and whose value is
// the number of holds; the time to live is the hash's. Spin, fenced, non-reentrant and (without waiters) fair
// locks look the same and are freed the same way. Pure; any thread.

#include "core/formats/format.h"

#include <QCoreApplication>

namespace lockscope
{

class RedissonLock final : public Format
{
    Q_DECLARE_TR_FUNCTIONS(lockscope::RedissonLock)
public:
    LockKind kind() const override { return {"rlock"}; }
    QString title() const override;
    QString legend() const override;
    int rank() const override { return 10; }
    const std::vector<std::string_view> &libraries() const override;
    std::vector<QByteArray> patterns() const override;
    milliseconds defaultLease() const override { return std::chrono::seconds(30); }
    std::optional<milliseconds> watchdogPeriod(milliseconds lease) const override { return lease / 3; }
    bool reentrant() const override { return true; }
    OwnerId makeOwner() const override;

    NameRole roleOf(QByteArrayView key) const override;
    bool mayBe(const KeySight &sight) const override { return sight.type == ValueType::Hash; }
    std::optional<Decoded> decode(const KeyReading &reading) const override;
    QStringList explain(const KeyReading &reading) const override;
    std::optional<QByteArray> wakeChannel(const LockName &key) const override;
    Outcome<ActPlan> plan(const ActRequest &request, const Lock *seen) const override;

private:
    void planAcquire(const ActRequest &request, ActPlan &plan) const;
    void planRenew(const ActRequest &request, ActPlan &plan) const;
    void planRelease(const ActRequest &request, const Lock *seen, ActPlan &plan) const;
    void planForceRelease(const ActRequest &request, ActPlan &plan) const;
    void planWake(ActPlan &plan) const;
    void planSetExpiry(const ActRequest &request, const Lock *seen, ActPlan &plan) const;
};

} // namespace lockscope
