// SPDX-License-Identifier: GPL-3.0-or-later
// "symfony-lock": RedisStore of Symfony's Lock component since 5.2. One sorted set: member = a holder's token
// (32 random bytes in base64), score = the end of its hold in ms by the server's clock. An exclusive hold
// also adds the member __write__ with the same score. The key expires at the highest score. Facts:
// symfony/lock: Store/RedisStore.php, 7.1.
#include "core/formats/family.h"
#include "core/formats/lockwords.h"
#include "core/formats/planning.h"
#include "core/formats/shapes.h"
#include "core/formats/shareplan.h"

#include <QCoreApplication>
#include <QRandomGenerator>

#include <algorithm>
#include <array>

namespace lockscope
{

namespace
{

constexpr QByteArrayView WriteMark("__write__");
// The clocks of the server and this machine rarely differ by more.
constexpr milliseconds ClockTolerance = std::chrono::seconds(5);

bool isToken(QByteArrayView bytes)
{
    return isBase64Of(bytes, 32);
}

bool isTime(double score)
{
    return score > 1e12 && score < 1e14;
}

struct SymfonyHolds {
    std::vector<const Member *> tokens{};
    bool exclusive = false;
    double top = 0;
};

std::optional<SymfonyHolds> holdsOf(const KeyReading &reading)
{
    if (reading.type != ValueType::SortedSet)
        return {};
    SymfonyHolds holds;
    for (const Member &member : reading.members) {
        const bool mark = member.bytes == WriteMark;
        if (!isTime(member.score) || (!mark && !isToken(member.bytes)))
            return {};
        holds.top = std::max(holds.top, member.score);
        holds.exclusive = holds.exclusive || mark;
        if (!mark)
            holds.tokens.push_back(&member);
    }
    if (holds.tokens.empty())
        return {};
    return holds;
}

// The key expires at the highest score by the server's clock. This is more exact than this machine's clock.
Instant endOf(const Member &member, const SymfonyHolds &holds, const KeyReading &reading)
{
    if (!reading.ttl)
        return reading.instantOf(milliseconds(qint64(member.score)));
    constexpr milliseconds Furthest = std::chrono::years(100);
    return reading.readAt + *reading.ttl - std::min(milliseconds(qint64(holds.top - member.score)), Furthest);
}

bool expiresAtTop(const SymfonyHolds &holds, const KeyReading &reading)
{
    if (!reading.ttl)
        return false;
    const milliseconds off = reading.wallMilliseconds() + *reading.ttl - milliseconds(qint64(holds.top));
    return off < ClockTolerance && off > -ClockTolerance;
}

const FamilyFacts SymfonyLockFacts{
    .kind = {"symfony-lock"},
    .nature = Nature::ReadWrite,
    .rank = 10,
    .libraries = {"Symfony Lock"},
    // The name is the application's resource.
    .patterns = {"*[Ll][Oo][Cc][Kk]*", "*[Mm][Uu][Tt][Ee][Xx]*"},
    .lease = std::chrono::seconds(300),
    // The application must refresh it. The manual's example does so after a third of the lease.
    .renewal = {1, 3},
};

class SymfonyLock final : public PlannedFamily
{
    Q_DECLARE_TR_FUNCTIONS(lockscope::SymfonyLock)
public:
    SymfonyLock() : PlannedFamily(SymfonyLockFacts) {}

    QString title() const override { return tr("Lock (Symfony)"); }
    QString legend() const override;
    OwnerId makeOwner() const override;

    NameRole roleOf(QByteArrayView key) const override;
    bool mayBe(const KeySight &sight) const override;
    std::optional<Decoded> decode(const KeyReading &reading) const override;
    QStringList explain(const KeyReading &reading) const override;

private:
    std::optional<Failure> problem(const ActDraft &draft) const override;
    void planAcquire(ActDraft &draft) const override;
    void planRenew(ActDraft &draft) const override;
    void planRelease(ActDraft &draft) const override;
    void planForceRelease(ActDraft &draft) const override;
    void planSetExpiry(ActDraft &draft) const override;
};

QString SymfonyLock::legend() const
{
    return tr("A sorted set of the holders' tokens with the time at which each hold ends, 300 s ahead; the "
              "member __write__ makes the hold exclusive, without it all are readers. Nothing renews it by "
              "itself: if the work outlasts the time, the next client enters while the first still works.");
}

OwnerId SymfonyLock::makeOwner() const
{
    std::array<quint32, 8> random{};
    QRandomGenerator::system()->fillRange(random.data(), qsizetype(random.size()));
    return {QByteArray(reinterpret_cast<const char *>(random.data()), sizeof(random)).toBase64()};
}

// The store writes this string once, for a millisecond, to test the server.
NameRole SymfonyLock::roleOf(QByteArrayView key) const
{
    if (key == "symfony_check_support_time")
        return {.kind = NameRole::Kind::Noise};
    return {};
}

// Sorted sets with other names are read only on request.
bool SymfonyLock::mayBe(const KeySight &sight) const
{
    return sight.type == ValueType::SortedSet && sight.ttl && hasLockWord(sight.key);
}

std::optional<Decoded> SymfonyLock::decode(const KeyReading &reading) const
{
    const std::optional<SymfonyHolds> holds = holdsOf(reading);
    if (!holds)
        return {};
    Decoded decoded{.kind = kind(), .libraries = &libraries()};
    decoded.confidence = expiresAtTop(*holds, reading) ? Confidence::Certain : Confidence::Likely;
    for (const Member *token : holds->tokens) {
        const Instant end = endOf(*token, *holds, reading);
        if (end <= reading.readAt)
            continue;
        decoded.holders.append(Holder{.id = {token->bytes},
                                      .mode = holds->exclusive ? HoldMode::Write : HoldMode::Read,
                                      .expiresAt = end});
        decoded.deadline = std::max(decoded.deadline.value_or(end), end);
    }
    decoded.ownDeadline = decoded.deadline.has_value();
    return decoded;
}

QStringList SymfonyLock::explain(const KeyReading &reading) const
{
    const std::optional<SymfonyHolds> holds = holdsOf(reading);
    if (!holds)
        return {};
    QStringList lines{
        tr("A sorted set whose members are 32 random bytes in base64, with the times at which they end: "
           "a lock of Symfony 5.2 or later")};
    lines << (holds->exclusive ? tr("The member __write__ exists: the hold is exclusive")
                               : tr("The member __write__ is missing: all holders are readers"));
    const auto overdue = std::count_if(holds->tokens.begin(), holds->tokens.end(), [&](const Member *token) {
        return endOf(*token, *holds, reading) <= reading.readAt;
    });
    if (overdue > 0)
        lines << tr("%n expired hold(s), dropped by the next client", nullptr, int(overdue));
    if (expiresAtTop(*holds, reading))
        lines << tr("The key expires when the last hold ends, as Symfony sets it");
    else
        lines << tr(
            "The key does not expire when the last hold ends: the clocks differ, or another program set it");
    lines << tr("The token is created once per key object and identifies neither machine nor process");
    lines << tr("Waiters retry every 90 to 110 ms and cannot be seen");
    return lines;
}

std::optional<Failure> SymfonyLock::problem(const ActDraft &draft) const
{
    const ActRequest &request = draft.request;
    if (std::optional<Failure> found = shareRequestProblem(request))
        return found;
    if (request.act == ActKind::Acquire && !isToken(draft.owner.bytes))
        return badInput(request.key, tr("the owner %1 is not a Symfony owner id").arg(draft.ownerText()),
                        tr("omit it, or use 32 bytes in base64"));
    if (request.act == ActKind::Wake)
        return nobodyToWake(request.key, tr("its waiters retry every 90 to 110 ms"));
    return {};
}

void SymfonyLock::planAcquire(ActDraft &draft) const
{
    const bool read = draft.request.mode == HoldMode::Read;
    if (!draft.send("symfony-acquire",
                    {draft.owner.bytes, read ? "read" : "write", millisecondsText(draft.lease)}))
        return;
    draft.steps << tr("Drops the expired holds");
    if (read)
        draft.steps << tr("If no other client holds it exclusively, adds %1 as a reader for %2")
                           .arg(draft.ownerText(), draft.leaseText());
    else
        draft.steps << tr("If no other client holds it, adds %1 and __write__ for %2")
                           .arg(draft.ownerText(), draft.leaseText());
    draft.steps << tr("Makes the key expire when the last hold ends");
}

void SymfonyLock::planRenew(ActDraft &draft) const
{
    if (!draft.send("symfony-renew", {draft.owner.bytes, millisecondsText(draft.lease)}))
        return;
    draft.steps << tr("If %1 holds it, makes its hold end %2 from now, and __write__ with it")
                       .arg(draft.ownerText(), draft.leaseText());
    draft.steps << tr("Makes the key expire when the last hold ends");
}

void SymfonyLock::planRelease(ActDraft &draft) const
{
    std::vector<QByteArray> arguments{draft.owner.bytes};
    if (draft.request.act == ActKind::RemoveShare && draft.request.mode != HoldMode::Exclusive)
        arguments.push_back(name(draft.request.mode));
    if (!draft.send("symfony-release", std::move(arguments)))
        return;
    draft.steps << tr("Removes %1, and __write__ with it").arg(draft.ownerText());
    draft.steps << tr("Makes the key expire when the last hold ends; without holds it is gone");
    warnOfRemoval(draft);
}

void SymfonyLock::planForceRelease(ActDraft &draft) const
{
    if (!sendComparison(draft, "symfony-force-release"))
        return;
    draft.steps << tr("Deletes the key, with all holds");
}

void SymfonyLock::planSetExpiry(ActDraft &draft) const
{
    if (!sendMeant(draft, "symfony-set-expiry"))
        return;
    draft.steps << tr("Makes the hold end in %1, if it ends later").arg(draft.leaseText());
    draft.steps << tr("Makes the key expire when the last hold ends");
    draft.warnings << tr("The application does not learn of it: it relies on the time it requested");
}

} // namespace

std::unique_ptr<Format> family_symfonylock()
{
    return std::make_unique<SymfonyLock>();
}

} // namespace lockscope
