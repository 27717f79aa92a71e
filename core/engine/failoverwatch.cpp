// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/failoverwatch.h"

#include <utility>

namespace lockscope
{

void FailoverWatch::begin(const NodeId &from, const NodeId &to, const LockTable &table)
{
    FailoverReport report{.from = from, .to = to, .at = wallNow()};
    std::vector<LockPtr> &before = m_before[to];
    before.clear();
    table.forEach([&](const LockPtr &lock) {
        if (lock->node == from && lock->held())
            before.push_back(lock);
    });
    report.before = qint64(before.size());
    m_reports[to] = std::move(report);
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
        else if (after && after->held())
            report.changedHands.push_back({before, after});
        else
            report.lost.push_back(before);
    }
    return report;
}

} // namespace lockscope
