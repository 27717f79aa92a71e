// SPDX-License-Identifier: GPL-3.0-or-later
// "sidekiq-lock": the lock of sidekiq-unique-jobs around one job. digest = prefix (uniquejobs), 32 or 64 hex
// digits of what makes the job unique, then :RUN if the lock is held while the job runs.
//   v9     hash digest:LOCKED: job id -> JSON with worker, queue, type, limit, ttl, time
//   v7, v8 hash digest:LOCKED: job id -> time; string digest, string digest:INFO (JSON, if enabled), lists
//          digest:QUEUED and digest:PRIMED of waiting jobs, which sleep in BLMOVE for at most 5 s
//   v5     string digest = job id, nothing else; with an expiry
//   v6     hash digest:GRABBED: job id -> time; string digest:EXISTS, list digest:AVAILABLE, string
//          digest:VERSION
// All locks of a server are listed in the sorted sets uniquejobs:digests and uniquejobs:expiring_digests; for
// v6, in the set unique:keys. A lock expires only if the job class has a lock_ttl. v9 has no waiters: the job
// is dropped. Facts: mhenrixon/sidekiq-unique-jobs:
// lib/sidekiq_unique_jobs/lua/{lock,unlock,queue,queue_and_lock,lock_v9, unlock_v9,delete_by_digest}.lua,
// key.rb, 9.0.0.alpha and 8.1.0; redis/{lock,unlock}.lua, 6.0.25.
#include "core/formats/family.h"
#include "core/formats/planning.h"
#include "core/formats/shapes.h"
#include "core/formats/shareplan.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QJsonDocument>
#include <QJsonObject>
#include <QUuid>

#include <algorithm>
#include <utility>

namespace lockscope
{

namespace
{

constexpr QByteArrayView DigestPrefix("uniquejobs:");
constexpr QByteArrayView SpacedPrefix(":uniquejobs:");
constexpr QByteArrayView LockedEnding(":LOCKED");
constexpr QByteArrayView GrabbedEnding(":GRABBED"); // v6 and older
constexpr QByteArrayView RunEnding(":RUN");

// The position of the prefix: 0, or after a redis-namespace namespace; -1: none.
qsizetype prefixAt(QByteArrayView key)
{
    if (key.startsWith(DigestPrefix))
        return 0;
    const qsizetype at = key.indexOf(SpacedPrefix);
    return at < 0 ? -1 : at + 1;
}

bool isDigest(QByteArrayView digest)
{
    const QByteArrayView plain = digest.endsWith(RunEnding) ? digest.chopped(RunEnding.size()) : digest;
    const QByteArrayView hash = plain.sliced(plain.lastIndexOf(':') + 1);
    return hash.size() < plain.size() && (isLowerHex(hash, 32) || isLowerHex(hash, 64));
}

// The part before the ending; empty: not a key of this library.
QByteArrayView digestBefore(QByteArrayView ending, QByteArrayView key)
{
    if (!key.endsWith(ending))
        return {};
    const QByteArrayView digest = key.chopped(ending.size());
    return isDigest(digest) || (prefixAt(key) >= 0 && digest.size() > DigestPrefix.size()) ? digest
                                                                                           : QByteArrayView();
}

QByteArray joined(QByteArrayView digest, QByteArrayView ending)
{
    return digest.toByteArray() + ending.toByteArray();
}

bool isJobId(QByteArrayView bytes)
{
    return isLowerHex(bytes, 24) || (bytes.size() <= 64 && !bytes.isEmpty() && all(bytes, [](char c) {
                                         return isAlphanumeric(c) || c == '-' || c == '_';
                                     }));
}

// A release pushes "1" to wake a waiter.
bool isQueuedJob(const Member &member)
{
    return member.bytes != "1" && isJobId(member.bytes);
}

QJsonObject objectIn(const QByteArray &json)
{
    return QJsonDocument::fromJson(json).object();
}

struct SidekiqKey {
    QByteArrayView digest{};
    bool old = false; // v6
};

std::optional<SidekiqKey> mainKey(QByteArrayView key)
{
    if (const QByteArrayView digest = digestBefore(LockedEnding, key); !digest.isEmpty())
        return SidekiqKey{digest};
    // SEMAPHORE:…:GRABBED is redis-semaphore's.
    if (const QByteArrayView digest = digestBefore(GrabbedEnding, key);
        prefixAt(key) >= 0 && isDigest(digest))
        return SidekiqKey{digest, true};
    return {};
}

// The contents of the hash; none: not of this library.
struct SidekiqHash {
    bool json = false; // v9
    bool plainIds = true;
};

std::optional<SidekiqHash> hashOf(const KeyReading &reading, const SidekiqKey &key)
{
    const bool whole = reading.type == ValueType::Hash && reading.size == qint64(reading.fields.size());
    if (!whole || reading.fields.empty())
        return {};
    SidekiqHash found;
    found.json = reading.fields.front().second.startsWith('{');
    for (const auto &[job, value] : reading.fields) {
        const bool fits = found.json ? !key.old && !objectIn(value).isEmpty() : isEpochTime(value);
        if (!fits || !isJobId(job))
            return {};
        found.plainIds = found.plainIds && isLowerHex(job, 24);
    }
    const bool known = prefixAt(reading.key.bytes) >= 0;
    if (!known && !found.plainIds)
        return {};
    return found;
}

std::vector<QByteArray> jobsIn(const KeyReading *list)
{
    std::vector<QByteArray> jobs;
    if (!list || list->type != ValueType::List)
        return jobs;
    for (const Member &member : list->members) {
        if (isQueuedJob(member))
            jobs.push_back(member.bytes);
    }
    std::reverse(jobs.begin(), jobs.end()); // LPUSH adds at the left; the oldest is at the right
    return jobs;
}

const FamilyFacts SidekiqLockFacts{
    .kind = {"sidekiq-lock"},
    .nature = Nature::Workload,
    .rank = 30,
    .libraries = {"sidekiq-unique-jobs"},
    .patterns = {"uniquejobs:*", "*:LOCKED"},
    .waiting = WaitMode::Sleep,
};

class SidekiqLock final : public PlannedFamily
{
    Q_DECLARE_TR_FUNCTIONS(lockscope::SidekiqLock)
public:
    SidekiqLock() : PlannedFamily(SidekiqLockFacts) {}

    QString title() const override { return tr("Unique job (sidekiq-unique-jobs)"); }
    QString legend() const override;
    OwnerId makeOwner() const override;

    NameRole roleOf(QByteArrayView key) const override;
    bool mayBe(const KeySight &sight) const override;
    std::vector<CompanionKey> companions(const KeyReading &reading) const override;
    std::optional<Decoded> decode(const KeyReading &reading) const override;
    QStringList explain(const KeyReading &reading) const override;

private:
    std::optional<Decoded> decodeQueue(const KeyReading &reading) const;
    std::optional<Decoded> decodeDigestAlone(const KeyReading &reading, const SidekiqKey &key) const;
    QStringList explainJob(const QByteArray &job, const QJsonObject &about) const;
    std::optional<Failure> problem(const ActDraft &draft) const override;
    std::vector<QByteArray> keysOf(const LockName &key) const override;
    void planRelease(ActDraft &draft) const override;
    void planForceRelease(ActDraft &draft) const override;
    void planSetExpiry(ActDraft &draft) const override;
};

std::vector<QByteArray> keysAround(const SidekiqKey &key)
{
    if (key.old)
        return {joined(key.digest, ":GRABBED"),   joined(key.digest, ":EXISTS"),
                joined(key.digest, ":AVAILABLE"), joined(key.digest, ":VERSION"),
                key.digest.toByteArray(),         "unique:keys"};
    const QByteArray space = key.digest.first(std::max<qsizetype>(0, prefixAt(key.digest))).toByteArray();
    return {joined(key.digest, ":LOCKED"),        key.digest.toByteArray(),    joined(key.digest, ":QUEUED"),
            joined(key.digest, ":PRIMED"),        joined(key.digest, ":INFO"), space + "uniquejobs:digests",
            space + "uniquejobs:expiring_digests"};
}

// The keys, besides the main key, that belong only to this lock.
std::vector<LockName> companionNames(const SidekiqKey &key)
{
    const std::vector<QByteArray> keys = keysAround(key);
    std::vector<LockName> names;
    for (size_t i = 1; i < (key.old ? 4 : 5); ++i)
        names.push_back({keys[i]});
    return names;
}

QString SidekiqLock::legend() const
{
    return tr("Keeps a Sidekiq job from being queued or run twice: a hash whose fields are the ids of the "
              "jobs that hold it. Most have no expiry: if a job is lost without releasing its lock, no such "
              "job runs again until the reaper finds it.");
}

OwnerId SidekiqLock::makeOwner() const
{
    return {QUuid::createUuid().toByteArray(QUuid::Id128).first(24)};
}

NameRole SidekiqLock::roleOf(QByteArrayView key) const
{
    // Each with the ending of the key that it is a companion of.
    static constexpr std::pair<QByteArrayView, QByteArrayView> Endings[]{
        {":QUEUED", LockedEnding},  {":PRIMED", LockedEnding},     {":INFO", LockedEnding},
        {":EXISTS", GrabbedEnding}, {":AVAILABLE", GrabbedEnding}, {":VERSION", GrabbedEnding}};
    const qsizetype at = prefixAt(key);
    if (key == QByteArrayView("unique:keys"))
        return {.kind = NameRole::Kind::Noise};
    if (at >= 0) {
        const QByteArrayView rest = key.sliced(at + DigestPrefix.size());
        for (const char *list : {"digests", "expiring_digests", "changelog", "heartbeat", "live", "dead"}) {
            if (rest == QByteArrayView(list))
                return {.kind = NameRole::Kind::Noise};
        }
        if (rest.startsWith("working:") || rest.startsWith("heartbeat:"))
            return {.kind = NameRole::Kind::Noise};
        if (isDigest(key))
            return {.kind = NameRole::Kind::Companion, .subject = {joined(key, LockedEnding)}};
    }
    if (key.isEmpty() || !isUpper(key.back())) // as each ending has it; every key of a scan is asked for
        return {};
    for (const auto &[ending, main] : Endings) {
        const QByteArrayView digest = digestBefore(ending, key);
        if (isDigest(digest) && (at >= 0 || main == LockedEnding))
            return {.kind = NameRole::Kind::Companion, .subject = {joined(digest, main)}};
    }
    return {};
}

bool SidekiqLock::mayBe(const KeySight &sight) const
{
    return sight.type == ValueType::Hash && mainKey(sight.key);
}

std::vector<CompanionKey> SidekiqLock::companions(const KeyReading &reading) const
{
    const std::optional<SidekiqKey> key = mainKey(reading.key.bytes);
    if (!key || (reading.type != ValueType::None && reading.type != ValueType::Hash))
        return {};
    if (const auto hash = hashOf(reading, *key); reading.type == ValueType::Hash && (!hash || hash->json))
        return {};
    std::vector<CompanionKey> wanted;
    for (const LockName &name : companionNames(*key))
        wanted.push_back({.key = name});
    return wanted;
}

// The lock is free, but jobs wait for it.
std::optional<Decoded> SidekiqLock::decodeQueue(const KeyReading &reading) const
{
    const std::optional<SidekiqKey> key = mainKey(reading.key.bytes);
    if (!key || key->old)
        return {};
    Decoded decoded{
        .kind = kind(), .libraries = &libraries(), .confidence = Confidence::Likely, .lasting = true};
    for (const QByteArrayView ending : {QByteArrayView(":PRIMED"), QByteArrayView(":QUEUED")}) {
        for (const QByteArray &job : jobsIn(reading.companion(joined(key->digest, ending))))
            decoded.queue.push_back({.id = {job}});
    }
    LockExtras extras;
    for (const LockName &name : companionNames(*key)) {
        if (reading.companion(name.bytes))
            extras.companions.push_back(name);
    }
    if (!extras.companions.empty())
        decoded.extras = std::make_shared<LockExtras>(std::move(extras));
    return decoded;
}

// Up to v5 the digest is the lock. Later it comes with the hash, or with jobs on their way into it.
std::optional<Decoded> SidekiqLock::decodeDigestAlone(const KeyReading &reading, const SidekiqKey &key) const
{
    const KeyReading *digest = reading.companion(key.digest);
    if (key.old || !digest || digest->type != ValueType::String || !isLowerHex(digest->string, 24))
        return {};
    Decoded decoded{.kind = kind(), .libraries = &libraries(), .confidence = Confidence::Likely};
    Holder holder{.id = {digest->string}};
    decoded.ownDeadline = true;
    if (digest->ttl)
        holder.expiresAt = decoded.deadline = digest->readAt + *digest->ttl;
    decoded.holders.append(holder);
    decoded.extras = std::make_shared<LockExtras>(LockExtras{.companions = {digest->key}});
    return decoded;
}

std::optional<Decoded> SidekiqLock::decode(const KeyReading &reading) const
{
    const std::optional<SidekiqKey> key = mainKey(reading.key.bytes);
    if (!key)
        return {};
    if (reading.type == ValueType::None) {
        std::optional<Decoded> queue = decodeQueue(reading);
        return queue && !queue->queue.empty() ? queue : decodeDigestAlone(reading, *key);
    }
    const std::optional<SidekiqHash> hash = hashOf(reading, *key);
    if (!hash)
        return {};
    Decoded decoded =
        decodeQueue(reading).value_or(Decoded{.kind = kind(), .libraries = &libraries(), .lasting = true});
    const bool known = prefixAt(reading.key.bytes) >= 0 && isDigest(key->digest) && hash->plainIds;
    decoded.confidence = known ? Confidence::Certain : Confidence::Likely;
    const KeyReading *info = reading.companion(joined(key->digest, ":INFO"));
    const QJsonObject about = objectIn(hash->json ? reading.fields.front().second
                                       : info     ? info->string
                                                  : QByteArray());
    const qint64 limit = about.value(QLatin1String("limit")).toInteger(0);
    const bool shared = limit > 1 || reading.size > 1;
    for (const auto &field : reading.fields) {
        Holder holder{.id = {field.first}, .mode = shared ? HoldMode::Permit : HoldMode::Exclusive};
        if (reading.ttl)
            holder.expiresAt = reading.readAt + *reading.ttl;
        decoded.holders.append(holder);
    }
    if (shared) {
        LockExtras extras = decoded.extras ? *decoded.extras : LockExtras();
        extras.permits = Permits{.held = reading.size};
        if (limit > 0) {
            extras.permits->total = limit;
            extras.permits->available = std::max<qint64>(0, limit - reading.size);
        }
        decoded.extras = std::make_shared<LockExtras>(std::move(extras));
    }
    return decoded;
}

QString timeText(const QByteArray &seconds)
{
    return QDateTime::fromMSecsSinceEpoch(qint64(seconds.toDouble() * 1000))
        .toUTC()
        .toString(Qt::ISODateWithMs);
}

QStringList SidekiqLock::explainJob(const QByteArray &job, const QJsonObject &about) const
{
    const auto text = [&about](const char *name) {
        const QString value = about.value(QLatin1String(name)).toVariant().toString();
        return escapedText(value.toUtf8().left(200));
    };
    QStringList lines;
    if (!about.value(QLatin1String("worker")).isUndefined())
        lines << tr("Job %1: worker %2, queue %3").arg(escapedText(job), text("worker"), text("queue"));
    const QString type = about.contains(QLatin1String("type")) ? text("type") : text("lock");
    if (!type.isEmpty())
        lines << tr("Kind of lock: %1").arg(type);
    if (type == QLatin1String("until_expired"))
        lines << tr("The job does not release it: it stays until it expires");
    const double time = about.value(QLatin1String("time")).toDouble();
    if (time > 1e9)
        lines << tr("Job %1 acquired it at %2")
                     .arg(escapedText(job), timeText(QByteArray::number(time, 'f', 3)));
    return lines;
}

QStringList SidekiqLock::explain(const KeyReading &reading) const
{
    const std::optional<Decoded> decoded = decode(reading);
    if (!decoded)
        return {};
    const SidekiqKey key = *mainKey(reading.key.bytes);
    const std::optional<SidekiqHash> hash = hashOf(reading, key);
    if (!hash && !decoded->holders.isEmpty())
        return {tr("A string with a job id under the name of the digest, and nothing else: "
                   "sidekiq-unique-jobs 5 or "
                   "older"),
                tr("To act on it, name the digest and the kind token-lock: %1")
                    .arg(escapedText(key.digest.toByteArray()))};
    QStringList lines;
    if (hash)
        lines << (hash->json ? tr("A hash :LOCKED with a job id and JSON about it: sidekiq-unique-jobs 9")
                  : key.old  ? tr("A hash :GRABBED with a job id and a time: sidekiq-unique-jobs 6 or older")
                             : tr("A hash :LOCKED with a job id and a time: sidekiq-unique-jobs 7 or 8"));
    else
        lines << tr("The lock is free, but jobs are in its queue: one of them acquires it next");
    lines << (key.digest.endsWith(RunEnding)
                  ? tr("The name ends with :RUN: it is held while the job runs")
                  : tr("It is held from the time the job is queued, as its kind says"));
    for (const auto &[job, value] : reading.fields) {
        if (hash && hash->json)
            lines << explainJob(job, objectIn(value));
        else
            lines << tr("Job %1 acquired it at %2").arg(escapedText(job), timeText(value));
    }
    if (const KeyReading *info = reading.companion(joined(key.digest, ":INFO"));
        info && !reading.fields.empty()) {
        QJsonObject about = objectIn(info->string);
        about.remove(QLatin1String("time")); // the hash already has it
        lines << explainJob(reading.fields.front().first, about);
    }
    lines << tr("Sidekiq's own hashes <host:pid:…>:work show which process runs the job");
    if (!reading.ttl && hash)
        lines << tr("It has no expiry: normal, unless the job class sets a lock_ttl");
    lines << (hash && hash->json
                  ? tr("No client waits for it: a job that cannot get it is dropped or queued again")
                  : tr("Waiters block on a list, for at most 5 s in version 8"));
    return lines;
}

std::vector<QByteArray> SidekiqLock::keysOf(const LockName &key) const
{
    return keysAround(*mainKey(key.bytes));
}

std::optional<Failure> SidekiqLock::problem(const ActDraft &draft) const
{
    const ActRequest &request = draft.request;
    switch (request.act) {
    case ActKind::Acquire:
        return unsupportedAct(
            request.key, tr("a lock of this kind belongs to a job: without one, the gem's reaper removes it"),
            tr("queue the job with Sidekiq"));
    case ActKind::Renew:
        return unsupportedAct(request.key, tr("a lock of this kind is never renewed"),
                              tr("set lock_ttl in the job class"));
    case ActKind::Wake:
        return nobodyToWake(request.key, tr("its waiters block on a list, for a few seconds at most"));
    default:
        break;
    }
    if (std::optional<Failure> found = shareRequestProblem(request))
        return found;
    if (!mainKey(request.key.bytes))
        return badInput(request.key, tr("a lock of this kind is identified by its key digest:LOCKED"),
                        tr("append :LOCKED to the digest"));
    return {};
}

void SidekiqLock::planRelease(ActDraft &draft) const
{
    const SidekiqKey key = *mainKey(draft.request.key.bytes);
    std::vector<QByteArray> arguments{key.digest.toByteArray(), draft.owner.bytes};
    const bool share = draft.request.act == ActKind::RemoveShare;
    if (share && !key.old)
        arguments.emplace_back("queued");
    if (!draft.send(key.old ? "sidekiq6-release" : "sidekiq-release", std::move(arguments)))
        return;
    draft.steps << tr("Removes job %1 from the hash").arg(draft.ownerText());
    draft.steps << tr(
        "If no other job is left, deletes the keys of the lock and its entry in the list of all locks");
    draft.steps << tr(
        "Pushes a 1 to the queue of waiters, which lives for 5 s: one of them wakes (versions 7 and 8)");
    draft.steps << tr("Does not touch the job itself");
    if (share) {
        draft.steps << tr("If it does not hold it but waits for it, removes it from the queue instead");
        draft.warnings << forceWarnings(draft.request);
    }
    draft.warnings << tr(
        "A job keeps its id when it is retried, so its new hold cannot be told from its old one");
}

void SidekiqLock::planForceRelease(ActDraft &draft) const
{
    const SidekiqKey key = *mainKey(draft.request.key.bytes);
    if (!sendComparison(draft, key.old ? "sidekiq6-force-release" : "sidekiq-force-release",
                        {key.digest.toByteArray()}))
        return;
    draft.steps << tr("Deletes the keys of the lock and its entry in the list of all locks");
    draft.steps << tr(
        "Pushes a 1 to the queue of waiters, which lives for 5 s: one of them wakes (versions 7 and 8)");
    draft.steps << tr("Does not touch the job itself");
    draft.warnings << tr(
        "A job keeps its id when it is retried, so its new hold cannot be told from its old one");
}

void SidekiqLock::planSetExpiry(ActDraft &draft) const
{
    std::vector<QByteArray> &keys = draft.plan.keys;
    keys = {keys[0], keys[1], keys[mainKey(draft.request.key.bytes)->old ? 3 : 4]};
    if (!sendMeant(draft, "sidekiq-set-expiry"))
        return;
    draft.steps
        << tr("Makes the lock expire in %1, if it has no expiry or a later one").arg(draft.leaseText());
    draft.warnings << tr("All jobs that hold it share the expiry: it can be set only for a sole holder");
    draft.warnings << tr(
        "A job that still runs then loses the lock while it works; its entry in the list of all locks "
        "stays until the reaper finds it");
}

} // namespace

std::unique_ptr<Format> family_sidekiqlock()
{
    return std::make_unique<SidekiqLock>();
}

} // namespace lockscope
