// SPDX-License-Identifier: GPL-3.0-or-later
// Facts: the bare SETNX patterns; no library. rq/rq (rq/scheduler.py) writes a process id this way.
#include "core/formats/strings/untokenedlock.h"

#include "core/formats/ownerparts.h"
#include "core/formats/strings/barenumber.h"
#include "core/formats/strings/pythonsignals.h"
#include "core/formats/strings/stringowner.h"
#include "core/formats/strings/stringplan.h"
#include "core/formats/strings/stringvalue.h"

namespace lockscope
{

namespace
{

// None: not of this family. A time without an expiry is a "timestamp-lock" (SETNX, then GETSET), whose key
// exists even while the lock is free.
std::optional<Confidence> untokenedConfidence(const StringValue &value, const KeyReading &reading)
{
    if (isRuled(reading, "untokened-lock"))
        return Confidence::Certain;
    const bool isTime = value.sort == ValueSort::Time && !reading.ttl;
    const bool isToken = value.sort == ValueSort::Token || (value.sort == ValueSort::Opaque && reading.ttl);
    if (isTime || isToken)
        return {};
    return namedConfidence(value, reading);
}

std::shared_ptr<const LockExtras> kindsAsWell(bool counter, bool python)
{
    static const std::vector<LockKind> counters{{"counter-lock"}, {"semaphore"}};
    static const std::vector<LockKind> pythons{{"python-redis-lock"}};
    static const std::vector<LockKind> both{counters.front(), counters.back(), pythons.front()};
    const auto having = [](const std::vector<LockKind> &kinds) {
        return std::make_shared<const LockExtras>(LockExtras{.alternatives = &kinds});
    };
    static const auto ofCounters = having(counters), ofPythons = having(pythons), ofBoth = having(both);
    if (counter)
        return python ? ofBoth : ofCounters;
    return python ? ofPythons : nullptr;
}

const FamilyFacts UntokenedLockFacts{
    .kind = {"untokened-lock"},
    .nature = Nature::Bare,
    .rank = 95,
    .libraries = {"RQ"},
    .patterns = {"*[Ll][Oo][Cc][Kk]*", "*[Mm][Uu][Tt][Ee][Xx]*", "*[Ll][Cc][Kk]*"},
};

} // namespace

UntokenedLock::UntokenedLock() : Family(UntokenedLockFacts) {}

OwnerParts UntokenedLock::ownerParts(const OwnerId &id) const
{
    return opaqueParts(id.bytes);
}

QString UntokenedLock::title() const
{
    return tr("Lock without a token");
}

QString UntokenedLock::legend() const
{
    return tr("A string created by SETNX whose value identifies no client; any client that deletes the key "
              "frees the lock, the wrong one too. Without an expiry, it stays forever if its holder dies.");
}

bool UntokenedLock::mayBe(const KeySight &sight) const
{
    return sight.type == ValueType::String && isLockName(sight.key);
}

std::optional<Decoded> UntokenedLock::decode(const KeyReading &reading) const
{
    const StringValue value = stringValue(reading);
    const std::optional<Confidence> confidence = untokenedConfidence(value, reading);
    if (!confidence)
        return {};
    const bool rq = isRqScheduler(reading.key.bytes) && value.sort == ValueSort::Number;
    Decoded decoded = decodedString(reading, kind(), rq ? libraries() : *value.libraries,
                                    rq ? Confidence::Certain : *confidence);
    decoded.extras =
        kindsAsWell(bareNumber(reading).has_value(), mayBePythonLock(reading.key, reading.string));
    return decoded;
}

QStringList UntokenedLock::explain(const KeyReading &reading) const
{
    const StringValue value = stringValue(reading);
    if (!untokenedConfidence(value, reading))
        return {};
    QStringList lines;
    if (reading.ruled != kind())
        lines << tr("A string without a token under a name that suggests a lock");
    if (value.shape)
        lines << tr("The value is %1").arg(stringValueText(value.shape));
    if (isRqScheduler(reading.key.bytes) && value.sort == ValueSort::Number)
        lines << tr(
            "RQ writes the scheduler's process id to it, extends it every second and never compares it");
    else if (bareNumber(reading))
        lines << tr("It could also be a counter, or the free permits of a semaphore: the key does not show "
                    "which");
    else if (value.sort == ValueSort::Number && reading.ttl)
        lines << tr("It could also be a counter: the key does not show which");
    else if (value.sort == ValueSort::Time)
        lines << tr("The value looks like a time: perhaps when it was acquired");
    lines << tr("The value identifies no acquisition: the current holder cannot be told from an earlier one");
    lines << (reading.ttl ? tr("It expires by itself")
                          : tr("It has no expiry: if its owner died, it stays until it is deleted"));
    if (mayBePythonLock(reading.key, reading.string))
        lines << pythonWaitersLine(reading.key);
    return lines;
}

Outcome<ActPlan> UntokenedLock::plan(const ActRequest &request, const Lock *seen) const
{
    const bool python = mayBePythonLock(request.key, endedOwner(request, seen).bytes);
    Outcome<ActPlan> outcome =
        planString(*this, request, seen, python ? pythonMayActs(request.key) : StringActs());
    if (!outcome || request.act == ActKind::Acquire || !request.withTexts)
        return outcome;
    outcome->warnings << tr("The value is not a token: if another holder wrote the same value meanwhile, the "
                            "comparison cannot tell, and that holder loses the lock");
    if (bareNumber(endedOwner(request, seen).bytes) && !(seen && seen->expiresAt))
        outcome->warnings << (request.act == ActKind::Renew || request.act == ActKind::SetExpiry
                                  ? tr("If the value is a counter or the free permits of a semaphore, that "
                                       "number is lost when it expires; clients of a semaphore then get no "
                                       "permit until it is set again")
                                  : tr("If the value is a counter or the free permits of a semaphore, that "
                                       "number is lost; clients of a semaphore then get no permit until it "
                                       "is set again"));
    if (python && (request.act == ActKind::Release || request.act == ActKind::ForceRelease))
        outcome->warnings << pythonWakeAdvice(request.key);
    return outcome;
}

std::unique_ptr<Format> family_untokenedlock()
{
    return std::make_unique<UntokenedLock>();
}

} // namespace lockscope
