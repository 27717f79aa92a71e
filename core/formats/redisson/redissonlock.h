// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// "rlock": Redisson's reentrant lock. A hash whose one field is the owner (uuid:threadId) and whose value is
// the number of holds; the time to live is the hash's. Spin and non-reentrant locks, and a fair lock without
// waiters, look the same and are freed the same way; a fenced lock has a counter besides. Their families are
// made from this one. Pure; any thread.

#include "core/formats/format.h"
#include "core/formats/redissonnames.h"

#include <QCoreApplication>

namespace lockscope
{

class RedissonLock : public Format
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
    OwnerParts ownerParts(const OwnerId &id) const override;
    std::span<const Fingerprint> fingerprints() const override;

    NameRole roleOf(QByteArrayView key) const override;
    bool mayBe(const KeySight &sight) const override;
    std::optional<Decoded> decode(const KeyReading &reading) const override;
    QStringList explain(const KeyReading &reading) const override;
    std::optional<QByteArray> wakeChannel(const LockName &key) const override;
    QByteArray channelPattern() const override;
    std::optional<LockName> subjectOfChannel(QByteArrayView channel) const override;
    Outcome<ActPlan> plan(const ActRequest &request, const Lock *seen) const override;

    // The one hold of a lock of this shape, as this family; nothing: the reading has another shape.
    std::optional<Decoded> decodeHold(const KeyReading &reading) const;
    // The lock, free, of which there is nothing but a waiter on its channel.
    std::optional<Decoded> decodeWaitedFor(const KeyReading &reading) const;

protected:
    // Whose it is and how often he holds it.
    static QStringList holdLines(const KeyReading &reading);
    static QString clientLine(const RedissonOwner &owner);
    // Which script takes it, and the further keys and the steps of that.
    virtual void planAcquire(const ActRequest &request, ActPlan &plan) const;
    virtual std::optional<Failure> planWake(const ActRequest &request, ActPlan &plan) const;
    virtual std::optional<Failure> planRemoveShare(const ActRequest &request, const Lock *seen,
                                                   ActPlan &plan) const;
    // The keys that giving it back and taking it away look at: the lock, a queue of waiters, their deadlines.
    virtual std::vector<QByteArray> keysToFree(const LockName &key) const;
    // What its old holder's unlock() does, and what else is to be known before a force-release.
    virtual QStringList forceWarnings() const;

    void planAcquireSteps(const ActRequest &request, ActPlan &plan) const;
    void planWaiting(const ActRequest &request, const std::optional<QByteArray> &channel,
                     ActPlan &plan) const;
    milliseconds leaseAfterRelease(const ActRequest &request, const Lock *seen) const;

private:
    void planRenew(const ActRequest &request, ActPlan &plan) const;
    void planRelease(const ActRequest &request, const Lock *seen, ActPlan &plan) const;
    void planForceRelease(const ActRequest &request, ActPlan &plan) const;
    void planSetExpiry(const ActRequest &request, const Lock *seen, ActPlan &plan) const;
};

// What Redisson's locks share besides.
namespace redisson
{

QByteArray queueKey(QByteArrayView lock);     // a fair lock's waiters: list of owners
QByteArray deadlinesKey(QByteArrayView lock); // the same: sorted set owner -> ms since 1970
QByteArray tokenKey(QByteArrayView lock);     // a fenced lock's counter: string
bool hasQueue(const KeyReading &reading);     // one of the two was read
std::optional<qint64> fencingToken(const KeyReading &reading);

} // namespace redisson

} // namespace lockscope
