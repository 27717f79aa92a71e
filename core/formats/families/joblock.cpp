// SPDX-License-Identifier: GPL-3.0-or-later
// Facts: taskforcesh/bullmq: src/commands/*.lua, src/classes/worker.ts, lock-manager.ts, 6.2.0;
// OptimalBits/bull: lib/commands/*.lua, 4.x.
//   <prefix>:<queue>:<job>:lock  string: BullMQ "uuid:n" (worker, running number), Bull the queue object's
//                                uuid; 30 s, extended every 15 s
//   <prefix>:<queue>:<job>       hash: the job, with the fields name, data, opts, and pb = the worker's name
//   <prefix>:<queue>:stalled     set: active jobs that were not renewed since the last check
// The default prefix is "bull". A check every 30 s gives an active job without a lock to another worker.
#include "core/formats/family.h"
#include "core/formats/ownerparts.h"
#include "core/formats/planning.h"
#include "core/formats/shapes.h"
#include "core/formats/strings/stringplan.h"
#include "core/formats/strings/stringvalue.h"

#include <QCoreApplication>
#include <QUuid>

#include <algorithm>

namespace lockscope
{

namespace
{

constexpr QByteArrayView Ending(":lock");

struct JobName {
    QByteArrayView queueKey{}; // "bull:mail"
    QByteArrayView queue{};
    QByteArrayView job{};
    QByteArrayView jobKey{}; // "bull:mail:7"
    bool usualPrefix = false;
};

std::optional<JobName> jobName(QByteArrayView key)
{
    if (!key.endsWith(Ending))
        return {};
    const QByteArrayView jobKey = key.chopped(Ending.size());
    const qsizetype first = jobKey.indexOf(':');
    const qsizetype second = first < 1 ? -1 : jobKey.indexOf(':', first + 1);
    if (second <= first + 1 || second + 1 >= jobKey.size())
        return {};
    JobName name;
    name.queueKey = jobKey.first(second);
    name.queue = jobKey.sliced(first + 1, second - first - 1);
    name.job = jobKey.sliced(second + 1);
    name.jobKey = jobKey;
    const QByteArrayView prefix = jobKey.first(first);
    name.usualPrefix = prefix == "bull" || prefix == "{bull}";
    return name;
}

const KeyReading *jobOf(const KeyReading &reading, const JobName &name)
{
    const KeyReading *job = reading.companion(name.jobKey);
    if (!job || job->type != ValueType::Hash)
        return nullptr;
    const auto has = [job](QByteArrayView field) {
        return std::any_of(job->fields.begin(), job->fields.end(),
                           [field](const auto &pair) { return pair.first == field; });
    };
    return has("name") && has("data") && has("opts") ? job : nullptr;
}

QByteArray fieldOf(const KeyReading &job, QByteArrayView field)
{
    const auto found = std::find_if(job.fields.begin(), job.fields.end(),
                                    [field](const auto &pair) { return pair.first == field; });
    return found == job.fields.end() ? QByteArray() : found->second;
}

// BullMQ writes "0" for "no lock". It is Data, like all words for "free".
std::optional<Confidence> jobConfidence(const KeyReading &reading)
{
    const std::optional<JobName> name = jobName(reading.key.bytes);
    if (!name || reading.type != ValueType::String || reading.string.isEmpty())
        return {};
    const bool token = isUuidWithNumber(reading.string) || (name->usualPrefix && isUuid(reading.string));
    if (!token && stringValue(reading).sort == ValueSort::Data)
        return {};
    if (jobOf(reading, *name) || isRuled(reading, "job-lock"))
        return Confidence::Certain;
    return token || name->usualPrefix ? std::optional(Confidence::Likely) : std::nullopt;
}

const FamilyFacts JobLockFacts{
    .kind = {"job-lock"},
    .nature = Nature::Workload,
    .rank = 30,
    .libraries = {"BullMQ", "Bull"},
    .patterns = {"*:lock"},
    .lease = std::chrono::seconds(30),
    .renewal = {1, 2},
    .renewer = Renewer::Library,
    .waiting = WaitMode::Nobody,
};

class JobLock final : public Family
{
    Q_DECLARE_TR_FUNCTIONS(lockscope::JobLock)
public:
    JobLock() : Family(JobLockFacts) {}

    QString title() const override { return tr("Job lock (BullMQ, Bull)"); }
    QString legend() const override
    {
        return tr(
            "A string that says that a worker is processing this job; by default, the worker extends its "
            "30 s expiry every 15 s. If it is gone, the queue considers the worker dead and runs the job a "
            "second time.");
    }
    // BullMQ looks each quarter of the lease, and renews what was renewed more than a quarter ago: one
    // millisecond decides whether that is now or with the next look (LockManager::startLockExtenderTimer).
    milliseconds longestPause(milliseconds lease) const override { return lease / 2; }
    OwnerId makeOwner() const override;
    OwnerParts ownerParts(const OwnerId &id) const override { return uuidClientParts(id.bytes); }

    NameRole roleOf(QByteArrayView key) const override;
    bool mayBe(const KeySight &sight) const override;
    std::vector<CompanionKey> companions(const KeyReading &reading) const override;
    std::optional<Decoded> decode(const KeyReading &reading) const override;
    QStringList explain(const KeyReading &reading) const override;
    Outcome<ActPlan> plan(const ActRequest &request, const Lock *seen) const override;

private:
    QString expiryLine(std::optional<milliseconds> ttl) const;
    QStringList explainToken(const QByteArray &token) const;
    QStringList explainJob(const KeyReading &reading, const JobName &name) const;
    StringActs acts(const JobName &name, bool withTexts) const;
};

OwnerId JobLock::makeOwner() const
{
    return {QUuid::createUuid().toByteArray(QUuid::WithoutBraces) + ":1"};
}

// The keys of a queue that could be taken for locks if the queue's name contains a word for lock.
NameRole JobLock::roleOf(QByteArrayView key) const
{
    static constexpr QByteArrayView Prefix("bull:"), TaggedPrefix("{bull}:");
    if (!key.startsWith(Prefix) && !key.startsWith(TaggedPrefix))
        return {};
    const qsizetype second = key.indexOf(':', key.indexOf(':') + 1);
    const QByteArrayView rest = second < 0 ? QByteArrayView() : key.sliced(second + 1);
    if (rest == "stalled-check" || rest == "meta" || rest == "limiter" || rest == "id" || rest == "pc")
        return {.kind = NameRole::Kind::Noise};
    return {};
}

bool JobLock::mayBe(const KeySight &sight) const
{
    return sight.type == ValueType::String && jobName(sight.key);
}

std::vector<CompanionKey> JobLock::companions(const KeyReading &reading) const
{
    const std::optional<JobName> name = jobName(reading.key.bytes);
    if (!name || reading.type != ValueType::String)
        return {};
    return {{.key = {name->jobKey.toByteArray()}}};
}

std::optional<Decoded> JobLock::decode(const KeyReading &reading) const
{
    static const std::vector<std::string_view> bullMq{"BullMQ"};
    static const std::vector<std::string_view> bull{"Bull"};
    const std::optional<Confidence> confidence = jobConfidence(reading);
    if (!confidence)
        return {};
    const auto &likely = isUuidWithNumber(reading.string) ? bullMq
                         : isUuid(reading.string)         ? bull
                                                          : libraries();
    Decoded decoded = decodedString(reading, kind(), likely, *confidence);
    if (const KeyReading *job = jobOf(reading, *jobName(reading.key.bytes))) {
        auto extras = std::make_shared<LockExtras>();
        extras->companions.push_back(job->key);
        decoded.extras = std::move(extras);
    }
    return decoded;
}

QStringList JobLock::explainToken(const QByteArray &token) const
{
    if (isUuidWithNumber(token))
        return {tr("BullMQ worker object %1; the sequence number of its tokens was %2")
                    .arg(QString::fromLatin1(token.first(36)), QString::fromLatin1(token.sliced(37)))};
    if (isUuid(token))
        return {tr("Bull queue object %1: all jobs it processes have this token")
                    .arg(QString::fromLatin1(token))};
    return {tr("A token chosen by the application")};
}

QStringList JobLock::explainJob(const KeyReading &reading, const JobName &name) const
{
    const QString jobKey = escapedText(name.jobKey.toByteArray());
    if (const KeyReading *job = jobOf(reading, name)) {
        QStringList lines{tr("The hash %1 is a job of that queue").arg(jobKey)};
        if (const QByteArray worker = fieldOf(*job, "pb"); !worker.isEmpty())
            lines << tr("The worker calls itself %1; the name of its connection ends in :w:%1")
                         .arg(escapedText(worker));
        return lines;
    }
    if (reading.companionsRead && !reading.companion(name.jobKey))
        return {tr("Job %1 itself is gone").arg(jobKey)};
    return {};
}

// The worker's options are not in Redis.
QString JobLock::expiryLine(std::optional<milliseconds> ttl) const
{
    if (!ttl)
        return tr("It has no expiry, which no worker writes: if the worker is dead, the job stays active "
                  "forever");
    if (*ttl > defaultLease())
        return tr("A live worker extends the expiry, by default after half of its lockDuration, which is at "
                  "least %1 here")
            .arg(humanDuration(*ttl));
    return tr("A live worker extends the expiry, by default every 15 s, and sets it to 30 s");
}

QStringList JobLock::explain(const KeyReading &reading) const
{
    if (!jobConfidence(reading))
        return {};
    const JobName name = *jobName(reading.key.bytes);
    QStringList lines;
    lines << tr("Job %1 of the queue %2 is active: a worker took it, and may be gone since")
                 .arg(escapedText(name.job.toByteArray()), escapedText(name.queue.toByteArray()));
    lines << explainToken(reading.string) << explainJob(reading, name);
    lines << expiryLine(reading.ttl);
    lines << tr(
        "No client waits for it. Once it is gone, the next check, by default every 30 s, gives the job to a "
        "worker again, or marks it as failed if that happens too often");
    return lines;
}

StringActs JobLock::acts(const JobName &name, bool withTexts) const
{
    const QByteArray stalled = name.queueKey.toByteArray() + ":stalled";
    StringAct more{.keys = {stalled}, .arguments = {name.job.toByteArray()}};
    if (withTexts)
        more.steps << tr("Removes job %1 from the set %2, in which the queue marks jobs to check")
                          .arg(escapedText(name.job.toByteArray()), escapedText(stalled));
    StringActs acts;
    acts.renew = more;
    acts.renew.script = "job-renew";
    acts.release = more;
    acts.release.script = "job-release";
    return acts;
}

Outcome<ActPlan> JobLock::plan(const ActRequest &request, const Lock *seen) const
{
    const std::optional<JobName> name = jobName(request.key.bytes);
    if (request.act == ActKind::Acquire)
        return unsupportedAct(
            request.key,
            tr("the queue issues a job's lock together with the job, and overwrites an existing one"),
            tr("pause the queue to keep its jobs from running"));
    if (request.act == ActKind::Wake)
        return unsupportedAct(request.key, tr("clients do not wait for a job's lock"));
    if (const std::optional<Failure> problem = requestProblem(request))
        return *problem;
    if (!name)
        return badInput(request.key, tr("a job's lock is named prefix:queue:job:lock"));
    Outcome<ActPlan> outcome = planString(*this, request, seen, acts(*name, request.withTexts));
    if (!outcome || request.act == ActKind::Renew || !request.withTexts)
        return outcome;
    const QString before =
        request.act == ActKind::SetExpiry
            ? tr("If the worker does not extend the expiry in time, the queue declares it dead and runs the "
                 "job a second time, possibly while the first run continues")
            : tr("This declares the worker dead: by default within 30 to 60 s, the queue runs the job a "
                 "second "
                 "time, while the first run continues and then fails with a missing lock. This cannot be "
                 "made safe");
    outcome->warnings.prepend(before);
    return outcome;
}

} // namespace

std::unique_ptr<Format> family_joblock()
{
    return std::make_unique<JobLock>();
}

} // namespace lockscope
