// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What is known of the servers now: which are lost, the list of nodes and the findings, and what of it a
// report changes. Value; one thread.

#include "core/history/states/staterow.h"
#include "core/history/values/hold.h"
#include "core/values/examination.h"

#include <QHash>

namespace lockscope
{

class StateBook
{
public:
    void clear() { *this = {}; }
    // Nodes that were lost, or are back, since the last report.
    std::vector<Mark> losses(const std::vector<NodeStatus> &nodes, WallTime at);
    // The row to be written; none: nothing has changed, or nothing is known.
    std::vector<StateRow> take(const std::vector<NodeStatus> &nodes, WallTime at);
    // Not of another connection, whose answer may come late.
    std::vector<StateRow> take(const Examination &examination, WallTime at);

    // For a file that begins.
    std::vector<Mark> lost(WallTime at) const;
    std::vector<StateRow> present(WallTime at) const;

private:
    QHash<NodeId, LinkPhase> m_phases{}; // ready or waiting
    std::vector<NodeId> m_listed{};
    QByteArray m_nodes{}; // packed; empty: not known
    QByteArray m_findings{};
    QByteArrayList m_words{}; // of the findings, without figures
};

} // namespace lockscope
