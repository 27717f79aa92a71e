// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/family.h"

#include "core/formats/planning.h"

namespace lockscope
{

std::optional<milliseconds> Family::watchdogPeriod(milliseconds lease) const
{
    const auto &[numerator, denominator] = m_facts.renewal;
    return numerator > 0 ? std::optional(lease * numerator / denominator) : std::nullopt;
}

bool ActDraft::send(const char *script, std::vector<QByteArray> arguments)
{
    plan.script = script;
    plan.args = std::move(arguments);
    return request.withTexts;
}

bool ActDraft::sendExpiry(const char *script, const std::vector<QByteArray> &more)
{
    meant = meantOwner(request, seen);
    std::vector<QByteArray> arguments = ownerArguments(meant);
    arguments.push_back(millisecondsText(*request.lease));
    arguments.insert(arguments.end(), more.begin(), more.end());
    return send(script, std::move(arguments));
}

bool ActDraft::sendForced(const char *script)
{
    return send(script, ownerArguments(request.expectedOwner));
}

QByteArray PlannedFamily::announce(ActDraft &draft) const
{
    draft.plan.channels = {*wakeChannel(draft.request.key)};
    return draft.plan.channels.front();
}

Outcome<ActPlan> PlannedFamily::plan(const ActRequest &request, const Lock *seen) const
{
    const bool made = request.act == ActKind::Acquire && request.owner.isEmpty();
    ActDraft draft{.request = request,
                   .seen = seen,
                   .owner = made ? makeOwner() : request.owner,
                   .lease = request.lease.value_or(defaultLease()),
                   .plan = {.act = request.act, .key = request.key, .kind = kind()}};
    if (const std::optional<Failure> found = problem(draft))
        return *found;
    draft.plan.keys = keysOf(request.key);
    switch (request.act) {
    case ActKind::Acquire:
        planAcquire(draft);
        break;
    case ActKind::Renew:
        planRenew(draft);
        break;
    case ActKind::Release:
        planRelease(draft);
        break;
    case ActKind::ForceRelease:
        planForceRelease(draft);
        break;
    case ActKind::Wake:
        planWake(draft);
        break;
    case ActKind::SetExpiry:
        if (const std::optional<Failure> missing = missingLease(request))
            return *missing;
        planSetExpiry(draft);
        break;
    case ActKind::RemoveShare:
        planRemoveShare(draft);
        break;
    }
    if (request.withTexts && draft.plan.commands.isEmpty())
        draft.plan.commands << redisCliEval(draft.plan);
    return std::move(draft.plan);
}

} // namespace lockscope
