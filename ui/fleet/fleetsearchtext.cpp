// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/fleet/fleetsearchtext.h"

#include "core/base/tr.h"
#include "core/engine/verdicts/verdicttext.h"
#include "ui/fleet/fleettext.h"
#include "ui/text/format.h"

#include <algorithm>

namespace lockscope::text
{

namespace
{

int countOfCoverage(const FleetFindings &findings, FleetCoverage coverage)
{
    return int(std::ranges::count(findings.searched, coverage, &FleetSearched::coverage));
}

QString cutNames(const QStringList &names, qsizetype most)
{
    const qsizetype more = names.size() - most;
    if (more <= 0)
        return text::names(names);
    return Tr::tr("%1 and %2 more", "names of connections")
        .arg(text::names(names.mid(0, most)), number(more));
}

// "vault (Password needed), mail (Connecting) and 3 more"
QString connectionsOf(const FleetFindings &findings, FleetCoverage coverage,
                      const std::vector<FleetMember> &members, qsizetype most)
{
    QStringList names;
    for (const FleetSearched &one : findings.searched) {
        if (one.coverage != coverage)
            continue;
        const auto member = std::ranges::find(members, one.name, &FleetMember::name);
        // The two are reported apart: for a moment, its state may still be the one before.
        const bool isBefore =
            member == members.end() || (coverage == FleetCoverage::LastKnown && isLive(member->state));
        names << (isBefore ? one.name
                           : Tr::tr("%1 (%2)", "connection, its state").arg(one.name, fleetState(*member)));
    }
    return cutNames(names, most);
}

int countOfUnsure(const FleetFindings &findings)
{
    return int(
        std::ranges::count_if(findings.searched, [](const FleetSearched &one) { return one.unsure > 0; }));
}

// "shop (312 locks), mail (1 lock) and 3 more"
QString unsureConnections(const FleetFindings &findings, qsizetype most)
{
    QStringList names;
    for (const FleetSearched &one : findings.searched) {
        if (one.unsure > 0)
            names << Tr::tr("%1 (%2)", "connection, its state")
                         .arg(one.name, Tr::tr("%Ln lock(s)", nullptr, int(one.unsure)));
    }
    return cutNames(names, most);
}

} // namespace

QString fleetFindings(const FleetFindings &findings)
{
    qint64 locks = 0;
    int where = 0;
    for (const FleetSearched &one : findings.searched) {
        locks += one.found;
        where += one.found > 0 ? 1 : 0;
    }
    const QString found = Tr::tr("%Ln lock(s)", nullptr, int(locks));
    const QString line =
        Tr::tr("%1 in %2 of %Ln connection(s)", "locks, number", int(findings.searched.size()))
            .arg(found, number(where));
    if (locks <= qint64(findings.rows.size()))
        return line;
    return clauses({line, Tr::tr("the worst %1 are shown").arg(number(qint64(findings.rows.size())))});
}

QString fleetUnsearched(const FleetFindings &findings, const std::vector<FleetMember> &members,
                        qsizetype most)
{
    const std::pair<FleetCoverage, QString> kinds[] = {
        {FleetCoverage::NotRead, Tr::tr("Not searched: %1", "connections")},
        {FleetCoverage::Partly, Tr::tr("Searched in part: %1", "connections")},
        {FleetCoverage::LastKnown, Tr::tr("As last known: %1", "connections")},
        {FleetCoverage::Pending, Tr::tr("Still searching: %1", "connections")}};
    QStringList parts;
    for (const auto &[coverage, label] : kinds) {
        if (countOfCoverage(findings, coverage) > 0)
            parts << label.arg(connectionsOf(findings, coverage, members, most));
    }
    if (countOfUnsure(findings) > 0)
        parts << Tr::tr("Clients not known: %1", "connections").arg(unsureConnections(findings, most));
    return sentences(parts);
}

QString fleetNothingFound(const FleetFindings &findings)
{
    const int all = int(findings.searched.size());
    const int whole = countOfCoverage(findings, FleetCoverage::Whole);
    if (countOfCoverage(findings, FleetCoverage::Pending) > 0)
        return Tr::tr("Searching…");
    if (const int unsure = countOfUnsure(findings); unsure > 0)
        return Tr::tr("No lock is known to match. Clients are unknown in %Ln connection(s)", nullptr, unsure);
    if (whole == 0)
        return Tr::tr("No connection could be searched completely");
    if (whole < all)
        return Tr::tr("No matching locks in the %Ln connection(s) that were searched completely", nullptr,
                      whole);
    return Tr::tr("No matching locks in %Ln connection(s)", nullptr, all);
}

QString fleetFoundDetails(const FleetFound &found, Instant now)
{
    Lock shown = *found.lock;
    shown.verdict = shown.shownVerdict();
    const Instant at = found.isOld ? shown.readAt : shownAt(shown, now);
    const QString sentence =
        Tr::tr("%1: %2", "lock, verdict").arg(key(shown.key), explainVerdict(shown, at).sentence);
    const QString line = Tr::tr("%1: %2", "connection, lock").arg(found.connection, sentence);
    return found.isOld ? sentences({line, Tr::tr("As last known")}) : line;
}

} // namespace lockscope::text
