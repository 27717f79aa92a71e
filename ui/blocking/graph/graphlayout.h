// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Where the nodes of the wait-for graph are painted. Each connected component is arranged by itself: without
// a deadlock in layers from its root blockers on the left (graphlayers.h), a deadlock as a ring, with what
// waits behind it in layers to both sides. The components stand on shelves, those with deadlocks first, then
// those with the most nodes (Coffman, Garey, Johnson, Tarjan, "Performance bounds for level-oriented
// two-dimensional packing algorithms", 1980: next fit). Pure; any thread.

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
    // Of the edges, from the blocker on: past other nodes. The longest have none if there were too many.
    std::vector<std::vector<QPointF>> bends{};
    std::vector<QRectF> components{}; // in their order
    QRectF bounds{};                  // of all, at 0, 0
};

// Of all edges together.
constexpr size_t MostBends = 20'000;

GraphLayout graphLayout(const BlockingGraph &graph, const LayoutSizes &sizes);

} // namespace lockscope
