// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What failovers do to the locks of a deployment: compares those held before with those that the first
// complete pass of the new master finds. Owned by Site, on the engine thread.

#include "core/engine/table/locktable.h"
#include "core/values/failover.h"

#include <map>

namespace lockscope
{

class FailoverWatch
{
public:
    // from == to: the same server after a restart. Call before the table is told.
    void begin(const NodeId &from, const NodeId &to, const LockTable &table);
    // By this program: not lost in the failover.
    void noteReleased(const LockName &key);
    // After a complete pass of that master; nullopt: it did not take over.
    std::optional<FailoverReport> end(const NodeId &master, const LockTable &table);

private:
    std::map<NodeId, FailoverReport> m_reports; // by the new master, until its first pass
    std::map<NodeId, std::vector<LockPtr>> m_before;
};

} // namespace lockscope
