// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// "rlock": Redisson's reentrant lock. A hash with one field: its name is the owner (uuid:threadId), its value
// the number of holds. The hash's TTL is the lock's. Spin and non-reentrant locks, and a fair lock without
// waiters, look the same and are freed the same way; a fenced lock adds a counter. Their families derive from
// this one. Pure; any thread.

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

    static bool hasHold(const KeyReading &reading); // decodeHold() finds one
    // Decodes a hash with one hold, as this kind. None: the reading has another shape.
    std::optional<Decoded> decodeHold(const KeyReading &reading) const;
    // Decodes a free lock of which only a subscribed channel is left.
    std::optional<Decoded> decodeWaitedFor(const KeyReading &reading) const;

protected:
    // For derived families.
    explicit RedissonLock(const FamilyFacts &facts) : PlannedFamily(facts) {}

    // The owner and the number of holds, for the detail pane.
    static QStringList holdLines(const KeyReading &reading);
    // The step that drops these waiters; none, where there are none.
    static QStringList droppingLine(const std::vector<QByteArray> &dead);
    // The step that notifies waiters on these channels; none, where there are none.
    static QStringList wakingLine(const std::vector<QByteArray> &channels);
    static QString clientLine(const RedissonOwner &owner);
    std::optional<Failure> problem(const ActDraft &draft) const override;
    // Returns why a well-formed request is impossible for this kind.
    virtual std::optional<Failure> impossible(const ActRequest &request, const Lock *seen) const;
    void planAcquire(ActDraft &draft) const override;
    void planRenew(ActDraft &draft) const override;
    void planRelease(ActDraft &draft) const override;
    void planForceRelease(ActDraft &draft) const override;
    void planWake(ActDraft &draft) const override;
    void planSetExpiry(ActDraft &draft) const override;
    // The keys that release and force-release read: the lock, and a queue of waiters with its deadlines.
    virtual std::vector<QByteArray> keysToFree(const LockName &key) const;
    // What the old holder's unlock() does, and what else to know before a force-release.
    virtual QStringList forceWarnings(const ActDraft &draft) const;
    // Of its queue, those for which no client listens; more arguments of the force-release.
    virtual std::vector<QByteArray> deadWaiters(const ActDraft &) const { return {}; }
    // The channels of waiters that listen but are not in its queue; more arguments of the force-release.
    virtual std::vector<QByteArray> unqueuedChannels(const ActDraft &) const { return {}; }

    QStringList freeing(ActDraft &draft) const;
    void tellAcquire(ActDraft &draft) const;
    void tellWaiting(ActDraft &draft, const std::optional<QByteArray> &channel) const;
};

// Functions that the Redisson families share.
namespace redisson
{

// The facts of a family that derives from the reentrant lock.
FamilyFacts factsOf(LockKind kind, int rank, std::span<const Fingerprint> fingerprints);
// For an acquire that names an owner: BadInput if Redisson could not have written it.
std::optional<Failure> ownerProblem(const ActRequest &request);
// The expiry that Redisson sets while holds are left: the lease of the acquire.
milliseconds leaseAfterRelease(const ActDraft &draft);

QByteArray queueKey(QByteArrayView lock);     // a fair lock's waiters: list of owners
QByteArray deadlinesKey(QByteArrayView lock); // the same waiters: sorted set owner -> ms since 1970
QByteArray tokenKey(QByteArrayView lock);     // a fenced lock's counter: string
bool hasQueue(const KeyReading &reading);     // true if either of the two was read
std::optional<qint64> fencingToken(const KeyReading &reading);

} // namespace redisson

} // namespace lockscope
