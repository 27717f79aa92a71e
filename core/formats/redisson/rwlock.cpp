// SPDX-License-Identifier: GPL-3.0-or-later
// Facts: redisson/redisson: RedissonReadLock.java, RedissonWriteLock.java, renewal/ReadLockTask.java, 3.5.5
// to 4.7.0. The writer may read too; a reader cannot become the writer. While there are readers, the hash
// expires with the longest of their holds. A reader whose hold keys are all gone no longer counts, although
// its field exists.
#include "core/formats/redisson/rwlock.h"

#include "core/base/tr.h"
#include "core/formats/ownerparts.h"
#include "core/formats/planning.h"
#include "core/formats/shapes.h"
#include "core/formats/shareplan.h"

#include <algorithm>
#include <array>
#include <climits>

namespace lockscope
{

namespace
{

// Read at most this many hold keys per reader, newest first, and this many keys per lock.
constexpr qint64 MostHoldsRead = 32;
constexpr size_t MostKeysRead = size_t(MaxLockMembers);

struct ReadWriteHash {
    bool writes = false;
    std::vector<Holder> holders{}; // the writer first; without deadlines
};

std::optional<Holder> holderOf(const QByteArray &field, const QByteArray &value)
{
    const std::optional<RedissonOwner> owner = redissonOwner(field);
    const std::optional<qint64> count = redissonHoldCount(value);
    if (!owner || !count)
        return {};
    return Holder{.id = {field}, .count = *count, .mode = owner->write ? HoldMode::Write : HoldMode::Read};
}

std::optional<ReadWriteHash> readWriteHash(const KeyReading &reading)
{
    if (reading.type != ValueType::Hash || reading.size < 2 || reading.size != qint64(reading.fields.size()))
        return {};
    ReadWriteHash hash;
    QByteArray mode;
    for (const auto &[field, value] : reading.fields) {
        if (field == "mode") {
            mode = value;
            continue;
        }
        std::optional<Holder> holder = holderOf(field, value);
        if (!holder)
            return {};
        const bool writer = holder->mode == HoldMode::Write;
        hash.holders.insert(writer ? hash.holders.begin() : hash.holders.end(), std::move(*holder));
    }
    const auto writers = std::count_if(hash.holders.begin(), hash.holders.end(),
                                       [](const Holder &holder) { return holder.mode == HoldMode::Write; });
    hash.writes = writers > 0;
    if (writers > 1 || hash.holders.empty() || mode != (hash.writes ? "write" : "read"))
        return {};
    return hash;
}

std::vector<QByteArray> holdKeys(const LockName &lock, const Holder &holder)
{
    std::vector<QByteArray> keys;
    if (holder.mode == HoldMode::Read) {
        for (qint64 hold = holder.count; hold > std::max<qint64>(0, holder.count - MostHoldsRead); --hold)
            keys.push_back(redissonHoldKey(lock.bytes, holder.id.bytes, hold));
    }
    return keys;
}

std::optional<Instant> hashDeadline(const KeyReading &reading)
{
    return reading.ttl ? std::optional(reading.readAt + *reading.ttl) : std::nullopt;
}

// The writer's hold ends with the hash. A reader's ends with the longest of its hold keys, if they were read;
// if all of them are gone, it has ended already.
std::optional<Instant> deadlineOf(const Holder &holder, const KeyReading &reading)
{
    bool asked = false;
    std::optional<Instant> longest;
    for (const QByteArray &key : holdKeys(reading.key, holder)) {
        const auto read = std::find_if(reading.companions.begin(), reading.companions.end(),
                                       [&key](const KeyReading &other) { return other.key.bytes == key; });
        if (read == reading.companions.end())
            continue;
        asked = true;
        if (read->type == ValueType::None)
            continue;
        if (!read->ttl)
            return {};
        longest = std::max(longest.value_or(Instant()), read->readAt + *read->ttl);
    }
    if (!asked)
        return hashDeadline(reading);
    return longest ? longest : reading.readAt;
}

// The fields that one owner has in the hash, as a reader and as a writer, and which of them the act is about.
struct Party {
    QByteArray mode{}; // "read", "write" or "either"
    QByteArray reader{};
    QByteArray writer{};

    QByteArray shown() const { return mode == "write" ? writer : reader; }
};

Outcome<Party> partyOf(const ActRequest &request, const OwnerId &owner)
{
    const std::optional<RedissonOwner> parsed = redissonOwner(owner.bytes);
    if (!parsed)
        return badInput(request.key,
                        Tr::tr("the owner %1 is not a Redisson owner id").arg(escapedText(owner.bytes)),
                        Tr::tr("specify the owner as the lock shows it: a UUID, a colon and a number"));
    if (request.mode == HoldMode::Permit)
        return badInput(request.key, Tr::tr("a read-write lock has no permits"), Tr::tr("use read or write"));
    if (parsed->write && request.mode == HoldMode::Read)
        return badInput(request.key,
                        Tr::tr("%1 is a writer, and the mode is read").arg(escapedText(owner.bytes)));
    const bool writes = parsed->write || request.mode == HoldMode::Write ||
                        (request.mode == HoldMode::Exclusive && request.act == ActKind::Acquire);
    return Party{.mode = writes ? "write" : (request.mode == HoldMode::Read ? "read" : "either"),
                 .reader = redissonOwnerId(*parsed, false),
                 .writer = redissonOwnerId(*parsed, true)};
}

// A holder's field in the hash. A writer's contains ":write"; the holder may be given without it.
QByteArray fieldOf(const Holder &holder)
{
    const std::optional<RedissonOwner> owner = redissonOwner(holder.id.bytes);
    if (owner && holder.mode == HoldMode::Write)
        return redissonOwnerId(*owner, true);
    return holder.id.bytes;
}

constexpr std::array<Fingerprint, 14> RwLockPrints{{
    {"95553a6ff11176c18e71344e89d116b06fd6f753", "Redisson", "read acquire", "3.11.1-4.7.0"},
    {"6563941ff57e01b8cf61e86907b80686438a2f74", "Redisson", "read renew", "3.8.1-3.43.0"},
    {"1affef780a01e1406cb1968c62918f618d10d6a3", "Redisson", "read renew", "3.44.0-3.52.0"},
    {"d6564f42b98d6eece0e940a478ee248f80b8a90a", "Redisson", "read renew", "4.0.0-4.3.1"},
    {"38d2b478dfbe264ab67c221b7e4be62245f00ba0", "Redisson", "read renew", "4.4.0-4.7.0"},
    {"f5469be4bfe5232d519471092634b3ee84e5ee6f", "Redisson", "read unlock", "3.5.5-3.21.3"},
    {"92a54c31a4dc3b46f81e24a6dd5bb7d677c6f882", "Redisson", "read unlock", "3.22.0-3.23.5"},
    {"5947c0fee6ca25ae094ec1b3e7a2559a9273d29f", "Redisson", "read unlock", "3.24.0-3.43.0"},
    {"6e1b10e11ac0a3ed8e902562ecd32ce01b553039", "Redisson", "read unlock", "3.44.0-4.7.0"},
    {"6306ba3bf1f563b284bed52d305fce615c6664d9", "Redisson", "write acquire", "3.5.5-4.7.0"},
    {"baa634f6184acc1b8f145e810a0e0e00967a3cbe", "Redisson", "write unlock", "3.5.0-3.21.3"},
    {"319a1cdf1b56c767a0a9adf2224250bf811f110c", "Redisson", "write unlock", "3.22.0-3.23.5"},
    {"d29c5559782035515d32e926762830b3304b49be", "Redisson", "write unlock", "3.24.0-3.43.0"},
    {"21f5fb0f8ddfa9be5c3e0c9757c128796add75c6", "Redisson", "write unlock", "3.44.0-4.7.0"},
}};

const FamilyFacts RwLockFacts = [] {
    FamilyFacts facts = redisson::factsOf({"rw-lock"}, 10, RwLockPrints);
    facts.nature = Nature::ReadWrite;
    return facts;
}();

} // namespace

RwLock::RwLock() : RedissonLock(RwLockFacts) {}

QString RwLock::title() const
{
    return tr("Read-write lock (Redisson)");
}

QString RwLock::legend() const
{
    return tr("Held by many readers or one writer; each read hold has its own expiry, which a watchdog in "
              "the client renews. Before Redisson 4.4.0, the watchdog of one reader also keeps dead readers "
              "alive, so writers may wait in vain.");
}

NameRole RwLock::roleOf(QByteArrayView key) const
{
    if (key.isEmpty() || !isDigit(key.back()))
        return {};
    if (const std::optional<QByteArray> subject = redissonHoldSubject(key))
        return {.kind = NameRole::Kind::Companion, .subject = {*subject}};
    return {};
}

std::vector<QByteArray> RwLock::companionPatterns(QByteArrayView pattern) const
{
    return {redissonSuffixed(pattern, "*:rwlock_timeout:*")};
}

std::vector<CompanionKey> RwLock::companions(const KeyReading &reading) const
{
    std::vector<CompanionKey> keys;
    const std::optional<ReadWriteHash> hash = readWriteHash(reading);
    if (!hash)
        return keys;
    for (const Holder &holder : hash->holders) {
        for (QByteArray &key : holdKeys(reading.key, holder)) {
            if (keys.size() < MostKeysRead)
                keys.push_back({.key = {std::move(key)}, .essential = true});
        }
    }
    return keys;
}

std::optional<Decoded> RwLock::decode(const KeyReading &reading) const
{
    if (std::optional<Decoded> free = decodeWaitedFor(reading))
        return free;
    std::optional<ReadWriteHash> hash = readWriteHash(reading);
    if (!hash)
        return {};
    Decoded decoded{.kind = kind(), .libraries = &libraries(), .confidence = Confidence::Certain};
    LockExtras extras;
    for (Holder &holder : hash->holders) {
        holder.expiresAt = deadlineOf(holder, reading);
        for (QByteArray &key : holdKeys(reading.key, holder)) {
            if (reading.companion(key))
                extras.companions.push_back({std::move(key)});
        }
        decoded.holders.append(std::move(holder));
    }
    if (!extras.companions.empty())
        decoded.extras = std::make_shared<const LockExtras>(std::move(extras));
    return decoded;
}

QStringList RwLock::explain(const KeyReading &reading) const
{
    const std::optional<Decoded> decoded = decode(reading);
    if (!decoded)
        return {};
    if (decoded->holders.isEmpty())
        return {tr("The key does not exist: the lock is free. A client listens on %1, where its waiters are "
                   "notified")
                    .arg(escapedText(reading.listened))};
    const bool writes = decoded->holders.front().mode == HoldMode::Write;
    QStringList lines{tr("A hash with a mode and fields named like Redisson owners (uuid:thread): Redisson's "
                         "read-write lock")};
    lines << (writes ? tr("Held for writing: no other client may read or write")
                     : tr("Held by %n reader(s): others may read, none may write", nullptr,
                          int(decoded->holders.size())));
    for (const Holder &holder : decoded->holders) {
        const RedissonOwner owner = *redissonOwner(holder.id.bytes);
        const QString who =
            QString::fromLatin1(owner.thread) + QLatin1String(" @ ") + QString::fromLatin1(owner.client);
        const bool isOwn = hasOwnUuid(owner.client);
        if (isOwn)
            lines << (holder.mode == HoldMode::Write ? tr("Lockscope writes; holds: %1").arg(holder.count)
                                                     : tr("Lockscope reads; holds: %1").arg(holder.count))
                  << clientLine(owner);
        else
            lines << (holder.mode == HoldMode::Write
                          ? tr("Thread %1 writes; holds: %2").arg(who).arg(holder.count)
                          : tr("Thread %1 reads; holds: %2").arg(who).arg(holder.count));
        if (!isOwn && !owner.transaction.isEmpty())
            lines << tr("Acquired in Redisson transaction %1").arg(QString::fromLatin1(owner.transaction));
        if (holder.expiresAt == std::optional(reading.readAt) && reading.ttl != milliseconds(0))
            lines << tr(
                "All holds of that reader have expired: it no longer counts once another one releases");
    }
    if (!reading.ttl)
        lines << tr("It has no expiry. Redisson always sets one: another program removed it");
    return lines;
}

std::optional<QByteArray> RwLock::wakeChannel(const LockName &key) const
{
    return redissonPrefixed("redisson_rwlock", key.bytes);
}

QByteArray RwLock::channelPattern() const
{
    return QByteArrayLiteral("redisson_rwlock:*");
}

std::optional<LockName> RwLock::subjectOfChannel(QByteArrayView channel) const
{
    const std::optional<QByteArray> subject = redissonSubject("redisson_rwlock", channel);
    return subject ? std::optional(LockName{*subject}) : std::nullopt;
}

std::optional<Failure> RwLock::problem(const ActDraft &draft) const
{
    const ActKind act = draft.request.act;
    if (std::optional<Failure> found = requestProblem(draft.request))
        return found;
    if (act == ActKind::ForceRelease || act == ActKind::Wake || act == ActKind::SetExpiry)
        return {};
    const Outcome<Party> party = partyOf(draft.request, draft.owner);
    return party ? std::nullopt : std::optional(party.failure());
}

// Adds the prefix of the read hold keys as a second key. The last key never exists: while the slot is moving,
// the server refuses the act then, instead of running the script until it meets a hold key of the other node.
std::vector<QByteArray> RwLock::keysOf(const LockName &key) const
{
    return {key.bytes, key.bytes.contains('{') ? key.bytes : '{' + key.bytes + '}',
            redissonHoldKey(key.bytes, {}, 0)};
}

void RwLock::planAcquire(ActDraft &draft) const
{
    const Party party = *partyOf(draft.request, draft.owner);
    draft.plan.keys = {draft.request.key.bytes,
                       redissonSuffixed(draft.request.key.bytes, party.reader) + ":rwlock_timeout"};
    if (!draft.send("redisson-rw-acquire",
                    {party.mode, party.reader, party.writer, millisecondsText(draft.lease)}))
        return;
    const QString who = escapedText(party.shown());
    if (party.mode == "read")
        draft.steps << Tr::tr("If the lock is free, held by readers, or written by the same thread: makes %1 "
                              "a reader, or adds one hold, with its own expiry in %2")
                           .arg(who, draft.leaseText())
                    << Tr::tr("Extends the expiry of the lock to %1 from now, if it is sooner")
                           .arg(draft.leaseText());
    else
        draft.steps << Tr::tr("If the lock is free: makes %1 its writer, with an expiry in %2")
                           .arg(who, draft.leaseText())
                    << Tr::tr("If %1 already writes: adds one hold, and %2 to the remaining time")
                           .arg(who, draft.leaseText())
                    << Tr::tr("A reader does not become the writer, even if it is the only reader");
    draft.steps << Tr::tr("Otherwise changes nothing and reports the holder and the remaining time");
    tellWaiting(draft, wakeChannel(draft.request.key));
}

void RwLock::planRenew(ActDraft &draft) const
{
    const Party party = *partyOf(draft.request, draft.owner);
    if (!draft.send("redisson-rw-renew",
                    {party.mode, party.reader, party.writer, millisecondsText(draft.lease)}))
        return;
    draft.steps << Tr::tr(
                       "If %1 holds the lock, sets its expiry and that of its own read holds to %2 from now")
                       .arg(escapedText(party.shown()), draft.leaseText())
                << Tr::tr("The holds of other readers stay as they are")
                << Tr::tr("Otherwise changes nothing; a missing lock is not created again");
}

void RwLock::planRelease(ActDraft &draft) const
{
    const Party party = *partyOf(draft.request, draft.owner);
    const milliseconds lease = redisson::leaseAfterRelease(draft);
    const QByteArray channel = announce(draft);
    if (!draft.send("redisson-rw-release",
                    {party.mode, party.reader, party.writer, millisecondsText(lease), channel, "0", "1"}))
        return;
    draft.steps
        << Tr::tr("Removes one hold of %1, with the key of that hold").arg(escapedText(party.shown()))
        << Tr::tr("While others still hold it: the lock expires with the longest of their read holds")
        << Tr::tr("If it is free then: publishes on %1, so that waiters retry, and deletes the lock")
               .arg(escapedText(channel))
        << Tr::tr("A writer that still reads leaves the lock to readers; Redisson then notifies no waiter")
        << Tr::tr("If it does not hold the lock, changes nothing and reports the holder");
}

void RwLock::planForceRelease(ActDraft &draft) const
{
    const QByteArray channel = announce(draft);
    std::vector<Holder> shown = draft.request.expectedHolders;
    if (shown.empty() && draft.request.expectedOwner)
        shown.push_back(
            {.id = *draft.request.expectedOwner, .count = draft.request.expectedCount.value_or(0)});
    std::vector<QByteArray> arguments{shown.empty() ? "any" : "these", channel, "1"};
    for (const Holder &holder : shown) {
        arguments.push_back(fieldOf(holder));
        arguments.push_back(QByteArray::number(std::max<qint64>(0, holder.count)));
    }
    if (!draft.send("redisson-rw-force-release", std::move(arguments)))
        return;
    draft.steps << comparisonStep(draft.request);
    draft.steps
        << Tr::tr("Publishes 1 on %1, so that all waiters retry immediately").arg(escapedText(channel))
        << Tr::tr("Deletes the lock, with all holds of all holders")
        << Tr::tr("Does not touch Redisson's unlock latches");
    draft.warnings << Tr::tr("The code of the old holders keeps running and is not notified");
    draft.warnings << Tr::tr(
        "Redisson reuses owner ids: a lock that the same thread released and acquired again looks the same");
    if (shown.empty())
        draft.warnings << Tr::tr("No holder is compared: any current holder loses it");
}

void RwLock::planRemoveShare(ActDraft &draft) const
{
    const Party party = *partyOf(draft.request, draft.owner);
    const QByteArray channel = announce(draft);
    if (!draft.send(
            "redisson-rw-remove-holder",
            {party.mode, party.reader, party.writer,
             draft.request.expectedCount ? QByteArray::number(*draft.request.expectedCount) : QByteArray(),
             channel, "1"}))
        return;
    draft.steps << Tr::tr("Continues only if %1 still holds it").arg(escapedText(party.shown()));
    if (draft.request.expectedCount)
        draft.steps << Tr::tr("and only with %n hold(s), as shown", nullptr,
                              int(std::min<qint64>(*draft.request.expectedCount, INT_MAX)));
    draft.steps << Tr::tr("If no other client holds it: publishes 1 on %1, so that all waiters retry, and "
                          "deletes the lock")
                       .arg(escapedText(channel))
                << Tr::tr("Otherwise removes it with all its holds; the lock expires with the longest read "
                          "hold of the others")
                << Tr::tr("A writer that also reads becomes a reader, and all waiters retry");
    draft.warnings << Tr::tr("That holder's code keeps running and is not notified");
    draft.warnings << Tr::tr(
        "Redisson reuses owner ids: a lock that the same thread released and acquired again looks the same");
}

void RwLock::planWake(ActDraft &draft) const
{
    const QByteArray channel = announce(draft);
    draft.plan.keys = {draft.request.key.bytes};
    if (!draft.send("redisson-wake", {channel, "1"}))
        return;
    draft.steps << Tr::tr("Publishes 1 on %1: all waiters retry").arg(escapedText(channel))
                << Tr::tr("Changes nothing: a waiter that still finds the lock held waits again");
}

void RwLock::planSetExpiry(ActDraft &draft) const
{
    if (!draft.sendExpiry("redisson-rw-set-expiry"))
        return;
    if (draft.meant)
        draft.steps << Tr::tr("Only if %1 still holds it").arg(escapedText(draft.meant->bytes));
    draft.steps
        << Tr::tr("Makes the lock and all its read holds expire in %1, if they have no expiry or a later one")
               .arg(draft.leaseText())
        << Tr::tr("An earlier expiry stays as it is");
    draft.warnings << Tr::tr("A holder that does not renew it loses the lock while it works");
    draft.warnings << Tr::tr(
        "An expiry notifies no client: waiters learn of it when the time they last read has passed");
}

std::unique_ptr<Format> family_rwlock()
{
    return std::make_unique<RwLock>();
}

} // namespace lockscope
