// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A report as a graph to paint: nodes, positions and texts. Values; GUI thread.

#include "ui/blocking/graph/graphlayout.h"

class QFont;

namespace lockscope
{

// The entries of the legend, in its order. Age: how long a lock has been held.
enum class GraphSign { Age0, Age1, Age2, Age3, Deadlock, PossibleDeadlock, NotSeenToListen };

struct GraphPicture {
    BlockingReport report{};
    BlockingGraph graph{};
    LayoutSizes sizes{};
    GraphLayout layout{};

    QRectF rectOf(size_t node) const;
    std::optional<size_t> nodeAt(const QPointF &point) const;
    std::optional<size_t> nodeNamed(const QByteArray &name) const;
    const Lock *lockAt(size_t node) const; // Null: the node is no lock
    // The lock, or the one that a client waits for; null: none is known.
    const Lock *lockOf(size_t node) const;
    size_t ageOf(const Lock &lock) const; // In steps, see Theme::age()
};

LayoutSizes layoutSizes(const GraphPicture &picture, const QFont &font); // From its texts

QString nodeTitle(const GraphPicture &picture, size_t node);
QString nodeState(const GraphPicture &picture, size_t node);
QString nodeHelp(const GraphPicture &picture, size_t node); // Everything known about it
QString signText(GraphSign sign);

} // namespace lockscope
