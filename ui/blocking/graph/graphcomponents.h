// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The connected components of the graph, each in parts that are arranged by themselves: one for each deadlock
// that is painted as a ring, with what is closest to it, or one without a ring. Pure; any thread.

#include "ui/blocking/graph/blockinggraph.h"

namespace lockscope
{

struct GraphPart {
    // Beginning at the top, clockwise; empty: none. A deadlock that shares nodes with a ring has none.
    std::vector<size_t> ring{};
    std::vector<size_t> nodes{}; // the others
    std::vector<size_t> edges{}; // with both ends in this part
};

// Those with deadlocks first, then by their nodes, most first, then by the name of their first lock. What is
// counted does not matter, so that they stay where they are while it changes.
std::vector<std::vector<GraphPart>> graphComponents(const BlockingGraph &graph);

} // namespace lockscope
