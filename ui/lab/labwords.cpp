// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lab/labwords.h"

#include "core/base/tr.h"
#include "ui/text/format.h"

#include <QLocale>

#include <algorithm>

namespace lockscope::text
{

QString labTime(microseconds time)
{
    const double ms = double(time.count()) / 1000;
    if (ms >= 1000)
        return Tr::tr("%1 s").arg(QLocale().toString(ms / 1000, 'f', ms < 10'000 ? 2 : 1));
    return Tr::tr("%1 ms").arg(QLocale().toString(ms, 'f', ms < 10 ? 2 : 0));
}

QString labTime(const Spread &spread, microseconds Spread::*which)
{
    return spread.count >= leastFor(which) ? labTime(spread.*which) : QStringLiteral("—");
}

QString verdict(const LabOutcome &outcome)
{
    if (outcome.failure)
        return Tr::tr("failed");
    if (outcome.cancelled)
        return Tr::tr("cancelled");
    return outcome.asTaught() ? Tr::tr("passed") : Tr::tr("not confirmed");
}

VerdictLevel verdictLevel(const LabOutcome &outcome)
{
    if (outcome.failure)
        return VerdictLevel::Critical;
    if (outcome.cancelled)
        return VerdictLevel::Info;
    return outcome.asTaught() ? VerdictLevel::Ok : VerdictLevel::Warning;
}

QString claimWord(const LabClaim &claim)
{
    return claim.met ? Tr::tr("confirmed") : Tr::tr("✘ not confirmed");
}

QString labValues(const LabOutcome &outcome)
{
    const auto scenario = findScenario(outcome.scenario);
    QStringList values;
    for (const auto &[name, value] : outcome.values) {
        const std::vector<Parameter> &known = scenario ? scenario->parameters : std::vector<Parameter>();
        const auto parameter = std::ranges::find(known, name, &Parameter::name);
        values << Tr::tr("%1: %2", "parameter of a scenario and its value")
                      .arg(parameter == known.end() ? bytes(name) : parameter->title, bytes(value));
    }
    return values.join(QStringLiteral(" · "));
}

QString place(const LabOutcome &outcome)
{
    QStringList topologies;
    for (const SandboxTopology one : outcome.sandboxes)
        topologies << topology(one);
    return topologies.isEmpty() ? outcome.where : Tr::tr("Sandbox: %1").arg(names(topologies));
}

QString runName(const LabOutcome &outcome)
{
    const QString title = outcome.title.isEmpty() ? bytes(outcome.scenario) : outcome.title;
    return Tr::tr("%1 %2, seed %3").arg(timeToTheSecond(outcome.began), title).arg(outcome.seed);
}

QString topology(SandboxTopology topology)
{
    switch (topology) {
    case SandboxTopology::Standalone:
        return Tr::tr("one server");
    case SandboxTopology::Replica:
        return Tr::tr("a master and its replicas");
    case SandboxTopology::Sentinel:
        return Tr::tr("replicas and sentinels");
    case SandboxTopology::Cluster:
        return Tr::tr("a cluster");
    case SandboxTopology::RedLock:
        return Tr::tr("a RedLock group");
    }
    return {};
}

} // namespace lockscope::text
