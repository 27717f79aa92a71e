// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The positions of the nodes of the wait-for graph. Each connected component is arranged separately: without
// a deadlock, in layers from its root blockers on the left (graphlayers.h); a deadlock as a ring, with the
// clients that wait behind it in layers on both sides. The components are packed on shelves, those with
// deadlocks first, then those with the most nodes (Coffman, Garey, Johnson, Tarjan, "Performance bounds for
// level-oriented two-dimensional packing algorithms", 1980: next fit). Pure; any thread.

#include "ui/blocking/graph/blockinggraph.h"

#include <QRectF>

namespace lockscope
{

struct LayoutSizes {
    QSizeF node{180, 40};
    double rowGap = 10;
    double columnGap = 60;
    double componentGap = 40;
};

struct GraphLayout {
    std::vector<QPointF> centres{}; // of the nodes
    // The bends of each edge around other nodes, from the blocker on. If there are too many, the longest
    // edges have none.
    std::vector<std::vector<QPointF>> bends{};
    std::vector<QRectF> components{}; // in the order of graphComponents()
    QRectF bounds{};                  // of all, at 0, 0
};

// The most bends of all edges together.
constexpr size_t MostBends = 20'000;

GraphLayout graphLayout(const BlockingGraph &graph, const LayoutSizes &sizes);

} // namespace lockscope
