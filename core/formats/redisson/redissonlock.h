// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// "rlock": Redisson's reentrant lock. A hash whose one field is the owner (uuid:threadId) and whose value is
// the number of holds; the time to live is the hash's. Spin and non-reentrant locks, and a fair lock without
// waiters, look the same and are freed the same way; a fenced lock has a counter besides. Their families are
// made from this one. Pure; any thread.

#include "core/formats/family.h"
#include "core/formats/redissonnames.h"

#include <QCoreApplication>

namespace lockscope
{

class RedissonLock : public PlannedFamily
{
    Q_DECLARE_TR_FUNCTIONS(lockscope::RedissonLock)
public:
    RedissonLock();

    QString title() const override;
    QString legend() const override;
    OwnerId makeOwner() const override;
    OwnerParts ownerParts(const OwnerId &id) const override;

    NameRole roleOf(QByteArrayView key) const override;
    bool mayBe(const KeySight &sight) const override;
    std::optional<Decoded> decode(const KeyReading &reading) const override;
    QStringList explain(const KeyReading &reading) const override;
    std::optional<QByteArray> wakeChannel(const LockName &key) const override;
    QByteArray channelPattern() const override;
    std::optional<LockName> subjectOfChannel(QByteArrayView channel) const override;

    // The one hold of a lock of this shape, as this family; nothing: the reading has another shape.
    std::optional<Decoded> decodeHold(const KeyReading &reading) const;
    // The lock, free, of which there is nothing but a waiter on its channel.
    std::optional<Decoded> decodeWaitedFor(const KeyReading &reading) const;

protected:
    // One that is made from it.
    explicit RedissonLock(const FamilyFacts &facts) : PlannedFamily(facts) {}

    // Whose it is and how often he holds it.
    static QStringList holdLines(const KeyReading &reading);
    static QString clientLine(const RedissonOwner &owner);
    std::optional<Failure> problem(const ActDraft &draft) const override;
    // What of a well-formed request cannot be done.
    virtual std::optional<Failure> impossible(const ActRequest &request, const Lock *seen) const;
    // Which script takes it, and the further keys and the steps of that.
    void planAcquire(ActDraft &draft) const override;
    void planRenew(ActDraft &draft) const override;
    void planRelease(ActDraft &draft) const override;
    void planForceRelease(ActDraft &draft) const override;
    void planWake(ActDraft &draft) const override;
    void planSetExpiry(ActDraft &draft) const override;
    // The keys that giving it back and taking it away look at: the lock, a queue of waiters, their deadlines.
    virtual std::vector<QByteArray> keysToFree(const LockName &key) const;
    // What its old holder's unlock() does, and what else is to be known before a force-release.
    virtual QStringList forceWarnings() const;

    QStringList freeing(ActDraft &draft) const;
    void tellAcquire(ActDraft &draft) const;
    void tellWaiting(ActDraft &draft, const std::optional<QByteArray> &channel) const;
};

// What Redisson's locks share besides.
namespace redisson
{

// The facts of a lock that is made from the reentrant one.
FamilyFacts factsOf(LockKind kind, int rank, std::span<const Fingerprint> fingerprints);
// Of an acquire that names an owner: it is none of Redisson.
std::optional<Failure> ownerProblem(const ActRequest &request);
// What Redisson sets while holds are left: the lease it was taken with.
milliseconds leaseAfterRelease(const ActDraft &draft);

QByteArray queueKey(QByteArrayView lock);     // a fair lock's waiters: list of owners
QByteArray deadlinesKey(QByteArrayView lock); // the same: sorted set owner -> ms since 1970
QByteArray tokenKey(QByteArrayView lock);     // a fenced lock's counter: string
bool hasQueue(const KeyReading &reading);     // one of the two was read
std::optional<qint64> fencingToken(const KeyReading &reading);

} // namespace redisson

} // namespace lockscope
