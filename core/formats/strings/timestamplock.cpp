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

    QString title() const override { return tr("Timestamp lock"); }
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
    return tr("A string whose value is the time at which the lock ends. It has no expiry: once that time has "
              "passed, the key stays, and the lock is free for the first client that writes a new time. Each "
              "client compares with its own clock, so differing clocks let two in at once.");
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
    lines << tr("A string without an expiry whose value is a time near now: the time at which the lock ends");
    if (time->endless)
        lines << tr("2147483649 is what old versions of redis-py write for a lock that never ends");
    else if (isHeld(*time, reading))
        lines << tr("Held until %1, for %2 from now").arg(at, humanDuration(left));
    else
        lines << tr("Free since %1, %2 ago, although the key still exists").arg(at, humanDuration(-left));
    if (time->unit == Unit::Milliseconds)
        lines << tr("In milliseconds");
    else
        lines << (time->unit == Unit::Seconds
                      ? tr("In seconds")
                      : tr("In seconds with a fraction, as written by old versions of redis-py"));
    lines << tr("It identifies no owner. A late client may have overwritten the owner's time with a slightly "
                "later one");
    lines << tr("If the value is the time of acquisition instead, it is a lock without a token, and held");
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
        return badInput(request.key, tr("%1 is not a unit of time").arg(escapedText(request.part)),
                        tr("use s or ms, or omit it"));
    if (request.act == ActKind::Wake)
        return unsupportedAct(request.key, tr("a lock of this kind has no channel: its waiters poll"),
                              tr("no wake-up is needed"));
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
    draft.steps << tr("If the key is missing, or its time has passed, writes the time %1 from now")
                       .arg(draft.leaseText());
    draft.steps << tr("Uses the unit of the existing value, otherwise milliseconds unless specified");
    draft.steps << tr("If its time has not passed, changes nothing and reports the remaining time");
    if (draft.request.wait > milliseconds(0))
        draft.steps << tr("Polls, for at most %1").arg(humanDuration(draft.request.wait));
    draft.warnings << tr(
        "Other clients compare with their own clocks: one whose clock is ahead enters early");
}

void TimestampLock::planRenew(ActDraft &draft) const
{
    if (!draft.send("timestamp-renew", {draft.owner.bytes, millisecondsText(draft.lease)}))
        return;
    draft.steps << tr("If the value is still %1 and its time has not passed, writes the time %2 from now")
                       .arg(draft.ownerText(), draft.leaseText());
    draft.steps << tr("The new value is then the owner");
}

void TimestampLock::planRelease(ActDraft &draft) const
{
    if (!draft.send("timestamp-release", {draft.owner.bytes}))
        return;
    draft.steps << tr("If the value is still %1, deletes the key").arg(draft.ownerText());
    draft.steps << tr("Otherwise changes nothing and reports the value");
}

void TimestampLock::planForceRelease(ActDraft &draft) const
{
    const bool compares = draft.request.expectedOwner.has_value();
    if (!draft.sendForced("timestamp-force-release"))
        return;
    if (compares)
        draft.steps << tr("Continues only if the value is still exactly %1")
                           .arg(escapedText(draft.request.expectedOwner->bytes));
    draft.steps << tr("If its time has passed, changes nothing: it is free");
    draft.steps << tr("Deletes the key");
    draft.warnings << tr("The old holder's code keeps running and is not notified. When it finishes, it may "
                         "delete the next holder's lock: many clients do not compare");
    if (!compares)
        draft.warnings << tr("No value is compared: any current holder loses it");
}

void TimestampLock::planSetExpiry(ActDraft &draft) const
{
    if (!draft.sendExpiry("timestamp-set-expiry"))
        return;
    if (draft.meant)
        draft.steps << tr("Only if the value is still %1").arg(escapedText(draft.meant->bytes));
    draft.steps << tr("Writes the time %1 from now, if the current one is later").arg(draft.leaseText());
    draft.steps << tr("The key gets no expiry: its value is the time at which it is free");
    draft.warnings << tr("The holder does not read it again: it loses the lock while it works");
}

std::unique_ptr<Format> family_timestamplock()
{
    return std::make_unique<TimestampLock>();
}

} // namespace lockscope
