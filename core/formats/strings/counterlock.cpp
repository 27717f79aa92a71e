// SPDX-License-Identifier: GPL-3.0-or-later
// "counter-lock": one string that callers increment with INCR. The caller that gets 1 holds the lock and
// deletes the key when done; the others use old data instead of waiting. Facts: the "herd" lock beside a
// cache entry, <entry>_lock<id>; no library. Any counter looks like this, so only the name identifies it, and
// a value of 1 is more likely a SETNX lock ("untokened-lock").
#include "core/formats/family.h"
#include "core/formats/planning.h"
#include "core/formats/shapes.h"
#include "core/formats/strings/stringvalue.h"

#include <QCoreApplication>

namespace lockscope
{

namespace
{

constexpr qint64 MaxCallers = 1'000'000;

// <entry>_lock<id>, or a lock name that ends in "incr".
bool isCounterName(QByteArrayView key)
{
    if (nameSense(key) <= LockSense::Property)
        return false;
    if (key.endsWith(":incr") || key.endsWith("_incr") || key.endsWith("-incr"))
        return true;
    const qsizetype at = key.lastIndexOf("_lock");
    if (at <= 0)
        return false;
    const QByteArrayView id = key.sliced(at + 5);
    return !id.isEmpty() && isDigit(id.front()) && all(id, isAlphanumeric);
}

std::optional<qint64> callers(const KeyReading &reading)
{
    if (reading.type != ValueType::String || reading.size != reading.string.size() || reading.size > 15)
        return {};
    const std::optional<qint64> count = decimal(reading.string);
    return count && *count >= 1 ? count : std::nullopt;
}

const FamilyFacts CounterLockFacts{
    .kind = {"counter-lock"},
    .nature = Nature::Bare,
    // Before the untokened lock, which also accepts small numbers. decode() leaves 1 to it.
    .rank = 94,
    .patterns = {"*[Ll][Oo][Cc][Kk]*"},
    .waiting = WaitMode::Nobody,
};

} // namespace

class CounterLock final : public PlannedFamily
{
    Q_DECLARE_TR_FUNCTIONS(lockscope::CounterLock)
public:
    CounterLock() : PlannedFamily(CounterLockFacts) {}

    QString title() const override { return tr("Counter lock (INCR)"); }
    QString legend() const override;
    OwnerId makeOwner() const override { return {QByteArrayLiteral("1")}; }

    bool mayBe(const KeySight &sight) const override;
    std::optional<Decoded> decode(const KeyReading &reading) const override;
    QStringList explain(const KeyReading &reading) const override;

private:
    std::optional<Confidence> confidenceOf(const KeyReading &reading) const;
    std::optional<Failure> problem(const ActDraft &draft) const override;
    void planAcquire(ActDraft &draft) const override;
    void planRelease(ActDraft &draft) const override;
    void planForceRelease(ActDraft &draft) const override;
    void planSetExpiry(ActDraft &draft) const override;
};

QString CounterLock::legend() const
{
    return tr("A counter: the first caller, which counts it to 1, holds the lock until it deletes it; the "
              "number shows how many have tried since. It usually has no expiry, so if the holder dies "
              "first, no caller ever gets 1 again.");
}

bool CounterLock::mayBe(const KeySight &sight) const
{
    return sight.type == ValueType::String && !sight.ttl && isCounterName(sight.key);
}

std::optional<Confidence> CounterLock::confidenceOf(const KeyReading &reading) const
{
    const std::optional<qint64> count = callers(reading);
    if (!count)
        return {};
    if (reading.ruled == kind())
        return Confidence::Certain;
    // 1 is far more often the value of a SETNX lock.
    if (!reading.ttl && isCounterName(reading.key.bytes) && *count >= 2 && *count <= MaxCallers)
        return Confidence::Guess;
    return {};
}

std::optional<Decoded> CounterLock::decode(const KeyReading &reading) const
{
    static const std::vector<LockKind> alternatives{LockKind{"untokened-lock"}};
    const std::optional<Confidence> confidence = confidenceOf(reading);
    if (!confidence)
        return {};
    Decoded decoded{.kind = kind(), .libraries = &libraries(), .confidence = *confidence};
    Holder holder{.id = {reading.string}};
    if (reading.ttl)
        holder.expiresAt = reading.readAt + *reading.ttl;
    decoded.holders.append(holder);
    auto extras = std::make_shared<LockExtras>();
    extras->alternatives = &alternatives;
    decoded.extras = std::move(extras);
    return decoded;
}

QStringList CounterLock::explain(const KeyReading &reading) const
{
    if (!confidenceOf(reading))
        return {};
    QStringList lines;
    if (reading.ruled != kind())
        lines << tr("A whole number without an expiry under a name like entry_lock7: a lock that the first "
                    "INCR wins, or a counter");
    lines << tr("%1 callers have counted since it was acquired; the first of them holds it")
                 .arg(*callers(reading));
    lines << tr("Nothing identifies the holder. The number grows with each caller: it is neither an owner "
                "nor a hold count");
    if (!reading.ttl)
        lines << tr("It has no expiry: if its holder died, it stays until it is deleted");
    return lines;
}

std::optional<Failure> CounterLock::problem(const ActDraft &draft) const
{
    const ActRequest &request = draft.request;
    if (std::optional<Failure> found = requestProblem(request))
        return found;
    const std::optional<qint64> owner = decimal(request.owner.bytes);
    if (request.act == ActKind::Release && (!owner || *owner < 1 || request.owner.bytes.size() > 15))
        return badInput(
            request.key,
            tr("%1 is not a number that such a lock can have").arg(escapedText(request.owner.bytes)),
            tr("use 1, or the number that the lock shows"));
    if (std::optional<Failure> found = oneHoldProblem(request))
        return found;
    switch (request.act) {
    case ActKind::Renew:
        return unsupportedAct(request.key, tr("a lock of this kind has no lease"),
                              tr("no renewal is needed"));
    case ActKind::Wake:
        return unsupportedAct(
            request.key,
            tr("clients do not wait for a lock of this kind: a caller that does not get it continues"),
            tr("no wake-up is needed"));
    case ActKind::RemoveShare:
        return noShares(request.key);
    default:
        return {};
    }
}

void CounterLock::planAcquire(ActDraft &draft) const
{
    if (!draft.send("counter-acquire", {millisecondsText(draft.lease)}))
        return;
    draft.steps << tr("If no caller has counted yet, counts to 1 and so acquires the lock");
    if (draft.lease > milliseconds(0))
        draft.steps << tr("Sets the expiry to %1 from now").arg(draft.leaseText());
    draft.steps << tr("If it is already counted, changes nothing; other callers would count too");
    if (draft.lease <= milliseconds(0))
        draft.warnings << tr("Without an expiry, the lock stays forever if its holder dies");
}

void CounterLock::planRelease(ActDraft &draft) const
{
    if (!draft.send("counter-release", {draft.owner.bytes}))
        return;
    draft.steps << tr("If the number is %1 or more, deletes the key").arg(draft.ownerText());
    draft.steps << tr("If it is smaller, the lock was acquired again since: changes nothing");
    draft.warnings << tr("Nothing identifies the holder: if the lock was deleted and acquired again, and as "
                         "many callers have tried since, the new holder loses it");
}

void CounterLock::planForceRelease(ActDraft &draft) const
{
    const bool compares = draft.request.expectedOwner.has_value();
    if (!draft.sendForced("counter-force-release"))
        return;
    if (compares)
        draft.steps << tr("Continues only if the number is still %1: no caller has tried since it was shown")
                           .arg(escapedText(draft.request.expectedOwner->bytes));
    draft.steps << tr("Deletes the key, so that the next caller gets 1");
    draft.warnings << tr(
        "This cannot be made safe: there is no owner to compare, and an ordinary counter would lose "
        "its number");
    draft.warnings << tr("The old holder's code keeps running and is not notified; when it finishes, it "
                         "deletes the next holder's lock");
    if (!compares)
        draft.warnings << tr("No number is compared: any current holder loses it");
}

void CounterLock::planSetExpiry(ActDraft &draft) const
{
    if (!draft.sendExpiry("token-set-expiry"))
        return;
    if (draft.meant)
        draft.steps << tr("Only if the number is still %1").arg(escapedText(draft.meant->bytes));
    draft.steps
        << tr("Makes the key expire in %1, if it has no expiry or a later one").arg(draft.leaseText());
    draft.steps << tr("An earlier expiry stays as it is");
    draft.warnings << tr(
        "A holder that works longer loses the lock; an ordinary counter would lose its number");
}

std::unique_ptr<Format> family_counterlock()
{
    return std::make_unique<CounterLock>();
}

} // namespace lockscope
