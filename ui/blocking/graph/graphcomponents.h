// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Splits the graph into connected components, and each component into parts that are arranged separately: a
// part for each deadlock painted as a ring, with the nodes closest to it, or a single part without a ring.
// Pure; any thread.

#include "ui/blocking/graph/blockinggraph.h"

namespace lockscope
{

struct GraphPart {
    // Clockwise from the top; empty: no ring. A deadlock that shares nodes with another ring has none.
    std::vector<size_t> ring{};
    std::vector<size_t> nodes{}; // the others
    std::vector<size_t> edges{}; // with both ends in this part
};

// Components with deadlocks first, then by the number of nodes, highest first, then by the name of their
// first lock. Counts do not affect the order, so components stay in place while counts change.
std::vector<std::vector<GraphPart>> graphComponents(const BlockingGraph &graph);

} // namespace lockscope
