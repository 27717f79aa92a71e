// SPDX-License-Identifier: GPL-3.0-or-later
// Facts: redis/rueidis: rueidislock/lock.go, head of 2026-07.
//   <prefix>:0:name, :1:name, :2:name  strings with one value, 24 random bytes; usual prefix "rueidislock".
//                                      5 s, extended every 2.5 s. Client-side caching notifies holder and
//                                      waiters when a key is deleted.
// Two of the three keys hold the lock. With KeyMajority 1, which the library's README suggests for one
// server, :0: is the only key; with KeyMajority 3 there are :3: and :4: too. The keys do not show which. So
// an acquire requires that :0: is missing, and acts on three keys: even of five they are a majority.
#include "core/formats/family.h"
#include "core/formats/planning.h"
#include "core/formats/shapes.h"
#include "core/formats/strings/stringplan.h"

#include <QCoreApplication>
#include <QRandomGenerator>

#include <algorithm>
#include <array>

namespace lockscope
{

namespace
{

constexpr int Keys = 3; // that are read
constexpr int Majority = 2;
constexpr QByteArrayView UsualPrefix("rueidislock");

struct PartName {
    QByteArrayView prefix{};
    int index = 0;
    QByteArrayView name{};

    QByteArray key(int other) const
    {
        return prefix.toByteArray() + ':' + QByteArray::number(other) + ':' + name.toByteArray();
    }
    bool usual() const { return prefix == UsualPrefix; }
};

std::optional<PartName> partAt(QByteArrayView key, qsizetype colon)
{
    if (colon <= 0 || colon + 3 >= key.size() || key[colon] != ':' || key[colon + 2] != ':')
        return {};
    const char digit = key[colon + 1];
    if (digit < '0' || digit > '9')
        return {};
    return PartName{key.first(colon), digit - '0', key.sliced(colon + 3)};
}

// The part after the usual prefix, else at the first ":0:", because another prefix may contain numbers.
std::optional<PartName> partName(QByteArrayView key)
{
    const auto usual = key.startsWith(UsualPrefix) ? partAt(key, UsualPrefix.size()) : std::nullopt;
    return usual ? usual : partAt(key, key.indexOf(":0:"));
}

// If this may be a later key of a lock with another prefix: the possible first keys. Only the values decide.
std::vector<LockName> firstKeys(QByteArrayView key)
{
    std::vector<LockName> names;
    if (const auto known = partName(key); known && known->usual())
        return names;
    for (qsizetype colon = key.indexOf(':'); colon >= 0; colon = key.indexOf(':', colon + 1)) {
        if (const std::optional<PartName> name = partAt(key, colon); name && name->index > 0)
            names.push_back({name->key(0)});
    }
    return names;
}

bool isPart(const KeyReading &reading)
{
    return reading.type == ValueType::String && isRandomBytes(reading.string, 24);
}

// The three keys as far as they were read, and the owner of most of them.
struct Quorum {
    std::array<const KeyReading *, Keys> parts{}; // null: missing, not read, or another value
    QByteArray owner{};
    int votes = 0;
};

std::optional<Quorum> quorumOf(const KeyReading &reading)
{
    const std::optional<PartName> name = partName(reading.key.bytes);
    if (!name || name->index != 0)
        return {};
    Quorum quorum;
    for (int i = 0; i < Keys; ++i) {
        const KeyReading *part = i == 0 ? &reading : reading.companion(name->key(i));
        quorum.parts[size_t(i)] = part && isPart(*part) ? part : nullptr;
    }
    for (const KeyReading *part : quorum.parts) {
        const auto same = [part](const KeyReading *other) { return other && other->string == part->string; };
        const int votes = part ? int(std::count_if(quorum.parts.begin(), quorum.parts.end(), same)) : 0;
        if (votes > quorum.votes) {
            quorum.votes = votes;
            quorum.owner = part->string;
        }
    }
    // Under another prefix, only a majority of equal values identifies the lock.
    const bool named = name->usual() || reading.ruled == LockKind{"rueidis-lock"};
    if (quorum.votes == 0 || (!named && quorum.votes < Majority))
        return {};
    return quorum;
}

// True if only the first key exists, as with KeyMajority 1.
bool isAlone(const Quorum &quorum, const KeyReading &reading, const PartName &name)
{
    return quorum.parts[0] && !reading.companion(name.key(1)) && !reading.companion(name.key(2));
}

// When the owner loses its majority. None: never.
std::optional<Instant> deadlineOf(const Quorum &quorum)
{
    std::vector<Instant> ends;
    int endless = 0;
    for (const KeyReading *part : quorum.parts) {
        if (!part || part->string != quorum.owner)
            continue;
        if (part->ttl)
            ends.push_back(part->readAt + *part->ttl);
        else
            ++endless;
    }
    const int last = std::min(Majority, quorum.votes) - endless;
    if (last <= 0)
        return {};
    std::sort(ends.begin(), ends.end(), std::greater<>());
    return ends[size_t(last - 1)];
}

constexpr std::array<Fingerprint, 6> RueidisLockPrints{{
    {"3875d208d9e377969d2022550302cc83ad17b584", "rueidislock", "acquire with PXAT", "head"},
    {"fa3d1aaa7e4145457755016a3d5daf72fa7a11bf", "rueidislock", "acquire with PX", "head"},
    {"852ba6ec6104340ced36643283c856d4698569e4", "rueidislock", "extend", "head"},
    {"9eb62214c9af87ae5f9a9f12bb4520281c0d2ae1", "rueidislock", "delete", "head"},
    {"c10e8119872659b926e8e28002d9b7fccbf15617", "rueidislock", "force with PXAT", "head"},
    {"4384ed08baff4dd7071b6c78c516a2fded4ee3e7", "rueidislock", "force with PX", "head"},
}};

const FamilyFacts RueidisLockFacts{
    .kind = {"rueidis-lock"},
    .rank = 30,
    .libraries = {"rueidislock"},
    .patterns = {"rueidislock:*"},
    .lease = std::chrono::seconds(5),
    .renewal = {1, 2},
    .renewer = Renewer::Library,
    .waiting = WaitMode::Track,
    .fingerprints = RueidisLockPrints,
};

class RueidisLock final : public PlannedFamily
{
    Q_DECLARE_TR_FUNCTIONS(lockscope::RueidisLock)
public:
    RueidisLock() : PlannedFamily(RueidisLockFacts) {}

    QString title() const override { return tr("Majority lock (rueidislock)"); }
    QString legend() const override
    {
        return tr(
            "Three strings with one random value; a client with two of them holds the lock and extends their "
            "5 s expiry every 2.5 s. With KeyMajority 1, there is one string. The server notifies holder and "
            "waiters when a key is gone, so a holder that loses the lock learns of it immediately.");
    }
    OwnerId makeOwner() const override;

    NameRole roleOf(QByteArrayView key) const override;
    bool mayBe(const KeySight &sight) const override;
    std::vector<CompanionKey> companions(const KeyReading &reading) const override;
    bool hasEssentialCompanions() const override { return true; }
    std::optional<Decoded> decode(const KeyReading &reading) const override;
    bool isPartOfAnother(const KeyReading &reading) const override;
    QStringList explain(const KeyReading &reading) const override;
    Outcome<ActPlan> plan(const ActRequest &request, const Lock *seen) const override;

private:
    std::optional<Failure> problem(const ActDraft &draft) const override;
    std::vector<QByteArray> keysOf(const LockName &key) const override;
    void planAcquire(ActDraft &draft) const override;
    void planRenew(ActDraft &draft) const override;
    void planRelease(ActDraft &draft) const override;
    void planForceRelease(ActDraft &draft) const override;
    void planSetExpiry(ActDraft &draft) const override;
};

OwnerId RueidisLock::makeOwner() const
{
    QByteArray owner(24, Qt::Uninitialized);
    do {
        for (char &byte : owner)
            byte = char(QRandomGenerator::system()->bounded(256));
    } while (!isRandomBytes(owner, 24));
    return {owner};
}

NameRole RueidisLock::roleOf(QByteArrayView key) const
{
    if (!key.startsWith(UsualPrefix))
        return {};
    const std::optional<PartName> name = partName(key);
    if (!name || !name->usual() || name->index == 0)
        return {};
    return {.kind = NameRole::Kind::Companion, .subject = {name->key(0)}};
}

bool RueidisLock::mayBe(const KeySight &sight) const
{
    if (sight.type != ValueType::String)
        return false;
    const std::optional<PartName> name = partName(sight.key);
    return name && name->index == 0 && (name->usual() || sight.ttl);
}

std::vector<CompanionKey> RueidisLock::companions(const KeyReading &reading) const
{
    const std::optional<PartName> name = partName(reading.key.bytes);
    const bool missing = reading.type == ValueType::None && name && name->usual();
    std::vector<CompanionKey> companions;
    if (!missing && !isPart(reading))
        return companions;
    if (name && name->index == 0) {
        for (int i = 1; i < Keys; ++i)
            companions.push_back({.key = {name->key(i)}, .essential = true});
    }
    for (LockName &first : firstKeys(reading.key.bytes))
        companions.push_back({.key = std::move(first), .essential = true});
    return companions;
}

bool RueidisLock::isPartOfAnother(const KeyReading &reading) const
{
    if (reading.companions.empty() || !isPart(reading))
        return false;
    const std::vector<LockName> names = firstKeys(reading.key.bytes);
    return std::any_of(names.begin(), names.end(), [&reading](const LockName &name) {
        const KeyReading *first = reading.companion(name.bytes);
        return first && first->string == reading.string;
    });
}

std::optional<Decoded> RueidisLock::decode(const KeyReading &reading) const
{
    const std::optional<Quorum> quorum = quorumOf(reading);
    if (!quorum)
        return {};
    Decoded decoded{.kind = kind(), .libraries = &libraries()};
    decoded.confidence = quorum->votes >= Majority ? Confidence::Certain : Confidence::Likely;
    decoded.ownDeadline = true;
    decoded.deadline = deadlineOf(*quorum);
    decoded.holders.append(Holder{.id = {quorum->owner}, .expiresAt = decoded.deadline});
    auto extras = std::make_shared<LockExtras>();
    for (int i = 1; i < Keys; ++i) {
        if (const KeyReading *part = quorum->parts[size_t(i)])
            extras->companions.push_back(part->key);
    }
    if (!extras->companions.empty())
        decoded.extras = std::move(extras);
    return decoded;
}

QStringList RueidisLock::explain(const KeyReading &reading) const
{
    const std::optional<Quorum> quorum = quorumOf(reading);
    if (!quorum)
        return {};
    const PartName name = *partName(reading.key.bytes);
    QStringList lines;
    lines << tr("One of three keys that rueidislock writes with the same 24 random bytes");
    if (!reading.companionsRead && quorum->votes < Majority) {
        lines << tr("The other two were not read: whether the owner has a majority is unknown");
    } else if (isAlone(*quorum, reading, name)) {
        lines << tr("The other two are missing: with KeyMajority 1, this key alone is the lock. If three "
                    "keys are used, this is not a majority: its owner may just be acquiring the lock, or "
                    "hold it no longer");
    } else {
        lines << tr("%1 of 3 keys have this owner; 2 hold the lock").arg(quorum->votes);
        if (quorum->votes < Majority)
            lines << tr("That is not a majority: the owner is shown as the holder because its key is there, "
                        "but it may just be acquiring the lock, or hold it no longer");
        for (int i = 0; i < Keys; ++i) {
            const KeyReading *part = quorum->parts[size_t(i)];
            if (!part)
                lines << tr("Key %1 is missing").arg(escapedText(name.key(i)));
            else if (part->string != quorum->owner)
                lines << tr("Key %1 has another owner").arg(escapedText(name.key(i)));
        }
    }
    lines << tr("Holder and waiters track the keys by client-side caching: the server notifies them of each "
                "change. The number of waiters is unknown");
    return lines;
}

void RueidisLock::planAcquire(ActDraft &draft) const
{
    if (!draft.send("rueidis-acquire", {draft.owner.bytes, millisecondsText(draft.lease)}))
        return;
    draft.steps << tr("If the first key and another of the three do not exist, writes the owner %1 into "
                      "those, with an expiry of %2")
                       .arg(draft.ownerText(), draft.leaseText());
    draft.steps << tr("Otherwise changes nothing and reports the owner of most of them");
    if (draft.request.wait > milliseconds(0))
        draft.steps
            << tr("Retries several times a second, for at most %1").arg(humanDuration(draft.request.wait));
    if (draft.request.watchdog)
        draft.steps << tr("Then sets the expiry again every %1 while this program runs")
                           .arg(humanDuration(*watchdogPeriod(draft.lease)));
}

void RueidisLock::planRenew(ActDraft &draft) const
{
    if (!draft.send("rueidis-renew", {draft.owner.bytes, millisecondsText(draft.lease)}))
        return;
    draft.steps << tr("If two of the three keys have the owner %1, sets their expiry to %2 from now")
                       .arg(draft.ownerText(), draft.leaseText());
    draft.steps << tr("Otherwise changes nothing; a missing key is not created again");
}

void RueidisLock::planRelease(ActDraft &draft) const
{
    if (!draft.send("rueidis-release", {draft.owner.bytes}))
        return;
    draft.steps << tr("Deletes those of the three keys that have the owner %1").arg(draft.ownerText());
    draft.steps << tr("The server notifies the waiters by itself");
}

void RueidisLock::planForceRelease(ActDraft &draft) const
{
    const std::optional<OwnerId> &expected = draft.request.expectedOwner;
    if (!draft.sendForced("rueidis-force-release"))
        return;
    if (expected) {
        draft.steps << tr("If no owner has more of the three keys than %1, deletes its keys")
                           .arg(escapedText(expected->bytes));
        draft.steps << tr("Otherwise changes nothing and reports the holder");
    } else {
        draft.steps << tr("Deletes the three keys, for any holder, if they are short strings");
        draft.warnings << tr("No owner is compared: any current holder loses it");
    }
    draft.steps << tr("The server notifies the waiters by itself");
    draft.warnings << tr("Code of the old holder that ignores its context keeps running. Without client-side "
                         "caching, it learns of this only within half a lease");
}

void RueidisLock::planSetExpiry(ActDraft &draft) const
{
    if (!draft.sendExpiry("rueidis-set-expiry"))
        return;
    if (draft.meant)
        draft.steps
            << tr("Only those of the three keys that have the owner %1").arg(escapedText(draft.meant->bytes));
    draft.steps
        << tr("Makes them expire in %1, if they have no expiry or a later one").arg(draft.leaseText());
}

std::vector<QByteArray> RueidisLock::keysOf(const LockName &key) const
{
    const PartName name = *partName(key.bytes);
    std::vector<QByteArray> keys;
    for (int i = 0; i < Keys; ++i)
        keys.push_back(name.key(i));
    return keys;
}

std::optional<Failure> RueidisLock::problem(const ActDraft &draft) const
{
    const LockName &key = draft.request.key;
    if (!partName(key.bytes))
        return badInput(key, tr("rueidislock names its keys prefix:0:name"),
                        tr("name it rueidislock:0:%1").arg(escapedText(key.bytes)));
    if (draft.request.act == ActKind::Wake)
        return unsupportedAct(
            key, tr("the server itself notifies the waiters of a rueidislock lock when a key is gone"),
            tr("no wake-up is needed"));
    if (draft.request.act == ActKind::RemoveShare)
        return noShares(key);
    return {};
}

Outcome<ActPlan> RueidisLock::plan(const ActRequest &request, const Lock *seen) const
{
    if (const std::optional<Failure> problem = requestProblem(request))
        return *problem;
    const Outcome<ActRequest> one = withOneHolder(request);
    if (!one)
        return one.failure();
    Outcome<ActPlan> plan = PlannedFamily::plan(*one, seen);
    if (!plan)
        return plan;
    plan->key = {plan->keys.front()};
    if (request.withTexts)
        plan->warnings << tr("In a cluster, the three keys are usually in different slots: there, the server "
                             "refuses to act on all of them in one step");
    return plan;
}

} // namespace

std::unique_ptr<Format> family_rueidislock()
{
    return std::make_unique<RueidisLock>();
}

} // namespace lockscope
