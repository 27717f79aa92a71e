// SPDX-License-Identifier: GPL-3.0-or-later
// "npm-semaphore": the semaphore of redis-semaphore (npm). A sorted set semaphore:<name> of the holders' ids,
// each with the time, by the holder's clock, at which it took or refreshed its permit. The permit ends one
// lock timeout later; the key gets that timeout as its expiry at each change, so the newest entry and the
// expiry tell it, as far as the clocks of clients and server agree. A mutex of the library is a token under
// mutex:<name> ("token-lock"). Facts: swarthy/redis-semaphore:
// src/semaphore/{acquire,refresh,release}/lua.ts, src/multiSemaphore, src/Lock.ts, 5.x.
#include "core/formats/family.h"
#include "core/formats/lockwords.h"
#include "core/formats/planning.h"
#include "core/formats/shapes.h"
#include "core/formats/shareplan.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace lockscope
{

namespace
{

constexpr milliseconds LongestTimeout = std::chrono::hours(24);
constexpr milliseconds LargestSkew = std::chrono::minutes(10);
// An entry so far in the future shows that a client's clock is ahead, not only that a reading takes time.
constexpr milliseconds UsualSkew = std::chrono::seconds(1);

// A UUID, and what the application or a semaphore of several permits adds: uuid-suffix, uuid_0.
bool isHolderId(QByteArrayView id)
{
    return id.size() >= 36 && id.size() <= 128 && isRandomUuid(id.first(36)) &&
           (id.size() == 36 || id[36] == '-' || id[36] == '_');
}

struct Times {
    std::optional<milliseconds> timeout{}; // how long a permit lasts; nothing: the clocks disagree
    milliseconds ahead{0};                 // of the newest entry against the server's clock
    bool isLikely = true;                  // else the times may also be ends
};

// Nothing: the set is none of this library.
std::optional<Times> timesOf(const KeyReading &reading)
{
    if (reading.type != ValueType::SortedSet || !reading.ttl || reading.members.empty() ||
        reading.size != qint64(reading.members.size()))
        return {};
    double newest = 0;
    for (const Member &member : reading.members) {
        const bool isTime = member.score >= 1e12 && member.score <= 1e13; // milliseconds of this age
        if (!isHolderId(member.bytes) || !isTime || member.score != std::floor(member.score))
            return {};
        newest = std::max(newest, member.score);
    }
    const milliseconds ahead = milliseconds(qint64(newest)) - reading.wallMilliseconds();
    const milliseconds timeout = *reading.ttl - ahead;
    if (timeout <= -LargestSkew || timeout > LongestTimeout)
        return {};
    Times times{.ahead = ahead, .isLikely = timeout > milliseconds(0)};
    if (ahead <= UsualSkew && times.isLikely)
        times.timeout = timeout;
    return times;
}

const FamilyFacts NpmSemaphoreFacts{
    .kind = {"npm-semaphore"},
    .nature = Nature::Semaphore,
    .rank = 30,
    .libraries = {"redis-semaphore (npm)"},
    .patterns = {"semaphore:*"},
    .lease = std::chrono::seconds(10),
    .renewal = {4, 5},
    .renewer = Renewer::Library,
};

class NpmSemaphore final : public PlannedFamily
{
    Q_DECLARE_TR_FUNCTIONS(lockscope::NpmSemaphore)
public:
    NpmSemaphore() : PlannedFamily(NpmSemaphoreFacts) {}

    QString title() const override { return tr("Semaphore (redis-semaphore, npm)"); }
    QString legend() const override;
    OwnerId makeOwner() const override { return {}; } // it is not taken from here

    bool mayBe(const KeySight &sight) const override;
    std::optional<Decoded> decode(const KeyReading &reading) const override;
    QStringList explain(const KeyReading &reading) const override;

private:
    std::optional<Failure> problem(const ActDraft &draft) const override;
    void planRelease(ActDraft &draft) const override;
    void planForceRelease(ActDraft &draft) const override;
    void planSetExpiry(ActDraft &draft) const override;
};

QString NpmSemaphore::legend() const
{
    return tr("A sorted set of the holders' ids, each with the time of its last refresh. If a holder stops "
              "refreshing, the next client drops its permit.");
}

bool NpmSemaphore::mayBe(const KeySight &sight) const
{
    return sight.type == ValueType::SortedSet && sight.ttl && hasSemaphoreWord(sight.key);
}

std::optional<Decoded> NpmSemaphore::decode(const KeyReading &reading) const
{
    const std::optional<Times> times = timesOf(reading);
    if (!times || !(reading.ruled == kind() || hasSemaphoreWord(reading.key.bytes)))
        return {};
    Decoded decoded{.kind = kind(),
                    .libraries = &libraries(),
                    .confidence = times->isLikely ? Confidence::Likely : Confidence::Guess};
    Permits permits;
    for (const Member &member : reading.members) {
        if (!times->timeout) {
            decoded.holders.append(Holder{.id = {member.bytes}, .mode = HoldMode::Permit});
            continue;
        }
        const Instant end = reading.instantOf(milliseconds(qint64(member.score)) + *times->timeout);
        if (end <= reading.readAt) {
            ++permits.overdue;
            continue;
        }
        decoded.holders.append(Holder{.id = {member.bytes}, .mode = HoldMode::Permit, .expiresAt = end});
    }
    if (times->timeout)
        permits.held = qint64(decoded.holders.size());
    decoded.extras = std::make_shared<LockExtras>(LockExtras{.permits = permits});
    return decoded;
}

QStringList NpmSemaphore::explain(const KeyReading &reading) const
{
    const std::optional<Times> times = timesOf(reading);
    if (!times)
        return {};
    return {tr("A sorted set under a name that suggests a semaphore, whose members are ids with the times at "
               "which they were acquired or refreshed, as stored by redis-semaphore (npm)"),
            times->timeout
                ? tr("A permit lasts %1, if the clocks of its clients and of the server agree: the key "
                     "expires this long after its newest entry")
                      .arg(humanDuration(*times->timeout))
                : tr("How long a permit lasts is unknown: its newest entry is %1 ahead of the server, so the "
                     "clocks of its clients and of the server disagree")
                      .arg(humanDuration(times->ahead)),
            tr("How many permits there are is not in Redis: each program specifies it when it acquires one")};
}

std::optional<Failure> NpmSemaphore::problem(const ActDraft &draft) const
{
    const ActRequest &request = draft.request;
    if (std::optional<Failure> found = shareRequestProblem(request))
        return found;
    if (request.act == ActKind::Wake)
        return nobodyToWake(request.key, tr("its clients poll"));
    if (request.act == ActKind::Acquire || request.act == ActKind::Renew)
        return unsupportedAct(
            request.key,
            tr("only its programs know how many permits this semaphore has, and how long one lasts"),
            tr("acquire the permit with the program that uses it"));
    return {};
}

void NpmSemaphore::planRelease(ActDraft &draft) const
{
    if (!draft.send("rule-remove", {"zset", "member", "none", "share", "", "", "newest", "0", "ms", "0",
                                    draft.owner.bytes, ""}))
        return;
    draft.steps << tr("Removes %1 from the holders").arg(draft.ownerText());
    draft.steps << tr("Leaves all others as they are; waiting clients poll");
    warnOfRemoval(draft);
}

void NpmSemaphore::planForceRelease(ActDraft &draft) const
{
    const QList<OwnerId> owners = expectedOwners(draft.request);
    std::vector<QByteArray> arguments{
        "zset", "member", "none", owners.isEmpty() ? "any" : "all", "", "", "newest", "0", "ms", "0"};
    for (const OwnerId &owner : owners)
        arguments.insert(arguments.end(), {owner.bytes, QByteArray()});
    if (!draft.send("rule-remove", std::move(arguments)))
        return;
    if (!owners.isEmpty())
        draft.steps << comparisonStep(draft.request);
    draft.steps << tr("Deletes the key: all permits are free");
    draft.warnings << forceWarnings(draft.request);
}

void NpmSemaphore::planSetExpiry(ActDraft &draft) const
{
    draft.meant = meantOwner(draft.request, draft.seen);
    if (!draft.send("rule-expire",
                    {"zset", "member", "none", "sooner", draft.meant ? draft.meant->bytes : QByteArray(),
                     millisecondsText(*draft.request.lease), "newest", "0", "ms"}))
        return;
    draft.steps
        << tr("Makes the key expire in %1, if it ends later, with all its permits").arg(draft.leaseText());
    draft.warnings << tr("A live holder refreshes it again after four fifths of its lock timeout");
}

} // namespace

std::unique_ptr<Format> family_npmsemaphore()
{
    return std::make_unique<NpmSemaphore>();
}

} // namespace lockscope
