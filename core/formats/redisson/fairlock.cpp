// SPDX-License-Identifier: GPL-3.0-or-later
// Facts: redisson/redisson: RedissonFairLock.java, RedissonNonReentrantFairLock.java, 3.5.0 to 4.7.0. Each of
// its scripts first drops the waiters at the head whose deadline has passed. A deadline is that of the waiter
// before, plus the time the waiter is willing to wait (fairLockWaitTimeout: 5 min, 5 s before 3.13.3). Queue
// and deadlines have no expiry. Only the head of the queue can take the lock, so a dead head blocks it until
// its deadline.
#include "core/formats/redisson/fairlock.h"

#include "core/formats/planning.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace lockscope
{

namespace
{

constexpr milliseconds UsualPatience = std::chrono::minutes(5); // fairLockWaitTimeout

std::optional<Instant> deadlineOf(const OwnerId &waiter, const KeyReading *deadlines,
                                  const KeyReading &reading)
{
    if (!deadlines)
        return {};
    const auto found = std::find_if(deadlines->members.begin(), deadlines->members.end(),
                                    [&waiter](const Member &member) { return member.bytes == waiter.bytes; });
    if (found == deadlines->members.end() || !(std::abs(found->score) < 9e15))
        return {};
    return reading.instantOf(milliseconds(qint64(found->score)));
}

std::vector<QueuedWaiter> queueOf(const KeyReading &reading)
{
    std::vector<QueuedWaiter> queue;
    const KeyReading *list = reading.companion(redisson::queueKey(reading.key.bytes));
    if (!list)
        return queue;
    const KeyReading *deadlines = reading.companion(redisson::deadlinesKey(reading.key.bytes));
    for (const Member &member : list->members) {
        const OwnerId id{member.bytes};
        queue.push_back({.id = id, .deadline = deadlineOf(id, deadlines, reading)});
    }
    return queue;
}

// Of a long list only the first MaxLockMembers are read.
bool isCut(const KeyReading *members)
{
    return members && (members->size < 0 || members->size > qint64(members->members.size()));
}

bool areOwners(const std::vector<QueuedWaiter> &queue)
{
    return std::all_of(queue.begin(), queue.end(), [](const QueuedWaiter &waiter) {
        const std::optional<RedissonOwner> owner = redissonOwner(waiter.id.bytes);
        return owner && !owner->write;
    });
}

std::vector<LockName> companionsThere(const KeyReading &reading)
{
    std::vector<LockName> there;
    for (const QByteArray &key :
         {redisson::queueKey(reading.key.bytes), redisson::deadlinesKey(reading.key.bytes)}) {
        if (reading.companion(key))
            there.push_back({key});
    }
    return there;
}

constexpr std::array<Fingerprint, 4> FairLockPrints{{
    {"c10436d1a94338a33b5ca6ac6f483f6b92193d48", "Redisson", "fair acquire", "3.5.0-3.11.0"},
    {"762bfafa6be221431a0b668685dd15c926483619", "Redisson", "fair acquire", "3.11.1-3.30.0"},
    {"929defe0321e0a4c943b4244951d3a730b6eaabc", "Redisson", "fair acquire", "3.32.0-3.44.0"},
    {"8f6ed299ffd259f0539c20f89253998c0777ea75", "Redisson", "fair acquire", "3.45.0-4.7.0"},
}};

// Asked before the reentrant lock, which matches the same hash without a queue.
const FamilyFacts FairLockFacts = redisson::factsOf({"fair-lock"}, 8, FairLockPrints);

} // namespace

FairLock::FairLock() : RedissonLock(FairLockFacts) {}

QString FairLock::title() const
{
    return tr("Fair lock (Redisson)");
}

QString FairLock::legend() const
{
    return tr("Redisson's reentrant lock with a queue: the thread that has waited longest gets the lock, and "
              "each is notified on its own channel. If the first in the queue has died, no client gets the "
              "lock before its deadline, up to 5 minutes.");
}

NameRole FairLock::roleOf(QByteArrayView key) const
{
    static constexpr QByteArrayView Prefix("redisson_lock_");
    if (!key.startsWith(Prefix))
        return {};
    std::optional<QByteArray> subject = redissonSubject("redisson_lock_queue", key);
    if (!subject)
        subject = redissonSubject("redisson_lock_timeout", key);
    if (!subject)
        return {};
    return {.kind = NameRole::Kind::Companion, .subject = {*subject}};
}

std::vector<QByteArray> FairLock::companionPatterns(QByteArrayView pattern) const
{
    std::vector<QByteArray> globs = redissonPrefixedGlobs("redisson_lock_queue", pattern);
    std::ranges::move(redissonPrefixedGlobs("redisson_lock_timeout", pattern), std::back_inserter(globs));
    return globs;
}

std::vector<CompanionKey> FairLock::companions(const KeyReading &reading) const
{
    if (reading.type != ValueType::None && !hasHold(reading))
        return {};
    std::vector<CompanionKey> keys(2);
    keys[0].key = {redisson::queueKey(reading.key.bytes)};
    keys[1].key = {redisson::deadlinesKey(reading.key.bytes)};
    return keys;
}

// Free and without a queue, but a waiter listens for its turn: its entry was dropped at its deadline. Only
// one of them is known here.
std::optional<Decoded> FairLock::decodeUnqueued(const KeyReading &reading) const
{
    const QByteArray common = *wakeChannel(reading.key) + ':';
    if (reading.type != ValueType::None || !reading.listened.startsWith(common))
        return {};
    Decoded decoded{.kind = kind(), .libraries = &libraries(), .confidence = Confidence::Likely};
    decoded.queue.push_back({.id = {reading.listened.sliced(common.size())}, .alive = true});
    decoded.queueIsCut = true;
    return areOwners(decoded.queue) ? std::optional(decoded) : std::nullopt;
}

std::optional<Decoded> FairLock::decode(const KeyReading &reading) const
{
    if (!redisson::hasQueue(reading) && !reading.listened.isEmpty()) {
        if (std::optional<Decoded> free = decodeUnqueued(reading))
            return free;
    }
    if (!redisson::hasQueue(reading))
        return reading.ruled == kind() ? decodeHold(reading) : std::nullopt;
    std::optional<Decoded> decoded = decodeHold(reading);
    if (!decoded && reading.type == ValueType::None)
        decoded = Decoded{.kind = kind(), .libraries = &libraries()};
    if (!decoded)
        return {};
    decoded->confidence = Confidence::Certain;
    decoded->queue = queueOf(reading);
    decoded->queueIsCut = isCut(reading.companion(redisson::queueKey(reading.key.bytes)));
    if (!areOwners(decoded->queue))
        return {};
    decoded->extras = std::make_shared<const LockExtras>(LockExtras{.companions = companionsThere(reading)});
    return decoded;
}

QStringList FairLock::explain(const KeyReading &reading) const
{
    const std::optional<Decoded> decoded = decode(reading);
    if (!decoded)
        return {};
    if (!redisson::hasQueue(reading) && reading.type == ValueType::None)
        return {tr("The key does not exist: the lock is free. A client listens on %1, where one waiter is "
                   "notified, but the queue is gone: a waiter is dropped from it at its deadline, and may "
                   "still wait")
                    .arg(escapedText(reading.listened))};
    if (!redisson::hasQueue(reading))
        return holdLines(reading);
    QStringList lines{tr("A queue of waiters for this key exists: Redisson's fair lock")};
    const int count = int(decoded->queue.size());
    lines << (decoded->queueIsCut
                  ? tr("At least %n thread(s) in the queue; only the first of them can get the lock", nullptr,
                       count)
                  : tr("%n thread(s) in the queue; only the first of them can get the lock", nullptr, count));
    if (decoded->holders.isEmpty())
        lines << tr("The lock is free. Either it is just passing to the first in the queue, or that one was "
                    "not notified or is dead, and all others wait for its deadline");
    const bool undated = std::any_of(decoded->queue.begin(), decoded->queue.end(),
                                     [](const QueuedWaiter &waiter) { return !waiter.deadline; });
    if (undated && isCut(reading.companion(redisson::deadlinesKey(reading.key.bytes))))
        lines << tr("Not all deadlines were read: those not shown are unknown");
    else if (undated && reading.companionsRead)
        lines << tr("A waiter without a deadline is never dropped by others: remove it if it is dead");
    lines << tr("The deadlines come from the clocks of the waiting programs: others drop a waiter from the "
                "head of the queue once its deadline has passed");
    return lines << holdLines(reading);
}

std::optional<QByteArray> FairLock::waiterChannel(const LockName &key, const OwnerId &owner) const
{
    return *wakeChannel(key) + ':' + owner.bytes;
}

std::vector<QByteArray> FairLock::keysToFree(const LockName &key) const
{
    return {key.bytes, redisson::queueKey(key.bytes), redisson::deadlinesKey(key.bytes)};
}

void FairLock::planAcquire(ActDraft &draft) const
{
    const milliseconds wait = draft.request.wait;
    const bool waits = wait > milliseconds(0);
    draft.plan.keys = keysToFree(draft.request.key);
    if (!draft.send("redisson-fair-acquire",
                    {draft.owner.bytes, millisecondsText(draft.lease),
                     millisecondsText(waits ? wait : UsualPatience), waits ? "queue" : "once"}))
        return;
    const QString owner = draft.ownerText();
    draft.steps << tr(
        "Drops waiters from the head of the queue whose deadline has passed, as every Redisson client does");
    draft.steps
        << tr("If the lock is free, and the queue is empty or %1 is first, makes %1 its holder").arg(owner);
    draft.steps << tr("If %1 already holds it, adds one hold").arg(owner);
    draft.steps << tr("Sets the expiry to %1 from now").arg(draft.leaseText());
    if (waits) {
        draft.steps
            << tr("Otherwise puts %1 at the end of the queue, with a deadline %2 after the previous one")
                   .arg(owner, humanDuration(wait));
        draft.steps << tr("When it gives up, it leaves the queue");
    } else {
        draft.steps << tr("Otherwise does not queue, and reports the holder and the remaining time");
    }
    tellWaiting(draft, waiterChannel(draft.request.key, draft.owner));
}

void FairLock::planWake(ActDraft &draft) const
{
    const QByteArray channel = announce(draft);
    draft.plan.keys = keysToFree(draft.request.key);
    std::vector<QByteArray> arguments{channel, wakeMessage()};
    const std::vector<QByteArray> unqueued = unqueuedChannels(draft);
    arguments.insert(arguments.end(), unqueued.begin(), unqueued.end());
    const std::vector<QByteArray> dead = deadWaiters(draft);
    arguments.insert(arguments.end(), dead.begin(), dead.end());
    if (!draft.send("redisson-fair-wake", std::move(arguments)))
        return;
    draft.steps << tr("Publishes %1 on the channel of the first live waiter, %2, so that it retries")
                       .arg(QString::fromLatin1(wakeMessage()), escapedText(channel + ":uuid:thread"));
    draft.steps << wakingLine(unqueued);
    draft.steps << tr("If the lock is free: drops waiters from the head of the queue whose deadline has "
                      "passed, but notifies them before");
    if (!draft.seen || !draft.seen->held())
        draft.steps << droppingLine(dead);
    draft.steps << tr("A held lock and its queue are not changed");
    draft.warnings << tr("Waiters of Redisson before 3.32.0 may sleep until they are notified: if such "
                         "clients wait further back, publish on their channels too");
}

std::optional<Failure> FairLock::impossible(const ActRequest &request, const Lock *seen) const
{
    if (request.act != ActKind::RemoveShare)
        return {};
    if (request.owner.isEmpty())
        return badInput(request.key, tr("no waiter was specified to remove from the queue"),
                        tr("specify the waiter as the queue shows it"));
    const bool holds = seen && std::any_of(seen->holders.begin(), seen->holders.end(),
                                           [&](const Holder &holder) { return holder.id == request.owner; });
    if (holds && request.wait <= milliseconds(0))
        return badInput(
            request.key,
            tr("%1 holds the lock and does not wait for it").arg(escapedText(request.owner.bytes)),
            tr("use force-release"));
    return {};
}

void FairLock::planRemoveShare(ActDraft &draft) const
{
    const milliseconds wait = draft.request.wait;
    const bool leaves = wait > milliseconds(0);
    const QByteArray channel = announce(draft);
    draft.plan.keys = keysToFree(draft.request.key);
    if (!draft.send("redisson-fair-leave", {draft.owner.bytes, leaves ? millisecondsText(wait) : QByteArray(),
                                            channel, wakeMessage()}))
        return;
    draft.steps << tr("Removes %1 from the queue, with its deadline").arg(draft.ownerText());
    if (leaves) {
        draft.steps << tr("Moves the deadlines of those behind it earlier by %1").arg(humanDuration(wait));
        return;
    }
    draft.steps << tr("If it was first and the lock is free: publishes %1 on the channel of the next waiter, "
                      "so that it retries")
                       .arg(QString::fromLatin1(wakeMessage()));
    draft.steps << tr("Leaves the lock and all other waiters as they are");
}

// Found not to listen by those that plan the act; what is not known is left to its deadline.
std::vector<QByteArray> FairLock::deadWaiters(const ActDraft &draft) const
{
    std::vector<QByteArray> dead;
    if (!draft.seen)
        return dead;
    for (const QueuedWaiter &waiter : draft.seen->waiters.queued) {
        if (waiter.alive == false)
            dead.push_back(waiter.id.bytes);
    }
    return dead;
}

// Of waiters that listen but are no longer in the queue. An entry of the queue without a deadline may be
// among them: to notify it does no harm, as it finds out that it is not its turn.
std::vector<QByteArray> FairLock::unqueuedChannels(const ActDraft &draft) const
{
    constexpr size_t Most = 100;
    std::vector<QByteArray> channels;
    if (!draft.seen)
        return channels;
    for (const QueuedWaiter &waiter : draft.seen->waiters.queued) {
        if (waiter.alive == true && !waiter.deadline && channels.size() < Most)
            channels.push_back(*waiterChannel(draft.request.key, waiter.id));
    }
    return channels;
}

QStringList FairLock::forceWarnings(const ActDraft &draft) const
{
    QStringList warnings{
        tr("The old holder's code keeps running and is not notified"),
        tr("Redisson reuses owner ids: a lock that the same thread released and acquired again looks the "
           "same"),
        tr("Only the first in the queue is notified. Waiters of Redisson before 3.32.0 may sleep until they "
           "are notified: if such clients wait further back, publish on their channels too")};
    const bool unknown =
        !draft.seen || std::any_of(draft.seen->waiters.queued.begin(), draft.seen->waiters.queued.end(),
                                   [](const QueuedWaiter &waiter) { return !waiter.alive; });
    if (unknown)
        warnings << tr("Whether the first in the queue is alive is unknown: if it is dead, no client gets "
                       "the lock before its deadline, unless it is removed from the queue");
    return warnings;
}

std::unique_ptr<Format> family_fairlock()
{
    return std::make_unique<FairLock>();
}

} // namespace lockscope
