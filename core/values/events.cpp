// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/values/events.h"

namespace lockscope
{

void LockTotals::add(const Lock &lock, int sign, VerdictLevel as)
{
    locks += sign;
    held += lock.heldByMajority() ? sign : 0;
    const WaiterCount count = lock.waiters.count();
    waiters += sign * count.least;
    uncertain +=
        !count.isExact() && (lock.held() || count.figure() > 0 || lock.waiters.mayBeMore()) ? sign : 0;
    countable += lock.waiters.isKnown() ? sign : 0;
    undecided += lock.isUndecided() ? sign : 0;
    levels[size_t(as)] += sign;
}

std::optional<EventKind> endingOf(const QByteArray &event)
{
    if (event == "del")
        return EventKind::Released;
    if (event == "expired")
        return EventKind::Expired;
    if (event == "evicted" || event == "rename_from" || event == "move_from") // no holder does that
        return EventKind::Changed;
    return {};
}

const char *name(EventKind kind)
{
    switch (kind) {
    case EventKind::Acquired:
        return "acquired";
    case EventKind::Reentered:
        return "reentered";
    case EventKind::Renewed:
        return "renewed";
    case EventKind::Released:
        return "released";
    case EventKind::Expired:
        return "expired";
    case EventKind::Forced:
        return "forced";
    case EventKind::Changed:
        return "changed";
    case EventKind::Waiters:
        return "waiters";
    case EventKind::Node:
        return "node";
    }
    return "changed";
}

const char *name(EventSource source)
{
    switch (source) {
    case EventSource::Tracking:
        return "tracking";
    case EventSource::Keyspace:
        return "keyspace";
    case EventSource::Poll:
        return "poll";
    case EventSource::Scan:
        return "scan";
    case EventSource::Act:
        return "act";
    }
    return "poll";
}

const char *name(QuorumChange change)
{
    switch (change) {
    case QuorumChange::Reached:
        return "reached";
    case QuorumChange::Lost:
        return "lost";
    case QuorumChange::Ended:
        return "ended";
    case QuorumChange::Unknown:
        return "unknown";
    case QuorumChange::Split:
        return "split";
    case QuorumChange::Node:
        return "node";
    }
    return "node";
}

} // namespace lockscope
