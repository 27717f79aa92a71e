// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/fleet/fleettray.h"

#include "core/base/tr.h"
#include "core/engine/verdicts/verdicttext.h"
#include "ui/text/format.h"

namespace lockscope::text
{

namespace
{

QString withOld(const QString &count, qint64 old)
{
    return old == 0 ? count : Tr::tr("%1 (%2 as last known)", "count, number").arg(count, number(old));
}

} // namespace

QString fleetTrayConnections(const FleetCounts &counts)
{
    QStringList parts{Tr::tr("%Ln connection(s)", nullptr, int(counts.connections))};
    if (counts.unknown > 0)
        parts << Tr::tr("%1 unknown", "connections").arg(number(counts.unknown));
    if (counts.incomplete > 0)
        parts << Tr::tr("%Ln not read completely", "connections", int(counts.incomplete));
    return clauses(parts);
}

QString fleetTrayLocks(const FleetCounts &counts)
{
    QStringList parts;
    if (counts.criticals > 0)
        parts << withOld(Tr::tr("critical %1").arg(number(counts.criticals)), counts.criticalsOld);
    if (counts.warnings > 0)
        parts << withOld(Tr::tr("warnings %1").arg(number(counts.warnings)), counts.warningsOld);
    if (parts.isEmpty() && counts.connections > counts.unknown) // otherwise nothing is known
        parts << (counts.unknown + counts.incomplete == 0 ? Tr::tr("No critical locks and no warnings")
                                                          : Tr::tr("No critical lock or warning known"));
    return parts.join(QStringLiteral(" · "));
}

QString fleetTrayWorst(const FleetCounts &counts, Instant now)
{
    if (!counts.worst)
        return {};
    Lock shown = *counts.worst;
    shown.verdict = shown.shownVerdict();
    const bool isOld = counts.isWorstOld || shown.stale;
    const Instant at = isOld ? shown.readAt : shownAt(shown, now);
    const QString line =
        Tr::tr("%1: %2", "connection, lock")
            .arg(counts.worstConnection,
                 Tr::tr("%1: %2", "lock, verdict").arg(key(shown.key), explainVerdict(shown, at).sentence));
    return isOld ? sentences({line, Tr::tr("As last known")}) : line;
}

} // namespace lockscope::text
