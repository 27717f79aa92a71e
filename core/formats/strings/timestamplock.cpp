// SPDX-License-Identifier: GPL-3.0-or-later
// "timestamp-lock": one string without an expiry whose value is the time when the lock ends. SETNX takes it;
// once that time has passed, GETSET takes it over. Whether it is held must be computed. Facts: the pattern of
// the Redis documentation of SETNX; redis/redis-py: redis/client.py, 2.4 to 2.9 (seconds with a fraction;
// 2147483649.0 for a lock without an end); dv/redis-semaphore: lib/redis/semaphore.rb (release_locks).
#include "core/formats/family.h"
#include "core/formats/planning.h"
#include "core/formats/shapes.h"
#include "core/formats/strings/stringvalue.h"

#include <QCoreApplication>
#include <QDateTime>

#include <cmath>

namespace lockscope
{

namespace
{

constexpr std::chrono::hours Plausible{24}; // a time further from now has another meaning
constexpr QByteArrayView Endless = "2147483649";

enum class Unit { Milliseconds, Seconds, Fraction };

struct EndingTime {
    milliseconds since1970{};
    Unit unit{};
    bool endless = false;
};

std::optional<EndingTime> endingTime(QByteArrayView value)
{
    if (value.size() > 32 || !isEpochTime(value))
        return {};
    const qsizetype dot = value.indexOf('.');
    const QByteArrayView whole = dot < 0 ? value : value.first(dot);
    const double number = value.toByteArray().toDouble();
    EndingTime time;
    if (whole.size() == 13)
        time = {milliseconds(qint64(number)), Unit::Milliseconds};
    else if (whole.size() == 10)
        time = {milliseconds(std::llround(number * 1000)), dot < 0 ? Unit::Seconds : Unit::Fraction};
    else
        return {};
    time.endless = whole == Endless;
    return time;
}

std::optional<EndingTime> endingTimeOf(const KeyReading &reading)
{
    const bool ruled = reading.ruled == LockKind{"timestamp-lock"};
    if (reading.type != ValueType::String || reading.ttl || reading.size != reading.string.size() ||
        !(ruled || nameSense(reading.key.bytes) > LockSense::Property))
        return {};
    const std::optional<EndingTime> time = endingTime(reading.string);
    if (!time || time->endless || ruled)
        return time;
    const milliseconds away = time->since1970 - reading.wallMilliseconds();
    return away > -Plausible && away < Plausible ? time : std::nullopt;
}

bool isHeld(const EndingTime &time, const KeyReading &reading)
{
    return time.endless || time.since1970 > reading.wallMilliseconds();
}

const FamilyFacts TimestampLockFacts{
    .kind = {"timestamp-lock"},
    .nature = Nature::Bare,
    .rank = 50,
    .libraries = {"redis-py", "redis-semaphore"},
    .patterns = {"*[Ll][Oo][Cc][Kk]*", "*[Mm][Uu][Tt][Ee][Xx]*", "*[Ll][Cc][Kk]*"},
    .lease = std::chrono::seconds(30),
    // No .renewal: a renewal writes another value, and so another owner.
};

} // namespace

class TimestampLock final : public PlannedFamily
{
    Q_DECLARE_TR_FUNCTIONS(lockscope::TimestampLock)
public:
    TimestampLock() : PlannedFamily(TimestampLockFacts) {}

    QString title() const override { return tr("Lock with its end as the value"); }
    QString legend() const override;
    OwnerId makeOwner() const override { return {}; } // the script makes it: the time that it writes

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

QString TimestampLock::legend() const
{
    return tr(
        "One string whose value is the time when the lock ends; it has no expiry and stays when that time "
        "is past, free for whoever writes a new time first. Each client compares with its own clock, so "
        "clocks that differ let two in at once.");
}

bool TimestampLock::mayBe(const KeySight &sight) const
{
    return sight.type == ValueType::String && !sight.ttl && nameSense(sight.key) > LockSense::Property;
}

std::optional<Decoded> TimestampLock::decode(const KeyReading &reading) const
{
    static const std::vector<std::string_view> none;
    static const std::vector<LockKind> alternatives{LockKind{"untokened-lock"}};
    const std::optional<EndingTime> time = endingTimeOf(reading);
    if (!time)
        return {};
    Decoded decoded{.kind = kind(), .libraries = time->unit == Unit::Fraction ? &libraries() : &none};
    decoded.confidence = reading.ruled == kind() ? Confidence::Certain : Confidence::Guess;
    decoded.ownDeadline = true;
    decoded.lasting = !time->endless;
    if (isHeld(*time, reading)) {
        Holder holder{.id = {reading.string}};
        if (!time->endless)
            holder.expiresAt = decoded.deadline = reading.instantOf(time->since1970);
        decoded.holders.append(holder);
    }
    auto extras = std::make_shared<LockExtras>();
    extras->alternatives = &alternatives;
    decoded.extras = std::move(extras);
    return decoded;
}

QStringList TimestampLock::explain(const KeyReading &reading) const
{
    const std::optional<EndingTime> time = endingTimeOf(reading);
    if (!time)
        return {};
    const milliseconds left = time->since1970 - reading.wallMilliseconds();
    const QString at =
        QDateTime::fromMSecsSinceEpoch(time->since1970.count()).toUTC().toString(Qt::ISODateWithMs);
    QStringList lines;
    lines << tr("A string without an expiry whose value is a time near now: the time when the lock ends");
    if (time->endless)
        lines << tr("2147483649 is what old releases of redis-py write for a lock that never ends");
    else if (isHeld(*time, reading))
        lines << tr("Held until %1, for %2 from now").arg(at, humanDuration(left));
    else
        lines << tr("Free since %1, %2 ago, though the key is there").arg(at, humanDuration(-left));
    if (time->unit == Unit::Milliseconds)
        lines << tr("In milliseconds");
    else
        lines << (time->unit == Unit::Seconds
                      ? tr("In seconds")
                      : tr("In seconds with a fraction, as old releases of redis-py write it"));
    lines << tr(
        "It names no owner. A client that came too late may have written this time over the owner's, a "
        "little later");
    lines << tr(
        "If the value is the time when the lock was taken instead, it is a lock without a token, and held");
    return lines;
}

std::optional<Failure> TimestampLock::problem(const ActDraft &draft) const
{
    const ActRequest &request = draft.request;
    if (std::optional<Failure> found = requestProblem(request))
        return found;
    if (std::optional<Failure> found = oneHoldProblem(request))
        return found;
    if (request.act == ActKind::Acquire && !request.part.isEmpty() && request.part != "s" &&
        request.part != "ms")
        return badInput(request.key, tr("%1 is no unit of time").arg(escapedText(request.part)),
                        tr("give s or ms, or leave it out"));
    if (request.act == ActKind::Wake)
        return unsupportedAct(request.key,
                              tr("a lock of this kind has no channel: who waits for it asks again and again"),
                              tr("nothing needs waking"));
    if (request.act == ActKind::RemoveShare)
        return noShares(request.key);
    return {};
}

// Milliseconds by default. A client that reads them as seconds waits too long; one that reads seconds as
// milliseconds would find them long past and enter the lock.
void TimestampLock::planAcquire(ActDraft &draft) const
{
    if (!draft.send("timestamp-acquire",
                    {millisecondsText(draft.lease), draft.request.part == "s" ? "s" : "ms"}))
        return;
    draft.steps << tr("If the key is missing, or the time in it is past, writes the time %1 from now")
                       .arg(draft.leaseText());
    draft.steps << tr("In the unit of the value that is there, else in milliseconds unless told otherwise");
    draft.steps << tr("If the time in it is still to come, changes nothing and says how long");
    if (draft.request.wait > milliseconds(0))
        draft.steps << tr("Asks again and again, for %1 at most").arg(humanDuration(draft.request.wait));
    draft.warnings << tr(
        "Other clients compare with their own clocks: one whose clock is ahead gets in early");
}

void TimestampLock::planRenew(ActDraft &draft) const
{
    if (!draft.send("timestamp-renew", {draft.owner.bytes, millisecondsText(draft.lease)}))
        return;
    draft.steps << tr("If the value is still %1 and its time not past, writes the time %2 from now")
                       .arg(draft.ownerText(), draft.leaseText());
    draft.steps << tr("The new value is the owner from then on");
}

void TimestampLock::planRelease(ActDraft &draft) const
{
    if (!draft.send("timestamp-release", {draft.owner.bytes}))
        return;
    draft.steps << tr("If the value is still %1, deletes the key").arg(draft.ownerText());
    draft.steps << tr("Else changes nothing and says what is there");
}

void TimestampLock::planForceRelease(ActDraft &draft) const
{
    const bool compares = draft.request.expectedOwner.has_value();
    if (!draft.sendForced("timestamp-force-release"))
        return;
    if (compares)
        draft.steps << tr("Goes on only if the value is still %1, letter by letter")
                           .arg(escapedText(draft.request.expectedOwner->bytes));
    draft.steps << tr("If its time is past, changes nothing: it is free");
    draft.steps << tr("Deletes the key");
    draft.warnings << tr(
        "The old holder's code goes on running and is not told; when it is done it may delete the "
        "lock of the next holder, for many clients do not compare");
    if (!compares)
        draft.warnings << tr("No value is compared: whoever holds it at that moment loses it");
}

void TimestampLock::planSetExpiry(ActDraft &draft) const
{
    if (!draft.sendExpiry("timestamp-set-expiry"))
        return;
    if (draft.meant)
        draft.steps << tr("Only if the value is still %1").arg(escapedText(draft.meant->bytes));
    draft.steps << tr("Writes the time %1 from now, where a later one stands").arg(draft.leaseText());
    draft.steps << tr("The key gets no expiry: the time in it says when it is free");
    draft.warnings << tr("The holder does not look at it again: he loses the lock while he works");
}

std::unique_ptr<Format> family_timestamplock()
{
    return std::make_unique<TimestampLock>();
}

} // namespace lockscope
