// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/families/ruleplan.h"

#include "core/formats/families/ruleformat.h"
#include "core/formats/planning.h"
#include "core/formats/strings/stringplan.h"

namespace lockscope
{

namespace
{

using Where = RulePlace::Kind;

QByteArray number(qint64 value)
{
    return QByteArray::number(value);
}

QByteArray typeWord(ValueType type)
{
    switch (type) {
    case ValueType::String:
        return "string";
    case ValueType::Hash:
        return "hash";
    case ValueType::Set:
        return "set";
    case ValueType::SortedSet:
        return "zset";
    default:
        return {};
    }
}

bool hasManyHolders(const Rule &rule)
{
    return rule.owner.kind == Where::FieldName || rule.owner.kind == Where::Member;
}

// The lock's own fields in a hash that holds more than the lock.
std::vector<QByteArray> ownFields(const Rule &rule)
{
    std::vector<QByteArray> fields;
    for (const RulePlace &place : {rule.owner, rule.count, rule.expires}) {
        if (rule.removesFields && place.kind == Where::Field)
            fields.push_back(place.argument);
    }
    return fields;
}

// The holders that the user saw, as script arguments.
std::vector<QByteArray> expectedPairs(const ActRequest &request)
{
    std::vector<QByteArray> pairs;
    const auto add = [&pairs](const OwnerId &owner, qint64 count) {
        pairs.push_back(owner.bytes);
        pairs.push_back(count > 0 ? number(count) : QByteArray());
    };
    for (const Holder &holder : request.expectedHolders)
        add(holder.id, holder.count);
    if (pairs.empty() && request.expectedOwner)
        add(*request.expectedOwner, request.expectedCount.value_or(0));
    return pairs;
}

} // namespace

// Only if SET with NX and an expiry is all that a client of such a lock can be doing.
bool RulePlanner::canBeTaken() const
{
    return m_rule.type == ValueType::String && m_rule.owner.kind == Where::Value &&
           m_rule.count.kind == Where::Nowhere && m_rule.expires.kind == Where::Expiry;
}

QByteArray RulePlanner::messageFor(const LockName &key) const
{
    return filledIn(m_rule.message, key.bytes);
}

Outcome<ActPlan> RulePlanner::plan(const ActRequest &request, const Lock *seen) const
{
    if (const std::optional<Failure> problem = requestProblem(request))
        return *problem;
    ActPlan plan{
        .act = request.act, .key = request.key, .kind = m_format.kind(), .keys = {request.key.bytes}};
    switch (request.act) {
    case ActKind::Acquire:
        if (canBeTaken())
            return planString(m_format, request, seen);
        return unsupportedAct(
            request.key,
            tr("what clients of the kind %1 write to acquire a lock is unknown").arg(m_format.title()),
            tr("only a rule whose whole string is the owner, with an expiry, says enough for that"));
    case ActKind::Renew:
    case ActKind::SetExpiry:
        return planExpiry(request, seen, std::move(plan));
    case ActKind::Release:
    case ActKind::ForceRelease:
    case ActKind::RemoveShare:
        return planRemoval(request, std::move(plan));
    case ActKind::Wake:
        return planWake(request, std::move(plan));
    }
    return plan;
}

Outcome<ActPlan> RulePlanner::planRemoval(const ActRequest &request, ActPlan plan) const
{
    const bool release = request.act == ActKind::Release;
    const bool share = request.act == ActKind::RemoveShare;
    if (share && !hasManyHolders(m_rule))
        return unsupportedAct(request.key, tr("a lock of this kind has one holder and no shares"),
                              tr("use force-release"));
    if (release && m_rule.owner.kind == Where::Nowhere)
        return unsupportedAct(request.key, tr("a lock of this kind records no owner to release it"),
                              tr("use force-release"));
    if (release && (m_rule.count.kind == Where::Value || m_rule.count.kind == Where::Json))
        return unsupportedAct(request.key,
                              tr("its count is inside the value, which only its own clients can rewrite"),
                              tr("use force-release to end all holds"));
    std::vector<QByteArray> pairs = expectedPairs(request);
    if (release || share)
        pairs = {request.owner.bytes, request.expectedCount ? number(*request.expectedCount) : QByteArray()};
    const bool any = pairs.empty();
    const std::vector<QByteArray> fields = ownFields(m_rule);
    const std::optional<QByteArray> channel = m_format.wakeChannel(request.key);
    plan.script = "rule-remove";
    plan.args = {typeWord(m_rule.type),          placeText(m_rule.owner),
                 placeText(m_rule.count),        release ? "hold" : share ? "share" : any ? "any" : "all",
                 channel.value_or(QByteArray()), messageFor(request.key),
                 placeText(m_rule.expires),      number(m_rule.validFor.count()),
                 m_rule.seconds ? "s" : "ms",    number(qint64(fields.size()))};
    plan.args.insert(plan.args.end(), fields.begin(), fields.end());
    plan.args.insert(plan.args.end(), pairs.begin(), pairs.end());
    if (channel)
        plan.channels = {*channel};
    if (!request.withTexts)
        return plan;
    const QString owner = escapedText(request.owner.bytes);
    if (release || share)
        plan.steps << tr("Continues only if %1 is a holder; otherwise changes nothing and reports the holder")
                          .arg(owner);
    else if (!any)
        plan.steps << tr("Continues only if it is held by the %n holder(s) shown, with the counts shown",
                         nullptr, int(pairs.size() / 2));
    if (release && m_rule.count.kind != Where::Nowhere)
        plan.steps << tr("With more than one hold: decrements the count and stops there");
    if (channel)
        plan.steps << tr("Publishes %1 on %2, so that waiters retry")
                          .arg(escapedText(messageFor(request.key)), escapedText(*channel));
    if (!fields.empty())
        plan.steps << tr("Removes the %n field(s) that make the lock; the rest of the hash stays", nullptr,
                         int(fields.size()));
    else if ((release || share) && hasManyHolders(m_rule))
        plan.steps << tr("Removes %1 from the key; other holders stay").arg(owner);
    else
        plan.steps << tr("Deletes the key with all its contents");
    plan.commands << redisCliEval(plan);
    plan.warnings << tr("It is your own kind: what else its clients do is unknown");
    if (!release)
        plan.warnings << tr("The old holder's code keeps running and is not notified");
    if (!release && any)
        plan.warnings << tr("No owner is compared: any current holder loses it");
    return plan;
}

Outcome<ActPlan> RulePlanner::planExpiry(const ActRequest &request, const Lock *seen, ActPlan plan) const
{
    const bool renew = request.act == ActKind::Renew;
    const Where end = m_rule.expires.kind;
    if (!renew) {
        if (const std::optional<Failure> problem = missingLease(request))
            return *problem;
    }
    if (renew && (end == Where::Value || end == Where::Json || end == Where::Before || end == Where::After))
        return unsupportedAct(request.key,
                              tr("its end is inside the value, which only its own clients can rewrite"));
    if (!renew && m_rule.removesFields)
        return unsupportedAct(request.key,
                              tr("the hash contains more than the lock: an expiry would remove all of it"),
                              tr("use force-release: it removes the lock's own fields only"));
    const std::optional<OwnerId> owner = renew ? request.owner : meantOwner(request, seen);
    const milliseconds lease = request.lease.value_or(m_format.defaultLease());
    plan.script = "rule-expire";
    plan.args = {typeWord(m_rule.type),
                 placeText(m_rule.owner),
                 placeText(m_rule.count),
                 renew ? "renew" : "sooner",
                 owner ? owner->bytes : QByteArray(),
                 number(lease.count()),
                 placeText(m_rule.expires),
                 number(m_rule.validFor.count()),
                 m_rule.seconds ? "s" : "ms"};
    if (!request.withTexts)
        return plan;
    if (owner && !owner->isEmpty())
        plan.steps << tr("Continues only if %1 is a holder").arg(escapedText(owner->bytes));
    if (renew && end == Where::Expiry && hasManyHolders(m_rule))
        plan.steps << tr("Sets the expiry of the key to %1 from now; if it has other holders, only if it "
                         "expires before that")
                          .arg(humanDuration(lease));
    else if (renew && end == Where::Expiry)
        plan.steps << tr("Sets the expiry of the key to %1 from now").arg(humanDuration(lease));
    else if (renew)
        plan.steps << tr("Writes its end again, %1 from now by the server's clock, at %2")
                          .arg(humanDuration(lease), escapedText(placeText(m_rule.expires)));
    else
        plan.steps
            << tr("Makes the key expire in %1, if it has no expiry or a later one").arg(humanDuration(lease));
    plan.commands << redisCliEval(plan);
    if (!renew && hasManyHolders(m_rule))
        plan.warnings << tr("The key expires with all its holders");
    if (!renew)
        plan.warnings << tr(
            "A live holder may extend it again; one that does not loses the lock while it works");
    return plan;
}

Outcome<ActPlan> RulePlanner::planWake(const ActRequest &request, ActPlan plan) const
{
    const std::optional<QByteArray> channel = m_format.wakeChannel(plan.key);
    if (!channel)
        return unsupportedAct(
            plan.key, tr("the rule of the kind %1 has no channel").arg(m_format.title()),
            tr("if its waiters listen on one, add \"channel\" and \"message\" to the rule"));
    plan.script = "rule-wake";
    plan.channels = {*channel};
    plan.args = {*channel, messageFor(plan.key)};
    if (!request.withTexts)
        return plan;
    plan.steps << tr("Publishes %1 on %2; changes nothing")
                      .arg(escapedText(messageFor(plan.key)), escapedText(*channel));
    plan.commands << redisCliLine({"PUBLISH", *channel, messageFor(plan.key)})
                  << redisCliLine({"SPUBLISH", *channel, messageFor(plan.key)});
    return plan;
}

} // namespace lockscope
