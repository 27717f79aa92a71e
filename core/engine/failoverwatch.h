// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What failovers do to the locks of a deployment: compares those held before with those that the first
// complete pass of the new master finds. Owned by Site, on the engine thread.

#include "core/engine/table/locktable.h"
#include "core/values/failover.h"
#include "core/values/status.h"

#include <map>

namespace lockscope
{

class FailoverWatch
{
public:
    // Call these before the table is told.
    void begin(const NodeId &from, const NodeId &to, const LockTable &table);
    // The same server has restarted. heardAt: its last answer before; nullopt: it answered all the time. If
    // that was long before its start, what is gone may have been released: see FailoverReport::readAt.
    void beginRestart(const NodeStatus &master, std::optional<Instant> heardAt, const LockTable &table);
    // What another engine last saw.
    void expect(const std::vector<LockPtr> &known, const KnownRuns &runs);
    // Of a master that is reached now: if it has restarted since the other engine saw it, this is like
    // beginRestart().
    void noteRun(const NodeStatus &master, const LockTable &table);
    // By this program: not lost in the failover.
    void noteReleased(const LockName &key);
    // After a complete pass of that master; nullopt: it did not take over.
    std::optional<FailoverReport> end(const NodeId &master, const LockTable &table);

private:
    FailoverReport &begin(const NodeId &from, const NodeId &to, std::vector<LockPtr> before);
    std::map<NodeId, FailoverReport> m_reports; // by the new master, until its first pass
    std::map<NodeId, std::vector<LockPtr>> m_before;
    std::vector<LockPtr> m_known; // by another engine
    KnownRuns m_knownRuns;        // of servers that were not reached yet
};

} // namespace lockscope
