// SPDX-License-Identifier: GPL-3.0-or-later
// "permit-semaphore": Redisson's permit-expirable semaphore. A string has the number of free permits, and the
// sorted set {name}:timeout has the id and expiry of each permit in use. Facts: redisson/redisson:
// RedissonPermitExpirableSemaphore.java, 3.5.0 to 4.7.0.
#include "core/formats/family.h"
#include "core/formats/lockwords.h"
#include "core/formats/planning.h"
#include "core/formats/redissonnames.h"
#include "core/formats/shapes.h"

#include <QCoreApplication>
#include <QRandomGenerator>

#include <algorithm>
#include <array>
#include <climits>

namespace lockscope
{

namespace
{

constexpr double Never = 922337203685477.0;      // the score of a permit without an expiry
constexpr double Earliest = 1'000'000'000'000.0; // September 2001 in ms; a lower score is no time
constexpr qsizetype RawIdBytes = 16;

// 16 random bytes since 3.17.0; before that, the same as 32 hex digits.
bool isPermitId(QByteArrayView id)
{
    return id.size() == RawIdBytes || isLowerHex(id, 2 * RawIdBytes);
}

bool isPermit(const Member &member)
{
    return isPermitId(member.bytes) && member.score >= Earliest && member.score <= Never;
}

QByteArray otherForm(const QByteArray &id)
{
    if (isLowerHex(id, 2 * RawIdBytes))
        return QByteArray::fromHex(id);
    return id.size() == RawIdBytes ? id.toHex() : QByteArray();
}

// An id may be named as its program knows it, and stored as bytes.
QByteArray asStored(const QByteArray &id, const Lock *seen)
{
    const QByteArray other = otherForm(id);
    const bool isOther = seen && !other.isEmpty() &&
                         std::any_of(seen->holders.begin(), seen->holders.end(),
                                     [&other](const Holder &holder) { return holder.id.bytes == other; });
    return isOther ? other : id;
}

// As Redisson's API shows the id.
QString shownId(const QByteArray &id)
{
    return QString::fromLatin1(id.size() == RawIdBytes ? id.toHex() : id);
}

QByteArray timeoutName(const LockName &key)
{
    return redissonSuffixed(key.bytes, "timeout");
}

struct PermitState {
    qint64 counted = 0; // the string: free permits, without overdue ones
    qint64 out = 0;     // the sorted set, with overdue ones
    qint64 overdue = 0;
    const KeyReading *permits = nullptr;
};

std::optional<qint64> counted(const KeyReading &reading)
{
    if (reading.type == ValueType::None)
        return 0;
    if (reading.type != ValueType::String || reading.size != reading.string.size() || reading.size > 15)
        return {};
    return decimal(reading.string);
}

std::optional<PermitState> semaphoreOf(const KeyReading &reading)
{
    const std::optional<qint64> number = counted(reading);
    const KeyReading *permits = number ? reading.companion(timeoutName(reading.key)) : nullptr;
    static const KeyReading noneOut{.type = ValueType::SortedSet};
    const bool ruled = reading.ruled == LockKind{"permit-semaphore"};
    if (ruled && number && !permits && reading.type != ValueType::None)
        return PermitState{.counted = *number, .permits = &noneOut};
    if (!permits || permits->type != ValueType::SortedSet || permits->members.empty())
        return {};
    if (!std::all_of(permits->members.begin(), permits->members.end(), isPermit))
        return {};
    PermitState semaphore{.counted = *number,
                          .out = std::max(permits->size, qint64(permits->members.size())),
                          .permits = permits};
    const auto at = double(permits->wallMilliseconds().count());
    semaphore.overdue = std::count_if(permits->members.begin(), permits->members.end(),
                                      [at](const Member &member) { return member.score <= at; });
    return semaphore;
}

int clamped(qint64 number)
{
    return int(std::clamp<qint64>(number, 0, INT_MAX));
}

constexpr std::array<Fingerprint, 4> PermitSemaphorePrints{{
    {"1c2f23a6a6a0b73ec7e65363ebd0f04aa6118a05", "Redisson", "permit acquire", "3.5.0-3.11.6"},
    {"9dd7dc38c905805c04c8f14cb8aae2bd5dd529b0", "Redisson", "permit acquire", "3.12.0-3.21.3"},
    {"d47a2fd3852467e5e7f2d1618c92a1ca719fcf7a", "Redisson", "permit acquire", "3.22.0-3.23.3"},
    {"992c96b09a3d8ea0b37f5dc12e5347a44d93909d", "Redisson", "permit acquire", "3.23.4-4.7.0"},
}};

const FamilyFacts PermitSemaphoreFacts{
    .kind = {"permit-semaphore"},
    .nature = Nature::Semaphore,
    .rank = 10,
    .libraries = {"Redisson"},
    // The set of permits identifies the semaphore even if its name does not.
    .patterns = {"*{*:timeout", "*[Ss][Ee][Mm][Aa][Pp][Hh][Oo][Rr][Ee]*"},
    .fingerprints = PermitSemaphorePrints,
};

} // namespace

class PermitSemaphore final : public PlannedFamily
{
    Q_DECLARE_TR_FUNCTIONS(lockscope::PermitSemaphore)
public:
    PermitSemaphore() : PlannedFamily(PermitSemaphoreFacts) {}

    QString title() const override { return tr("Permit-expirable semaphore (Redisson)"); }
    QString legend() const override;
    OwnerId makeOwner() const override;

    NameRole roleOf(QByteArrayView key) const override;
    std::vector<QByteArray> companionPatterns(QByteArrayView pattern) const override;
    bool mayBe(const KeySight &sight) const override;
    std::vector<CompanionKey> companions(const KeyReading &reading) const override;
    bool hasEssentialCompanions() const override { return true; }
    std::optional<Decoded> decode(const KeyReading &reading) const override;
    QStringList explain(const KeyReading &reading) const override;
    std::optional<QByteArray> wakeChannel(const LockName &key) const override;

private:
    std::optional<Failure> problem(const ActDraft &draft) const override;
    std::vector<QByteArray> keysOf(const LockName &key) const override
    {
        return {key.bytes, timeoutName(key)};
    }
    void planAcquire(ActDraft &draft) const override;
    void planRenew(ActDraft &draft) const override;
    void planRelease(ActDraft &draft) const override;
    void planForceRelease(ActDraft &draft) const override;
    void planWake(ActDraft &draft) const override;
    void planSetExpiry(ActDraft &draft) const override;
};

QString PermitSemaphore::legend() const
{
    return tr("A number of permits, each with its own id and an optional expiry. A permit without an expiry "
              "is lost if its holder dies; an expired permit counts as free only when the next client asks.");
}

OwnerId PermitSemaphore::makeOwner() const
{
    std::array<quint32, 4> random{};
    QRandomGenerator::system()->fillRange(random.data(), qsizetype(random.size()));
    return {QByteArray(reinterpret_cast<const char *>(random.data()), RawIdBytes)};
}

// {name}:timeout, or name:timeout if the name has braces. Braces around the whole name are taken as
// Redisson's.
NameRole PermitSemaphore::roleOf(QByteArrayView key) const
{
    static constexpr QByteArrayView ending(":timeout");
    if (!key.endsWith(ending) || !key.contains('{'))
        return {};
    const QByteArrayView name = key.chopped(ending.size());
    const bool braced = name.size() > 2 && name.front() == '{' && name.indexOf('}') == name.size() - 1 &&
                        name.lastIndexOf('{') == 0;
    const QByteArrayView subject = braced ? name.sliced(1, name.size() - 2) : name;
    return {.kind = NameRole::Kind::Companion, .subject = {subject.toByteArray()}};
}

std::vector<QByteArray> PermitSemaphore::companionPatterns(QByteArrayView pattern) const
{
    return {redissonSuffixed(pattern, "timeout")};
}

bool PermitSemaphore::mayBe(const KeySight &sight) const
{
    return sight.type == ValueType::String && hasSemaphoreWord(sight.key);
}

std::vector<CompanionKey> PermitSemaphore::companions(const KeyReading &reading) const
{
    if (!counted(reading))
        return {};
    // Read alone, the number would be a lock, or with 0 none, until its permits are read.
    const bool mayBe = reading.ruled == kind() || hasSemaphoreWord(reading.key.bytes) ||
                       reading.listened == wakeChannel(reading.key) || !reading.ttl;
    return {{.key = {timeoutName(reading.key)}, .essential = mayBe && reading.type == ValueType::String}};
}

std::optional<Decoded> PermitSemaphore::decode(const KeyReading &reading) const
{
    const std::optional<PermitState> semaphore = semaphoreOf(reading);
    if (!semaphore)
        return {};
    Decoded decoded{.kind = kind(), .libraries = &libraries(), .confidence = Confidence::Certain};
    if (reading.type == ValueType::None)
        decoded.confidence = Confidence::Likely;
    for (const Member &member : semaphore->permits->members) {
        if (member.score <= double(semaphore->permits->wallMilliseconds().count()))
            continue;
        Holder holder{.id = {member.bytes}, .mode = HoldMode::Permit};
        if (member.score < Never)
            holder.expiresAt = semaphore->permits->instantOf(milliseconds(qint64(member.score)));
        decoded.holders.append(holder);
    }
    auto extras = std::make_shared<LockExtras>();
    // Negative if the application withdrew permits that were in use.
    extras->permits = Permits{.available = semaphore->counted + semaphore->overdue,
                              .held = semaphore->out - semaphore->overdue,
                              .total = semaphore->counted + semaphore->out,
                              .overdue = semaphore->overdue};
    if (semaphore->out > 0)
        extras->companions = {semaphore->permits->key};
    decoded.extras = std::move(extras);
    decoded.lasting = true;
    return decoded;
}

QStringList PermitSemaphore::explain(const KeyReading &reading) const
{
    const std::optional<PermitState> semaphore = semaphoreOf(reading);
    if (!semaphore)
        return {};
    QStringList lines;
    if (semaphore->out == 0)
        return {tr("A whole number, as stored by Redisson's permit-expirable semaphore: no permit is held")};
    lines << tr("A whole number, and a sorted set of permit ids with the times at which they expire: "
                "Redisson's permit-expirable semaphore");
    lines << tr("%n permit(s) held", nullptr, clamped(semaphore->out - semaphore->overdue));
    if (semaphore->overdue > 0)
        lines << tr("%n expired permit(s): free for the next client, but not yet counted in the number",
                    nullptr, clamped(semaphore->overdue));
    const qint64 endless =
        std::count_if(semaphore->permits->members.begin(), semaphore->permits->members.end(),
                      [](const Member &member) { return member.score >= Never; });
    if (endless > 0)
        lines << tr("%n permit(s) without an expiry: lost if the holder dies", nullptr, clamped(endless));
    if (reading.type == ValueType::None)
        lines << tr("The number itself is gone, deleted or never set: only these permits are left");
    if (qint64(semaphore->permits->members.size()) < semaphore->out)
        lines << tr("Only the first permits were read, those that expire soonest");
    return lines;
}

std::optional<QByteArray> PermitSemaphore::wakeChannel(const LockName &key) const
{
    return redissonPrefixed("redisson_sc", key.bytes);
}

std::optional<Failure> PermitSemaphore::problem(const ActDraft &draft) const
{
    const ActRequest &request = draft.request;
    if (std::optional<Failure> found = requestProblem(request))
        return found;
    const bool named = request.act != ActKind::Wake && request.act != ActKind::ForceRelease;
    if (named && !request.owner.isEmpty() && !isPermitId(request.owner.bytes))
        return badInput(request.key, tr("%1 is not a permit id").arg(escapedText(request.owner.bytes)),
                        tr("use the 32 hex digits that the library issued"));
    if (request.act == ActKind::RemoveShare && request.owner.isEmpty())
        return badInput(request.key, tr("no permit was specified"), tr("specify it by its id"));
    if (request.act != ActKind::SetExpiry)
        return {};
    if (std::optional<Failure> missing = missingLease(request))
        return missing;
    const std::optional<OwnerId> owner = meantOwner(request, draft.seen);
    if (!owner || !isPermitId(owner->bytes))
        return unsupportedAct(request.key, tr("each permit has its own expiry"),
                              tr("specify the permit by its id"));
    return {};
}

void PermitSemaphore::planAcquire(ActDraft &draft) const
{
    QByteArray id = draft.owner.bytes;
    if (id.size() != RawIdBytes)
        id = otherForm(id);
    const QByteArray channel = announce(draft);
    if (!draft.send("permit-acquire", {id, millisecondsText(draft.lease), channel}))
        return;
    draft.steps << tr("If a permit has expired, returns it first and notifies waiters");
    draft.steps << tr("If a permit is free, acquires it under the id %1").arg(shownId(id));
    draft.steps << (draft.request.lease ? tr("It expires after %1").arg(draft.leaseText())
                                        : tr("It has no expiry: it returns only when it is released"));
    if (draft.request.wait > milliseconds(0))
        draft.steps
            << tr("Otherwise retries at each message on %1, and when the next permit expires, for at most %2")
                   .arg(escapedText(channel), humanDuration(draft.request.wait));
    if (!draft.request.lease)
        draft.warnings << tr("A permit without an expiry is lost if its holder dies");
}

void PermitSemaphore::planRenew(ActDraft &draft) const
{
    if (!draft.send("permit-renew",
                    {draft.owner.bytes, otherForm(draft.owner.bytes), millisecondsText(draft.lease)}))
        return;
    const QString id = shownId(draft.owner.bytes);
    draft.steps << (draft.request.lease
                        ? tr("If permit %1 is held, makes it expire %2 from now").arg(id, draft.leaseText())
                        : tr("If permit %1 is held, removes its expiry").arg(id));
    draft.steps << tr("If it has already expired, changes nothing");
}

void PermitSemaphore::planRelease(ActDraft &draft) const
{
    const QByteArray channel = announce(draft);
    if (!draft.send("permit-release", {draft.owner.bytes, otherForm(draft.owner.bytes), channel}))
        return;
    draft.steps << tr("Only if permit %1 is still held").arg(shownId(draft.owner.bytes));
    draft.steps << tr("Publishes the new number of free permits on %1, so that waiters retry")
                       .arg(escapedText(channel));
    draft.steps << tr("Removes the permit and increments the number");
    if (draft.request.act == ActKind::RemoveShare)
        draft.warnings << tr("The code of the permit's holder keeps running and is not notified");
}

void PermitSemaphore::planForceRelease(ActDraft &draft) const
{
    const QByteArray channel = announce(draft);
    const ActRequest &request = draft.request;
    const bool compares = request.expectedOwner || !request.expectedHolders.empty();
    std::vector<QByteArray> arguments{compares ? "permits" : "any", channel};
    for (const OwnerId &permit : expectedOwners(request)) {
        if (!permit.isEmpty() || !request.expectedHolders.empty())
            arguments.push_back(asStored(permit.bytes, draft.seen));
    }
    if (!draft.send("permit-force-release", std::move(arguments)))
        return;
    if (compares)
        draft.steps << tr("Continues only if exactly the permits shown are held");
    draft.steps << tr("Publishes the new number of free permits on %1, so that waiters retry")
                       .arg(escapedText(channel));
    draft.steps << tr("Releases all permits and removes their ids");
    draft.warnings << tr("The code of all their holders keeps running and is not notified");
    if (!compares)
        draft.warnings << tr("No permits are compared: all current holders lose theirs");
}

void PermitSemaphore::planWake(ActDraft &draft) const
{
    const QByteArray channel = announce(draft);
    if (!draft.send("permit-wake", {channel}))
        return;
    draft.steps << tr("If permits are available, publishes their number on %1: as many waiters retry")
                       .arg(escapedText(channel));
    draft.steps << tr("If none is available, publishes nothing; changes nothing in either case");
}

void PermitSemaphore::planSetExpiry(ActDraft &draft) const
{
    const QByteArray id = meantOwner(draft.request, draft.seen)->bytes;
    if (!draft.send("permit-set-expiry", {id, otherForm(id), millisecondsText(draft.lease)}))
        return;
    draft.steps << tr("Makes permit %1 expire in %2, if it has no expiry or a later one")
                       .arg(shownId(id), draft.leaseText());
    draft.steps << tr("An earlier expiry stays as it is");
    draft.warnings << tr(
        "Waiters are not notified when it expires, unless they learn of it at their next try");
}

std::unique_ptr<Format> family_permitsemaphore()
{
    return std::make_unique<PermitSemaphore>();
}

} // namespace lockscope
