// SPDX-License-Identifier: GPL-3.0-or-later
// Facts: redisson/redisson: RedissonLock.java, RedissonBaseLock.java, renewal/LockTask.java, 3.5.0 to 4.7.0.
#include "core/formats/redisson/redissonlock.h"

#include "core/base/tr.h"
#include "core/formats/lockwords.h"
#include "core/formats/ownerparts.h"
#include "core/formats/planning.h"
#include "core/formats/shapes.h"

#include <algorithm>
#include <array>
#include <climits>

namespace lockscope
{

namespace
{

struct OneHold {
    RedissonOwner owner{};
    qint64 count = 0;
};

std::optional<OneHold> oneHold(const KeyReading &reading)
{
    if (reading.type != ValueType::Hash || reading.size != 1 || reading.fields.size() != 1)
        return {};
    const auto &[field, value] = reading.fields.front();
    const std::optional<RedissonOwner> owner = redissonOwner(field);
    const std::optional<qint64> count = redissonHoldCount(value);
    // A hash with a write hold is a read-write lock.
    if (!owner || owner->write || !count)
        return {};
    return OneHold{*owner, *count};
}

// The kinds whose keys look like a reentrant lock's.
std::shared_ptr<const LockExtras> alternatives(bool companionsRead)
{
    static const std::vector<LockKind> withoutCompanions{{"spin-lock"}, {"nonreentrant-lock"}, {"fair-lock"}};
    static const std::vector<LockKind> unread{
        {"spin-lock"}, {"nonreentrant-lock"}, {"fair-lock"}, {"fenced-lock"}};
    const auto extras = [](const std::vector<LockKind> &kinds) {
        return std::make_shared<const LockExtras>(LockExtras{.alternatives = &kinds});
    };
    static const std::shared_ptr<const LockExtras> ofRead = extras(withoutCompanions);
    static const std::shared_ptr<const LockExtras> ofUnread = extras(unread);
    return companionsRead ? ofRead : ofUnread;
}

constexpr std::array<Fingerprint, 11> RedissonLockPrints{{
    {"9401052d872adfd0179ef8c8e8c028512707629a", "Redisson", "plain acquire", "3.5.0-3.12.2"},
    {"dad0f8d619e548e04f21fb48d50be5034df3adae", "Redisson", "plain acquire; since 3.15.0 spin acquire",
     "3.12.3-3.18.1; spin 3.15.0-4.7.0"},
    {"149c5a8bf18676fd99e9e6e24923bd64d9b62f94", "Redisson", "plain acquire", "3.19.0-4.7.0"},
    {"93cfc048f82624d1670a310aa0ad58918c0824a5", "Redisson", "plain unlock", "3.5.0-3.10.5"},
    {"3ffe249c16dee540ac8ab32e39bd408626b9aff7", "Redisson", "plain unlock", "3.10.6-3.21.3"},
    {"778cea8aada230ae060b432fc333adaec85f2f4c", "Redisson", "plain unlock", "3.22.0-3.23.5"},
    {"6866459238a13a701d42f4971f12d9f3a50e2442", "Redisson", "plain unlock", "3.24.0-4.7.0"},
    {"7e9c80b3d786b95d5d4aaf8fd73adb9775fa6fb1", "Redisson", "plain force-unlock", "3.5.0-3.21.3"},
    {"605e338249a7a1d40df83b04f7658354f883b41b", "Redisson", "plain force-unlock", "3.22.0-4.7.0"},
    {"8e19a1ddbdee9138df9f32a480c57addab4353d1", "Redisson", "renew, one lock", "3.5.0-3.43.0"},
    {"6a3d31570dc6f4b0bd32bcdc8e75667747c6f635", "Redisson", "renew, many locks", "3.44.0-4.7.0"},
}};

const FamilyFacts RedissonLockFacts = redisson::factsOf({"rlock"}, 10, RedissonLockPrints);

} // namespace

namespace redisson
{

FamilyFacts factsOf(LockKind kind, int rank, std::span<const Fingerprint> fingerprints)
{
    return {.kind = kind,
            .rank = rank,
            .libraries = {"Redisson"},
            // Redisson adds no prefix to the name, so only naming habits can find the lock.
            .patterns = {"*[Ll][Oo][Cc][Kk]*", "*[Mm][Uu][Tt][Ee][Xx]*"},
            .lease = std::chrono::seconds(30),
            .renewal = {1, 3},
            .renewer = Renewer::Library,
            .reentrant = true,
            .fingerprints = fingerprints};
}

std::optional<Failure> ownerProblem(const ActRequest &request)
{
    if (request.act != ActKind::Acquire || request.owner.isEmpty())
        return {};
    const std::optional<RedissonOwner> owner = redissonOwner(request.owner.bytes);
    if (owner && !owner->write)
        return {};
    return badInput(request.key,
                    Tr::tr("the owner %1 is not a Redisson owner id").arg(escapedText(request.owner.bytes)),
                    Tr::tr("omit it, or use a UUID, a colon and a number"));
}

milliseconds leaseAfterRelease(const ActDraft &draft)
{
    if (draft.request.lease)
        return *draft.request.lease;
    const milliseconds observed = draft.seen ? draft.seen->lease.value_or(draft.lease) : draft.lease;
    return std::max(observed, milliseconds(1));
}

QByteArray queueKey(QByteArrayView lock)
{
    return redissonPrefixed("redisson_lock_queue", lock);
}

QByteArray deadlinesKey(QByteArrayView lock)
{
    return redissonPrefixed("redisson_lock_timeout", lock);
}

QByteArray tokenKey(QByteArrayView lock)
{
    return redissonPrefixed("redisson_lock_token", lock);
}

bool hasQueue(const KeyReading &reading)
{
    if (reading.companions.empty())
        return false;
    const KeyReading *queue = reading.companion(queueKey(reading.key.bytes));
    const KeyReading *deadlines = reading.companion(deadlinesKey(reading.key.bytes));
    const bool odd =
        (queue && queue->type != ValueType::List) || (deadlines && deadlines->type != ValueType::SortedSet);
    return (queue || deadlines) && !odd;
}

std::optional<qint64> fencingToken(const KeyReading &reading)
{
    if (reading.companions.empty())
        return {};
    const KeyReading *token = reading.companion(tokenKey(reading.key.bytes));
    return token && token->type == ValueType::String ? decimal(token->string) : std::nullopt;
}

} // namespace redisson

RedissonLock::RedissonLock() : PlannedFamily(RedissonLockFacts) {}

QString RedissonLock::title() const
{
    return tr("Reentrant lock (Redisson)");
}

QString RedissonLock::legend() const
{
    return tr("A hash whose one field is the owner (client and thread) and whose value is its hold count; a "
              "watchdog in the client renews the 30 s lease every 10 s. If the client dies, the lock ends "
              "with its lease; a client that is only paused may lose the lock without noticing.");
}

// Noise of all Redisson objects. The family of each kind recognises its own companions.
NameRole RedissonLock::roleOf(QByteArrayView key) const
{
    if (isRedissonNoise(key))
        return {.kind = NameRole::Kind::Noise};
    return {};
}

// All locks of this kind expire. If one lost its expiry and its name is no hint, only a hash with one field
// is worth reading: application objects have several.
bool RedissonLock::mayBe(const KeySight &sight) const
{
    return sight.type == ValueType::Hash &&
           (sight.ttl || !sight.size || *sight.size == 1 || hasLockWord(sight.key));
}

OwnerParts RedissonLock::ownerParts(const OwnerId &id) const
{
    return redissonParts(id.bytes);
}

OwnerId RedissonLock::makeOwner() const
{
    return {ownUuid() + ":1"};
}

bool RedissonLock::hasHold(const KeyReading &reading)
{
    return oneHold(reading).has_value();
}

std::optional<Decoded> RedissonLock::decodeHold(const KeyReading &reading) const
{
    const std::optional<OneHold> hold = oneHold(reading);
    if (!hold)
        return {};
    Decoded decoded{.kind = kind(), .libraries = &libraries()};
    // Redisson always sets an expiry.
    decoded.confidence = reading.ttl                      ? Confidence::Certain
                         : hasLockWord(reading.key.bytes) ? Confidence::Likely
                                                          : Confidence::Guess;
    Holder holder{.id = {reading.fields.front().first}, .count = hold->count};
    if (reading.ttl)
        holder.expiresAt = reading.readAt + *reading.ttl;
    decoded.holders.append(holder);
    return decoded;
}

// The lock is free, and only the subscribers of its channel show that it exists.
std::optional<Decoded> RedissonLock::decodeWaitedFor(const KeyReading &reading) const
{
    if (reading.type != ValueType::None || reading.listened.isEmpty() ||
        subjectOfChannel(reading.listened) != reading.key)
        return {};
    return Decoded{.kind = kind(), .libraries = &libraries(), .confidence = Confidence::Likely};
}

std::optional<Decoded> RedissonLock::decode(const KeyReading &reading) const
{
    if (std::optional<Decoded> free = decodeWaitedFor(reading); free && !redisson::hasQueue(reading))
        return free;
    std::optional<Decoded> decoded = decodeHold(reading);
    if (!decoded || reading.ruled == kind())
        return decoded;
    if (redisson::hasQueue(reading) || redisson::fencingToken(reading))
        return {};
    decoded->extras = alternatives(reading.companionsRead);
    return decoded;
}

QString RedissonLock::clientLine(const RedissonOwner &owner)
{
    if (hasOwnUuid(owner.client))
        return tr("Acquired with Lockscope (lockscope-cli or the desktop program), as the owner id shows: no "
                  "Redisson client holds it");
    return tr("Redisson client %1: all locks with this id belong to one client object, usually one process")
        .arg(QString::fromLatin1(owner.client));
}

QStringList RedissonLock::holdLines(const KeyReading &reading)
{
    const std::optional<OneHold> hold = oneHold(reading);
    if (!hold)
        return {};
    QStringList lines{clientLine(hold->owner)};
    if (!hasOwnUuid(hold->owner.client))
        lines << tr("Thread %1 of that client").arg(QString::fromLatin1(hold->owner.thread));
    if (!hold->owner.transaction.isEmpty())
        lines << tr("Acquired in Redisson transaction %1").arg(QString::fromLatin1(hold->owner.transaction));
    lines << tr("%n hold(s): the owner must release it that many times", nullptr,
                int(std::min<qint64>(hold->count, INT_MAX)));
    if (!reading.ttl)
        lines << tr(
            "It has no expiry. Redisson always sets one: another program removed it, or created this key");
    return lines;
}

QStringList RedissonLock::explain(const KeyReading &reading) const
{
    if (!decode(reading))
        return {};
    if (reading.type == ValueType::None)
        return {tr("The key does not exist: the lock is free. A client listens on %1, where its waiters are "
                   "notified")
                    .arg(escapedText(reading.listened))};
    QStringList lines{tr(
        "A hash with one field named like a Redisson owner (uuid:thread) and a count: Redisson's reentrant "
        "lock")};
    lines << holdLines(reading);
    if (reading.ruled == kind())
        return lines;
    if (reading.companionsRead)
        lines << tr("It has neither a queue of waiters nor a fencing token: it may also be a spin lock, a "
                    "non-reentrant lock, or a fair lock without waiters. They look the same and are released "
                    "the same way");
    else
        lines << tr("Redisson's spin, fenced and non-reentrant locks, and a fair lock without waiters, look "
                    "the same and are released the same way");
    return lines;
}

std::optional<QByteArray> RedissonLock::wakeChannel(const LockName &key) const
{
    return redissonPrefixed("redisson_lock__channel", key.bytes);
}

QByteArray RedissonLock::channelPattern() const
{
    return QByteArrayLiteral("redisson_lock__channel:*");
}

std::optional<LockName> RedissonLock::subjectOfChannel(QByteArrayView channel) const
{
    const std::optional<QByteArray> subject = redissonChannelSubject("redisson_lock__channel", channel);
    return subject ? std::optional(LockName{*subject}) : std::nullopt;
}

std::optional<Failure> RedissonLock::problem(const ActDraft &draft) const
{
    if (std::optional<Failure> found = requestProblem(draft.request))
        return found;
    if (std::optional<Failure> found = redisson::ownerProblem(draft.request))
        return found;
    return impossible(draft.request, draft.seen);
}

std::optional<Failure> RedissonLock::impossible(const ActRequest &request, const Lock *) const
{
    if (request.act != ActKind::RemoveShare)
        return {};
    return unsupportedAct(request.key, tr("this lock has one holder and no shares"), tr("use force-release"));
}

// If the queue would be in another cluster slot, the lock cannot be a fair lock.
std::vector<QByteArray> RedissonLock::keysToFree(const LockName &key) const
{
    if (!redissonSharesSlot(key.bytes))
        return {key.bytes};
    return {key.bytes, redisson::queueKey(key.bytes), redisson::deadlinesKey(key.bytes)};
}

void RedissonLock::planAcquire(ActDraft &draft) const
{
    if (!draft.send(reentrant() ? "redisson-acquire" : "redisson-nonreentrant-acquire",
                    {draft.owner.bytes, millisecondsText(draft.lease)}))
        return;
    draft.steps << (reentrant()
                        ? tr("If the lock is free or already held by %1, adds one hold")
                        : tr("If the lock is free, makes %1 its holder; not even that owner gets it twice"))
                       .arg(draft.ownerText());
    tellAcquire(draft);
}

// The steps that are the same for all ways to acquire it.
void RedissonLock::tellAcquire(ActDraft &draft) const
{
    draft.steps << tr("Sets the expiry to %1 from now").arg(draft.leaseText());
    draft.steps << tr(
        "If another owner holds it, changes nothing and reports the owner and the remaining time");
    tellWaiting(draft, wakeChannel(draft.request.key));
}

void RedissonLock::tellWaiting(ActDraft &draft, const std::optional<QByteArray> &channel) const
{
    const milliseconds wait = draft.request.wait;
    if (wait > milliseconds(0) && channel)
        draft.steps << tr("Retries at each message on %1, for at most %2")
                           .arg(escapedText(*channel), humanDuration(wait));
    else if (wait > milliseconds(0))
        draft.steps << tr("Retries for at most %1").arg(humanDuration(wait));
    if (draft.request.watchdog)
        draft.steps << tr("Then sets the expiry again every %1 while this program runs")
                           .arg(humanDuration(*watchdogPeriod(draft.lease)));
}

void RedissonLock::planRenew(ActDraft &draft) const
{
    if (!draft.send("redisson-renew", {draft.owner.bytes, millisecondsText(draft.lease)}))
        return;
    draft.steps << tr("If %1 holds the lock, sets the expiry to %2 from now")
                       .arg(draft.ownerText(), draft.leaseText());
    draft.steps << tr("Otherwise changes nothing; a missing lock is not created again");
}

// Adds the keys of the queue to the plan, and returns the step that handles it.
QStringList RedissonLock::freeing(ActDraft &draft) const
{
    draft.plan.keys = keysToFree(draft.request.key);
    if (!draft.request.withTexts || draft.plan.keys.size() == 1)
        return {};
    return {tr("If it has a queue of waiters (a fair lock): drops waiters from its head whose deadline has "
               "passed, and notifies them and the next one, each on its own channel")};
}

void RedissonLock::planRelease(ActDraft &draft) const
{
    const milliseconds lease = redisson::leaseAfterRelease(draft);
    // A spin lock has no channel; its waiters poll.
    const bool told = wakeChannel(draft.request.key).has_value();
    const QByteArray channel = told ? announce(draft) : QByteArray();
    const QStringList queue = told ? freeing(draft) : QStringList();
    if (!draft.send("redisson-release", {draft.owner.bytes, millisecondsText(lease), channel, wakeMessage()}))
        return;
    draft.steps << tr("Removes one hold of %1; if holds are left, sets the expiry to %2 and stops there")
                       .arg(draft.ownerText(), humanDuration(lease));
    draft.steps << (told ? tr("With the last hold: publishes %1 on %2, so that a waiter retries, then "
                              "deletes the lock")
                               .arg(QString::fromLatin1(wakeMessage()), escapedText(channel))
                         : tr("With the last hold: deletes the lock"));
    draft.steps << queue << tr("If another owner holds it, changes nothing and reports the owner");
}

void RedissonLock::planForceRelease(ActDraft &draft) const
{
    const ActRequest &request = draft.request;
    // Also for a spin lock: it may be another kind, and a message without subscribers does no harm.
    const QByteArray channel = *RedissonLock::wakeChannel(request.key);
    const QList<OwnerId> shown = expectedOwners(request);
    const bool any = shown.isEmpty();
    // This kind has one holder. If the user saw several, an empty owner makes the comparison fail.
    const QByteArray owner = shown.size() == 1 ? shown.front().bytes : QByteArray();
    const qint64 count = request.expectedCount.value_or(
        request.expectedHolders.size() == 1 ? request.expectedHolders.front().count : 0);
    draft.plan.channels = {channel};
    const QStringList queue = freeing(draft);
    std::vector<QByteArray> arguments{any ? "any" : "owner", owner,
                                      count > 0 ? QByteArray::number(count) : QByteArray(), channel,
                                      wakeMessage()};
    const std::vector<QByteArray> unqueued = unqueuedChannels(draft);
    arguments.insert(arguments.end(), unqueued.begin(), unqueued.end());
    const std::vector<QByteArray> dead = deadWaiters(draft);
    arguments.insert(arguments.end(), dead.begin(), dead.end());
    if (!draft.send("redisson-force-release", std::move(arguments)))
        return;
    if (!any)
        draft.steps << tr("Continues only if %1 still holds it").arg(escapedText(owner));
    if (count > 0)
        draft.steps << tr("and only with %n hold(s), as shown", nullptr,
                          int(std::min<qint64>(count, INT_MAX)));
    draft.steps << tr("Publishes %1 on %2, so that waiters retry immediately")
                       .arg(QString::fromLatin1(wakeMessage()), escapedText(channel))
                << queue << droppingLine(dead) << wakingLine(unqueued)
                << tr("Deletes the lock, with all holds of its owner")
                << tr("Does not touch Redisson's unlock latches, fencing tokens or other waiters");
    draft.warnings << forceWarnings(draft);
    if (draft.plan.keys.size() == 1)
        draft.warnings << tr(
            "If it is a fair lock, its waiters listen on their own channels and are not woken by this");
    if (any)
        draft.warnings << tr("No owner is compared: any current holder loses it");
}

QStringList RedissonLock::droppingLine(const std::vector<QByteArray> &dead)
{
    QStringList owners;
    for (const QByteArray &owner : dead)
        owners << escapedText(owner);
    if (owners.isEmpty())
        return {};
    return {tr("Drops waiters for which no client listens, if still none does: %1")
                .arg(owners.join(QLatin1String(", ")))};
}

QStringList RedissonLock::wakingLine(const std::vector<QByteArray> &channels)
{
    QStringList names;
    for (const QByteArray &channel : channels)
        names << escapedText(channel);
    if (names.isEmpty())
        return {};
    return {tr("Notifies waiters that listen but are not in the queue, or have no deadline there, on %1")
                .arg(names.join(QLatin1String(", ")))};
}

QStringList RedissonLock::forceWarnings(const ActDraft &) const
{
    return {tr("The old holder's code keeps running and is not notified"),
            tr("Redisson reuses owner ids: a lock that the same thread released and acquired again looks the "
               "same")};
}

void RedissonLock::planWake(ActDraft &draft) const
{
    const QByteArray channel = announce(draft);
    if (!draft.send("redisson-wake", {channel, wakeMessage()}))
        return;
    draft.steps << tr("Publishes %1 on %2: one waiter of each client retries")
                       .arg(QString::fromLatin1(wakeMessage()), escapedText(channel));
    draft.steps << tr("Changes nothing: a waiter that still finds the lock held waits again");
    draft.plan.commands << redisCliLine({"PUBLISH", channel, wakeMessage()})
                        << redisCliLine({"SPUBLISH", channel, wakeMessage()});
}

void RedissonLock::planSetExpiry(ActDraft &draft) const
{
    if (!draft.sendExpiry("redisson-set-expiry"))
        return;
    if (draft.meant)
        draft.steps << tr("Only if %1 still holds it").arg(escapedText(draft.meant->bytes));
    draft.steps
        << tr("Makes the lock expire in %1, if it has no expiry or a later one").arg(draft.leaseText());
    draft.steps << tr("An earlier expiry stays as it is");
    draft.warnings << tr("A holder that does not renew it loses the lock while it works");
    draft.warnings << tr(
        "An expiry notifies no client: waiters learn of it when the time they last read has passed");
}

std::unique_ptr<Format> family_redissonlock()
{
    return std::make_unique<RedissonLock>();
}

} // namespace lockscope
