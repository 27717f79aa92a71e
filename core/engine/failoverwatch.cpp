// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/failoverwatch.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace lockscope
{

namespace
{

// Of a server before its restart. Longer, and what is gone may have been released.
constexpr milliseconds MostUnseen(5000);

// How long the server ran on unseen. If its start is not known, it may have restarted just now.
milliseconds unseenFor(WallTime seenAt, const NodeStatus &master)
{
    const auto since = std::chrono::duration_cast<milliseconds>(wallNow() - seenAt);
    return master.startedAt ? since - millisecondsBetween(*master.startedAt, now()) : since;
}

std::vector<LockPtr> heldOn(const NodeId &node, const LockTable &table)
{
    std::vector<LockPtr> held;
    table.forEach([&](const LockPtr &lock) {
        if (lock->node == node && lock->held())
            held.push_back(lock);
    });
    return held;
}

} // namespace

void FailoverWatch::begin(const NodeId &from, const NodeId &to, const LockTable &table)
{
    begin(from, to, heldOn(from, table));
}

void FailoverWatch::beginRestart(const NodeStatus &master, std::optional<Instant> heardAt,
                                 const LockTable &table)
{
    FailoverReport &report = begin(master.node, master.node, heldOn(master.node, table));
    const WallTime seenAt = wallNow() - (heardAt ? millisecondsBetween(*heardAt, now()) : milliseconds(0));
    if (heardAt && unseenFor(seenAt, master) > MostUnseen)
        report.readAt = seenAt;
}

void FailoverWatch::expect(const std::vector<LockPtr> &known, const KnownRuns &runs)
{
    m_known = known;
    m_knownRuns = runs;
}

// Once a pass has ended, what is gone may have been released after the restart.
void FailoverWatch::noteRun(const NodeStatus &master, const LockTable &table)
{
    const auto known = m_knownRuns.find(master.node);
    if (master.runId.isEmpty() || known == m_knownRuns.end())
        return;
    const KnownRun run = known->second;
    const bool isAnother = run.id != master.runId;
    m_knownRuns.erase(known);
    if (!isAnother || table.hasWholePass(master.node))
        return;
    std::vector<LockPtr> before;
    std::ranges::copy_if(m_known, std::back_inserter(before), [&master](const LockPtr &lock) {
        return lock->node == master.node && lock->held();
    });
    FailoverReport &report = begin(master.node, master.node, std::move(before));
    if (unseenFor(run.seenAt, master) > MostUnseen)
        report.readAt = run.seenAt;
    report.isWhole = run.hasAllLocks;
}

FailoverReport &FailoverWatch::begin(const NodeId &from, const NodeId &to, std::vector<LockPtr> before)
{
    FailoverReport &report = m_reports[to];
    report = {.from = from, .to = to, .at = wallNow(), .before = qint64(before.size())};
    m_before[to] = std::move(before);
    return report;
}

void FailoverWatch::noteReleased(const LockName &key)
{
    for (auto &[node, before] : m_before) {
        const auto count =
            qint64(std::erase_if(before, [&key](const LockPtr &lock) { return lock->key == key; }));
        if (const auto report = m_reports.find(node); report != m_reports.end())
            report->second.before -= count;
    }
}

std::optional<FailoverReport> FailoverWatch::end(const NodeId &master, const LockTable &table)
{
    const auto found = m_reports.find(master);
    if (found == m_reports.end())
        return {};
    FailoverReport report = std::move(found->second);
    m_reports.erase(found);
    for (const LockPtr &before : std::exchange(m_before[master], {})) {
        const LockPtr after = table.find(before->key);
        if (after && after->stale)
            continue; // See FailoverReport::unread()
        if (after && after->held() && after->owner() == before->owner())
            ++report.kept;
        else if (before->expiresAt && *before->expiresAt <= now() &&
                 !(after && after->held() && after->heldSince < *before->expiresAt))
            ++report.expired; // another client may have acquired it since
        else if (report.readAt)
            ++report.unclear;
        else if (after && after->held())
            report.changedHands.push_back({before, after});
        else
            report.lost.push_back(before);
    }
    return report;
}

} // namespace lockscope
