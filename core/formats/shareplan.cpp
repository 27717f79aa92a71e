// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/shareplan.h"

#include "core/base/tr.h"
#include "core/formats/planning.h"

#include <algorithm>

namespace lockscope
{

namespace
{

bool comparesAnybody(const ActRequest &request)
{
    return request.expectedOwner || !request.expectedHolders.empty();
}

} // namespace

std::optional<Failure> shareRequestProblem(const ActRequest &request)
{
    if (std::optional<Failure> problem = requestProblem(request))
        return problem;
    if (request.act == ActKind::RemoveShare && request.owner.isEmpty())
        return badInput(request.key, Tr::tr("no holder to remove was specified"),
                        Tr::tr("specify the holder as the lock shows it"));
    const bool several =
        std::any_of(request.expectedHolders.begin(), request.expectedHolders.end(),
                    [](const Holder &holder) { return holder.count != 0 && holder.count != 1; });
    if (several || request.expectedCount.value_or(1) != 1)
        return badInput(request.key,
                        Tr::tr("more than one hold is expected, but each holder here has only one"));
    return {};
}

QString comparisonStep(const ActRequest &request)
{
    if (!comparesAnybody(request))
        return Tr::tr("Checks that the key is such a lock, for any holder");
    if (request.expectedHolders.size() > 1)
        return Tr::tr("Continues only if exactly the %n holder(s) shown hold it, in the same way", nullptr,
                      int(request.expectedHolders.size()));
    const OwnerId &only =
        request.expectedHolders.empty() ? *request.expectedOwner : request.expectedHolders.front().id;
    return Tr::tr("Continues only if %1 is its only holder").arg(escapedText(only.bytes));
}

QStringList forceWarnings(const ActRequest &request)
{
    QStringList warnings{Tr::tr("The old holder's code keeps running")};
    if (request.act == ActKind::ForceRelease && !comparesAnybody(request))
        warnings << Tr::tr("No owner is compared: any current holder loses it");
    return warnings;
}

bool sendComparison(ActDraft &draft, const char *script, std::vector<QByteArray> first)
{
    const ActRequest &request = draft.request;
    first.emplace_back(comparesAnybody(request) ? "these" : "any");
    for (const Holder &holder : request.expectedHolders)
        first.insert(first.end(), {name(holder.mode), holder.id.bytes});
    if (request.expectedHolders.empty() && request.expectedOwner)
        first.insert(first.end(), {QByteArray(), request.expectedOwner->bytes});
    if (!draft.send(script, std::move(first)))
        return false;
    draft.steps << comparisonStep(request);
    draft.warnings << forceWarnings(request);
    return true;
}

bool sendMeant(ActDraft &draft, const char *script)
{
    if (!draft.sendExpiry(script))
        return false;
    draft.steps
        << (draft.meant
                ? Tr::tr("Only for %1, and only while it is a holder").arg(escapedText(draft.meant->bytes))
                : Tr::tr("For every holder"));
    return true;
}

void warnOfRemoval(ActDraft &draft)
{
    if (draft.request.act == ActKind::RemoveShare)
        draft.warnings << forceWarnings(draft.request);
}

Failure nobodyToWake(const LockName &key, const QString &howTheyWait)
{
    return unsupportedAct(key, Tr::tr("this lock has no channel: %1").arg(howTheyWait),
                          Tr::tr("no wake-up is needed"));
}

} // namespace lockscope
