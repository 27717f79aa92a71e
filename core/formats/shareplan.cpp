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
        return badInput(request.key, Tr::tr("it is not said whose share is to be taken away"),
                        Tr::tr("name the holder as the lock shows it"));
    const bool several =
        std::any_of(request.expectedHolders.begin(), request.expectedHolders.end(),
                    [](const Holder &holder) { return holder.count != 0 && holder.count != 1; });
    if (several || request.expectedCount.value_or(1) != 1)
        return badInput(request.key, Tr::tr("more than one hold is expected: here each holder has one only"));
    return {};
}

std::vector<QByteArray> comparisonArguments(const ActRequest &request)
{
    if (!comparesAnybody(request))
        return {"any"};
    std::vector<QByteArray> arguments{"these"};
    for (const Holder &holder : request.expectedHolders) {
        arguments.push_back(name(holder.mode));
        arguments.push_back(holder.id.bytes);
    }
    if (request.expectedHolders.empty()) {
        arguments.emplace_back();
        arguments.push_back(request.expectedOwner->bytes);
    }
    return arguments;
}

QString comparisonStep(const ActRequest &request)
{
    if (!comparesAnybody(request))
        return Tr::tr("Looks that the key is such a lock, whoever holds it");
    if (request.expectedHolders.size() > 1)
        return Tr::tr("Goes on only if exactly the %n holder(s) shown hold it, in the same way", nullptr,
                      int(request.expectedHolders.size()));
    const OwnerId &only =
        request.expectedHolders.empty() ? *request.expectedOwner : request.expectedHolders.front().id;
    return Tr::tr("Goes on only if %1 holds it, and nobody else").arg(escapedText(only.bytes));
}

std::vector<QByteArray> meantArguments(const ActRequest &request, const Lock *seen)
{
    const std::optional<OwnerId> owner = meantOwner(request, seen);
    return {owner ? "owner" : "any", owner ? owner->bytes : QByteArray()};
}

QString meantStep(const ActRequest &request, const Lock *seen)
{
    if (const std::optional<OwnerId> owner = meantOwner(request, seen))
        return Tr::tr("Only for %1, and only if he still holds it").arg(escapedText(owner->bytes));
    return Tr::tr("For every holder");
}

QStringList forceWarnings(const ActRequest &request)
{
    QStringList warnings{Tr::tr("The old holder's code goes on running")};
    if (request.act == ActKind::ForceRelease && !comparesAnybody(request))
        warnings << Tr::tr("No owner is compared: whoever holds it at that moment loses it");
    return warnings;
}

Failure nobodyToWake(const LockName &key, const QString &howTheyWait)
{
    return unsupportedAct(key, Tr::tr("this lock has no channel: %1").arg(howTheyWait),
                          Tr::tr("nothing needs waking"));
}

QByteArray millisecondsArgument(milliseconds duration)
{
    return QByteArray::number(qint64(duration.count()));
}

} // namespace lockscope
