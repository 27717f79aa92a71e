// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/labwords.h"

#include "ui/format.h"

#include <QCoreApplication>
#include <QLocale>

namespace lockscope::text
{

namespace
{

class Say
{
    Q_DECLARE_TR_FUNCTIONS(lockscope::LabWords)
};

} // namespace

QString labTime(microseconds time)
{
    const double ms = double(time.count()) / 1000;
    if (ms >= 10'000)
        return Say::tr("%1 s").arg(QLocale().toString(ms / 1000, 'f', 1));
    return Say::tr("%1 ms").arg(QLocale().toString(ms, 'f', ms < 10 ? 2 : 0));
}

QString labTime(const Spread &spread, microseconds Spread::*which)
{
    return spread.count > 0 ? labTime(spread.*which) : QStringLiteral("–");
}

QString verdict(const LabOutcome &outcome)
{
    if (outcome.failure)
        return Say::tr("failed");
    if (outcome.cancelled)
        return Say::tr("cancelled");
    return outcome.asTaught() ? Say::tr("as taught") : Say::tr("not as taught");
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
    return claim.met ? Say::tr("✔ seen") : Say::tr("✘ not seen");
}

QString labValues(const LabOutcome &outcome)
{
    QStringList values;
    for (const auto &[name, value] : outcome.values)
        values << QStringLiteral("%1 %2").arg(bytes(name), bytes(value));
    return names(values);
}

QString runName(const LabOutcome &outcome)
{
    const QString title = outcome.title.isEmpty() ? bytes(outcome.scenario) : outcome.title;
    return Say::tr("%1 %2, seed %3").arg(timeToTheSecond(outcome.began), title).arg(outcome.seed);
}

QString topology(SandboxTopology topology)
{
    switch (topology) {
    case SandboxTopology::Standalone:
        return Say::tr("one server");
    case SandboxTopology::Replica:
        return Say::tr("a master and its replicas");
    case SandboxTopology::Sentinel:
        return Say::tr("replicas and sentinels");
    case SandboxTopology::Cluster:
        return Say::tr("a cluster");
    case SandboxTopology::RedLock:
        return Say::tr("a RedLock group");
    }
    return {};
}

} // namespace lockscope::text
