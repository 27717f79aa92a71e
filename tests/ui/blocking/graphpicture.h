// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The layout of a graph, measured.

#include "tests/support/madewaits.h"
#include "ui/blocking/graph/graphlayout.h"

#include <algorithm>
#include <set>

namespace lockscope::test::graphpicture
{

inline const LayoutSizes Sizes{};

struct Picture {
    explicit Picture(const MadeWaits &waits)
        : graph(blockingGraph(waits.report())), layout(graphLayout(graph, Sizes))
    {
    }
    QRectF rectOf(size_t node) const
    {
        return {layout.centres[node] - QPointF(Sizes.node.width() / 2, Sizes.node.height() / 2), Sizes.node};
    }
    std::optional<size_t> find(const QByteArray &name) const
    {
        const auto found = std::ranges::find(graph.nodes, name, &GraphNode::name);
        return found == graph.nodes.end() ? std::optional<size_t>() : size_t(found - graph.nodes.begin());
    }
    QPointF lock(int number) const { return layout.centres[*find("lock " + MadeWaits::keyNo(number).bytes)]; }
    QPointF client(int number) const
    {
        return layout.centres[*find("client " + MadeWaits::threadNo(number).bytes)];
    }

    // Pairs of nodes that lie on each other, by a sweep from left to right.
    int overlaps() const
    {
        std::vector<size_t> order(graph.nodes.size());
        for (size_t i = 0; i < order.size(); ++i)
            order[i] = i;
        std::ranges::sort(order, {}, [this](size_t node) { return layout.centres[node].x(); });
        int count = 0;
        for (size_t i = 0; i < order.size(); ++i) {
            const QRectF rect = rectOf(order[i]);
            for (size_t j = i + 1; j < order.size() && rectOf(order[j]).left() < rect.right(); ++j)
                count += rectOf(order[j]).intersects(rect) ? 1 : 0;
        }
        return count;
    }
    std::vector<QLineF> linesOf(size_t edge) const
    {
        std::vector<QLineF> lines;
        QPointF from = layout.centres[graph.edges[edge].blocker];
        std::vector<QPointF> points = layout.bends[edge];
        points.push_back(layout.centres[graph.edges[edge].blocked]);
        for (const QPointF &to : points)
            lines.emplace_back(std::exchange(from, to), to);
        return lines;
    }
    // Pairs of edges that cross elsewhere than in a node that they share.
    int crossings() const
    {
        int count = 0;
        for (size_t i = 0; i < graph.edges.size(); ++i) {
            for (size_t j = i + 1; j < graph.edges.size(); ++j) {
                const std::set ends{graph.edges[i].blocker, graph.edges[i].blocked, graph.edges[j].blocker,
                                    graph.edges[j].blocked};
                if (ends.size() < 4)
                    continue;
                for (const QLineF &a : linesOf(i)) {
                    for (const QLineF &b : linesOf(j))
                        count += a.intersects(b) == QLineF::BoundedIntersection ? 1 : 0;
                }
            }
        }
        return count;
    }

    BlockingGraph graph;
    GraphLayout layout;
};

} // namespace lockscope::test::graphpicture
