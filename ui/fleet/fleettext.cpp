// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/fleet/fleettext.h"

#include "core/base/tr.h"
#include "core/engine/verdicts/verdicttext.h"
#include "ui/text/format.h"

#include <algorithm>

namespace lockscope::text
{

namespace
{

QString stateWord(FleetState state)
{
    switch (state) {
    case FleetState::Queued:
        return Tr::tr("Queued", "connection");
    case FleetState::Connecting:
        return Tr::tr("Connecting", "connection");
    case FleetState::Connected:
        return Tr::tr("Connected", "connection");
    case FleetState::PartlyReached:
        return Tr::tr("Partly unreachable", "connection");
    case FleetState::NoQuorum:
        return Tr::tr("No quorum", "connection");
    case FleetState::Unreachable:
        return Tr::tr("Unreachable", "connection");
    case FleetState::Failed:
        return Tr::tr("Cannot connect", "connection");
    case FleetState::NeedsPassword:
        return Tr::tr("Password needed", "connection");
    case FleetState::NeedsSshConsent:
        return Tr::tr("SSH not confirmed", "connection");
    }
    return {};
}

bool isLoginFailure(ErrorKind kind)
{
    return kind == ErrorKind::WrongPass || kind == ErrorKind::NoAuth || kind == ErrorKind::NoPerm;
}

QString toTheSecond(WallTime at, WallTime now)
{
    return date(at) == date(now) ? timeToTheSecond(at) : dateToTheSecond(at);
}

QString withRemedy(const Failure &why)
{
    return why.remedy.isEmpty() ? failure(why) : sentences({failure(why), asSentence(why.remedy)});
}

// What the person at the window can do, or what happens next.
QString next(const FleetMember &member, Instant now)
{
    switch (member.state) {
    case FleetState::Unreachable: {
        const auto left = member.retryAt ? std::chrono::ceil<std::chrono::seconds>(*member.retryAt - now)
                                         : std::chrono::seconds(0);
        return left.count() > 0 ? Tr::tr("Retrying in %1").arg(duration(left)) : Tr::tr("Retrying now");
    }
    case FleetState::NeedsPassword:
        return Tr::tr("Press Enter to open the connection and type its password");
    case FleetState::NeedsSshConsent:
        return Tr::tr("It was imported with an SSH configuration. Press Enter to see and confirm what that "
                      "runs");
    default:
        return {};
    }
}

} // namespace

QString fleetState(const FleetMember &member)
{
    if (member.scanning && member.state == FleetState::Connected)
        return Tr::tr("Scanning", "connection");
    if (member.keysRefused > 0 && member.state == FleetState::Connected)
        return Tr::tr("Scan incomplete", "connection");
    if (!member.scanFailure.text.isEmpty() && member.state == FleetState::Connected)
        return Tr::tr("Scan failed", "connection");
    if (member.state == FleetState::Failed && isLoginFailure(member.reason.kind))
        return Tr::tr("Login failed", "connection");
    return stateWord(member.state);
}

VerdictLevel fleetLevel(const FleetMember &member)
{
    switch (member.state) {
    case FleetState::Queued:
    case FleetState::Connecting:
        return VerdictLevel::Info;
    case FleetState::Connected:
        return !member.scanFailure.text.isEmpty()  ? VerdictLevel::Warning
               : member.scanning || !member.totals ? VerdictLevel::Info
                                                   : VerdictLevel::Ok;
    case FleetState::PartlyReached:
    case FleetState::NeedsPassword:
    case FleetState::NeedsSshConsent:
        return VerdictLevel::Warning;
    case FleetState::NoQuorum:
    case FleetState::Unreachable:
    case FleetState::Failed:
        return VerdictLevel::Critical;
    }
    return VerdictLevel::Info;
}

int fleetBadness(const FleetMember &member)
{
    if (isOut(member.state))
        return 4;
    if (member.state == FleetState::NoQuorum || member.ofLevel(VerdictLevel::Critical) > 0)
        return 3;
    if (fleetLevel(member) == VerdictLevel::Warning || member.ofLevel(VerdictLevel::Warning) > 0)
        return 2;
    return isLive(member.state) && member.totals && !member.scanning ? 0 : 1;
}

QString fleetCount(const FleetMember &member, qint64 count, bool isLeast)
{
    if (!member.totals)
        return Tr::tr("unknown", "count");
    const bool isBound = isLeast || member.scanning || !member.scanFailure.text.isEmpty();
    return isBound ? Tr::tr("≥ %1", "a lower bound").arg(number(count)) : number(count);
}

QString fleetWaiting(const FleetMember &member)
{
    if (!member.totals || !member.hasWaiters)
        return Tr::tr("unknown", "count");
    return fleetCount(member, member.totals->waiters, !member.totals->waiterCount().isExact());
}

QString fleetNodes(const FleetMember &member)
{
    if (member.nodes == 0)
        return {};
    return Tr::tr("%1/%2", "nodes ready of all").arg(number(member.nodesReady), number(member.nodes));
}

QString fleetFailover(const FleetMember &member, WallTime now)
{
    if (!member.failover)
        return {};
    const bool isRestart = member.failover->from == member.failover->to;
    const QString time = toTheSecond(member.failover->at, now);
    const QString at = isRestart ? Tr::tr("restart %1", "time").arg(time) : time;
    if (member.failover->lost == 0)
        return at;
    return Tr::tr("%1, %2 lost", "time of a failover, number of locks")
        .arg(at, number(member.failover->lost));
}

QString fleetFailoverHelp(const FleetMember &member)
{
    if (!member.failover)
        return Tr::tr("No failover since the window was opened");
    if (member.failover->from == member.failover->to)
        return Tr::tr("Restart of %1 at %2. Locks lost: %3", "node, time, number")
            .arg(node(member.failover->to), dateToTheSecond(member.failover->at),
                 number(member.failover->lost));
    return Tr::tr("Failover at %1: %2 → %3. Locks lost: %4")
        .arg(dateToTheSecond(member.failover->at), node(member.failover->from), node(member.failover->to),
             number(member.failover->lost));
}

QString fleetWorst(const FleetMember &member, Instant now, WallTime wallNow)
{
    if (!member.worst)
        return {};
    const Lock &lock = *member.worst;
    Lock shown = lock;
    shown.verdict = lock.shownVerdict();
    // It was followed until the connection was lost; what is last known of one node was true when it was
    // read.
    const Instant at = member.asOf  ? now - (wallNow - *member.asOf)
                       : lock.stale ? lock.readAt
                                    : shownAt(lock, now);
    return Tr::tr("%1: %2", "lock, verdict").arg(key(lock.key), explainVerdict(shown, at).sentence);
}

QString fleetDetails(const FleetMember &member, Instant now, WallTime wallNow)
{
    const Failure &why = member.reason.text.isEmpty() ? member.scanFailure : member.reason;
    const bool isOfServers = member.state == FleetState::PartlyReached ||
                             member.state == FleetState::NoQuorum || member.state == FleetState::Unreachable;
    const QString state = (member.wasSoAtFirst && isOfServers
                               ? Tr::tr("%1: %2 (at least since %3)", "connection, its state, time")
                               : Tr::tr("%1: %2 (since %3)", "connection, its state, time"))
                              .arg(member.name, fleetState(member), toTheSecond(member.since, wallNow));
    // What to do about a missing password is said below: no password belongs into an address.
    const QString reason = member.state == FleetState::NeedsPassword ? failure(why) : withRemedy(why);
    QStringList parts{
        why.text.isEmpty() ? state : Tr::tr("%1: %2", "state of a connection, reason").arg(state, reason),
        next(member, now)};
    if (member.keysRefused > 0)
        parts << Tr::tr("%Ln key(s) with the name of a lock could not be read", nullptr,
                        int(member.keysRefused));
    if (member.asOf && member.totals)
        parts << Tr::tr("Counts as last known at %1").arg(toTheSecond(*member.asOf, wallNow));
    else if (member.stale > 0)
        parts << Tr::tr("%Ln lock(s) as last known", nullptr, int(member.stale));
    if (member.worst)
        parts << fleetWorst(member, now, wallNow);
    parts.removeAll(QString());
    return sentences(parts);
}

QString fleetSummary(const std::vector<FleetMember> &members)
{
    int out = 0, unread = 0;
    qint64 criticals = 0, warnings = 0, old = 0;
    for (const FleetMember &member : members) {
        out += isOut(member.state) ? 1 : 0;
        unread += !isOut(member.state) && (!member.totals || !member.scanFailure.text.isEmpty()) ? 1 : 0;
        criticals += member.ofLevel(VerdictLevel::Critical);
        old += member.asOf ? member.ofLevel(VerdictLevel::Critical) : 0;
        warnings += member.ofLevel(VerdictLevel::Warning);
    }
    QStringList parts{Tr::tr("%Ln connection(s)", nullptr, int(members.size()))};
    if (out > 0)
        parts << Tr::tr("%Ln not connected", "connections", out);
    if (unread > 0)
        parts << Tr::tr("%Ln not read completely", "connections", unread);
    const bool isKnown = out + unread == 0; // otherwise 0 would say too much
    if (old > 0)
        parts << Tr::tr("%Ln critical lock(s), %1 of them as last known", nullptr, int(criticals))
                     .arg(number(old));
    else if (isKnown || criticals > 0)
        parts << Tr::tr("%Ln critical lock(s)", nullptr, int(criticals));
    if (isKnown || warnings > 0)
        parts << Tr::tr("%Ln lock(s) with a warning", nullptr, int(warnings));
    return clauses(parts);
}

} // namespace lockscope::text
