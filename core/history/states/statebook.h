// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The present state of the servers: lost nodes, the list of nodes and the findings. Each report is compared
// with it, and only changes are returned. Value; one thread.

#include "core/history/states/staterow.h"
#include "core/history/values/hold.h"
#include "core/values/healthreport.h"

#include <QHash>

namespace lockscope
{

class StateBook
{
public:
    void clear() { *this = {}; }
    // Nodes that were lost, or are back, since the last report. One that cannot be reached at first is lost.
    std::vector<Mark> losses(const std::vector<NodeStatus> &nodes, WallTime at);
    // The rows to write; empty: nothing changed, or nothing is known.
    std::vector<StateRow> take(const std::vector<NodeStatus> &nodes, WallTime at);
    // Ignores a late answer about the servers of another connection.
    std::vector<StateRow> take(const HealthReport &report, WallTime at);

    // The present state, for the start of a new file.
    std::vector<Mark> lost(WallTime at) const;
    std::vector<StateRow> present(WallTime at) const;

private:
    QHash<NodeId, ConnectionPhase> m_phases{}; // ready or waiting
    std::vector<NodeId> m_listed{};
    QByteArray m_nodes{}; // packed; empty: not known
    QByteArray m_findings{};
    QByteArrayList m_words{}; // of the findings, without figures
};

} // namespace lockscope
