// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/blocking/graph/graphlayout.h"

#include "ui/blocking/graph/graphcomponents.h"
#include "ui/blocking/graph/graphlayers.h"

#include <QHash>

#include <algorithm>
#include <array>
#include <cmath>
#include <deque>

namespace lockscope
{

namespace
{

constexpr double Aspect = 1.6;    // width to height of all together
constexpr double Narrowest = 0.6; // of a ring, at its ends

using Components = std::vector<std::vector<GraphPart>>;

// A part without a ring.
struct Layered {
    std::vector<std::pair<size_t, size_t>> edges{}; // between places in the part, to a higher layer
    std::vector<bool> isTurned{};                   // of each edge: it begins at the blocked
    std::vector<size_t> layerOf{};                  // of the nodes
};

Layered layered(const BlockingGraph &graph, const GraphPart &part)
{
    QHash<size_t, size_t> local; // nodes -> their places in the part
    for (size_t i = 0; i < part.nodes.size(); ++i)
        local.insert(part.nodes[i], i);
    Layered layered;
    for (const size_t edge : part.edges)
        layered.edges.emplace_back(local[graph.edges[edge].blocker], local[graph.edges[edge].blocked]);
    const std::vector<std::pair<size_t, size_t>> before = layered.edges;
    layered.layerOf = longestPaths(part.nodes.size(), layered.edges);
    for (size_t i = 0; i < before.size(); ++i)
        layered.isTurned.push_back(layered.edges[i].first != before[i].first);
    return layered;
}

// Arranges one part around 0, 0.
class PartLayout
{
public:
    PartLayout(const BlockingGraph &graph, const LayoutSizes &sizes, GraphLayout &layout,
               const Components &components)
        : m_graph(graph), m_sizes(sizes), m_layout(layout)
    {
        std::vector<size_t> passed;
        for (const std::vector<GraphPart> &parts : components) {
            for (const GraphPart &part : parts) {
                if (!part.ring.empty())
                    continue;
                const Layered &layers = *m_layered.insert(&part, layered(graph, part));
                for (const auto &edge : layers.edges)
                    passed.push_back(layersPassed(layers.layerOf, edge));
            }
        }
        m_mostPassed = longestWithin(std::move(passed), MostBends);
    }
    void arrange(const GraphPart &part)
    {
        if (part.ring.empty())
            arrangeLayers(part);
        else
            arrangeRing(part);
    }

private:
    double row() const { return m_sizes.node.height() + m_sizes.rowGap; }
    double column() const { return m_sizes.node.width() + m_sizes.columnGap; }
    void arrangeLayers(const GraphPart &part);
    void arrangeRing(const GraphPart &part);
    void placeRing(const std::vector<size_t> &ring, double step);
    void bendPair(const GraphPart &part);

    const BlockingGraph &m_graph;
    const LayoutSizes &m_sizes;
    GraphLayout &m_layout;
    QHash<const GraphPart *, Layered> m_layered; // of parts without a ring
    size_t m_mostPassed = 0;                     // layers, by an edge with bends
};

void PartLayout::arrangeLayers(const GraphPart &part)
{
    const auto &[edges, isTurned, layerOf] = *m_layered.constFind(&part);
    GraphLayers layers(layerOf, edges, m_mostPassed);
    layers.arrange(row());
    for (size_t i = 0; i < part.nodes.size(); ++i)
        m_layout.centres[part.nodes[i]] = {double(layerOf[i]) * column(), layers.heightOf(i)};
    for (size_t i = 0; i < part.edges.size(); ++i) {
        std::vector<QPointF> &bends = m_layout.bends[part.edges[i]];
        for (const auto &[layer, height] : layers.passed(i))
            bends.emplace_back(double(layer) * column(), height);
        if (isTurned[i])
            std::reverse(bends.begin(), bends.end());
    }
}

// What hangs off one side of a ring, and where.
struct Side {
    std::vector<size_t> nodes{};   // those of the ring first, from the top
    std::vector<size_t> layerOf{}; // 0: of the ring
    std::vector<std::pair<size_t, size_t>> edges{};
};

// The first half of the ring, from the top to the bottom, is its right side.
std::array<Side, 2> sidesOf(const GraphPart &part, const BlockingGraph &graph)
{
    std::array<Side, 2> sides;
    QHash<size_t, std::pair<size_t, size_t>> placeOf; // side, place on it
    const auto add = [&](size_t node, size_t side, size_t layer) {
        placeOf.insert(node, {side, sides[side].nodes.size()});
        sides[side].nodes.push_back(node);
        sides[side].layerOf.push_back(layer);
    };
    const size_t half = part.ring.size() / 2;
    for (size_t i = 0; i <= half; ++i)
        add(part.ring[i], 0, 0);
    for (size_t i = part.ring.size() - 1; i > half; --i)
        add(part.ring[i], 1, 0);
    QHash<size_t, std::vector<size_t>> neighbours;
    for (const size_t edge : part.edges) {
        neighbours[graph.edges[edge].blocker].push_back(graph.edges[edge].blocked);
        neighbours[graph.edges[edge].blocked].push_back(graph.edges[edge].blocker);
    }
    std::deque<size_t> open(part.ring.begin(), part.ring.end());
    while (!open.empty()) {
        const auto [side, place] = placeOf[open.front()];
        for (const size_t other : neighbours[open.front()]) {
            if (placeOf.contains(other))
                continue;
            add(other, side, sides[side].layerOf[place] + 1);
            open.push_back(other);
        }
        open.pop_front();
    }
    for (const size_t edge : part.edges) {
        auto [side, from] = placeOf[graph.edges[edge].blocker];
        auto [otherSide, to] = placeOf[graph.edges[edge].blocked];
        const std::vector<size_t> &layerOf = sides[side].layerOf;
        if (side != otherSide || layerOf[from] == layerOf[to])
            continue;
        sides[side].edges.emplace_back(layerOf[from] < layerOf[to] ? std::pair(from, to)
                                                                   : std::pair(to, from));
    }
    return sides;
}

void PartLayout::arrangeRing(const GraphPart &part)
{
    const std::array<Side, 2> sides = sidesOf(part, m_graph);
    const double half = double(part.ring.size()) / 2;
    const double least = m_sizes.node.height() + 3 * m_sizes.rowGap;
    double step = least;
    for (const Side &side : sides) {
        // As high as what hangs off it, within limits.
        const double rows = double(GraphLayers(side.layerOf, side.edges).mostInALayer());
        step = std::max(step, std::min(2.5 * least, rows * row() / (half + 1)));
    }
    placeRing(part.ring, step);
    double edge = 0; // of the ring
    for (const size_t node : part.ring)
        edge = std::max(edge, m_layout.centres[node].x());
    for (size_t which = 0; which < sides.size(); ++which) {
        const Side &side = sides[which];
        GraphLayers layers(side.layerOf, side.edges);
        std::vector<double> heights;
        for (size_t i = 0; i < side.nodes.size() && side.layerOf[i] == 0; ++i)
            heights.push_back(m_layout.centres[side.nodes[i]].y());
        layers.setFirst(heights);
        layers.arrange(row());
        for (size_t i = heights.size(); i < side.nodes.size(); ++i) {
            const double x = edge + double(side.layerOf[i]) * column();
            m_layout.centres[side.nodes[i]] = {which == 0 ? x : -x, layers.heightOf(i)};
        }
    }
    if (part.ring.size() == 2)
        bendPair(part);
}

// One at the top, one at the bottom, the others between them to the right and left, on an oval.
void PartLayout::placeRing(const std::vector<size_t> &ring, double step)
{
    if (ring.size() == 2) {
        m_layout.centres[ring[0]] = {-column() / 2, 0};
        m_layout.centres[ring[1]] = {column() / 2, 0};
        return;
    }
    const double half = double(ring.size() / 2);
    const auto width = [half](double level) {
        const double height = 2 * level / half - 1;
        return std::max(Narrowest, std::sqrt(1 - height * height));
    };
    const double radius = column() / 2 / width(1);
    for (size_t i = 0; i < ring.size(); ++i) {
        const bool isLeft = double(i) > half;
        const double level = isLeft ? double(ring.size() - i) : double(i);
        const bool isEnd = level == 0 || level == half;
        const double x = isEnd ? 0 : radius * width(level);
        m_layout.centres[ring[i]] = {isLeft ? -x : x, (level - half / 2) * step};
    }
}

// A reader that waits for itself: the two edges between the same nodes part.
void PartLayout::bendPair(const GraphPart &part)
{
    const size_t client = part.ring[0], lock = part.ring[1];
    const double height = m_sizes.node.height() / 2;
    for (const size_t edge : part.edges) {
        const GraphEdge &between = m_graph.edges[edge];
        if (between.blocker == client && between.blocked == lock)
            m_layout.bends[edge] = {{0, -height}};
        else if (between.blocker == lock && between.blocked == client)
            m_layout.bends[edge] = {{0, height}};
    }
}

class Shelves
{
public:
    Shelves(double width, double gap) : m_width(width), m_gap(gap) {}

    // Where a rectangle of that size stands.
    QPointF add(const QSizeF &size)
    {
        if (m_at.x() > 0 && m_at.x() + size.width() > m_width) {
            m_at = {0, m_at.y() + m_height + m_gap};
            m_height = 0;
        }
        const QPointF place = m_at;
        m_at.rx() += size.width() + m_gap;
        m_height = std::max(m_height, size.height());
        return place;
    }

private:
    const double m_width;
    const double m_gap;
    QPointF m_at{0, 0};
    double m_height = 0; // of the shelf
};

template<class F> void forEachNode(const GraphPart &part, F &&f)
{
    for (const size_t node : part.ring)
        f(node);
    for (const size_t node : part.nodes)
        f(node);
}

QRectF boundsOf(const GraphPart &part, const GraphLayout &layout, const QSizeF &node)
{
    QRectF bounds;
    const QPointF half(node.width() / 2, node.height() / 2);
    forEachNode(part, [&](size_t place) { bounds |= QRectF(layout.centres[place] - half, node); });
    for (const size_t edge : part.edges) {
        for (const QPointF &bend : layout.bends[edge])
            bounds |= QRectF(bend - QPointF(1, 1), QSizeF(2, 2));
    }
    return bounds;
}

void move(const GraphPart &part, GraphLayout &layout, const QPointF &by)
{
    forEachNode(part, [&](size_t place) { layout.centres[place] += by; });
    for (const size_t edge : part.edges) {
        for (QPointF &bend : layout.bends[edge])
            bend += by;
    }
}

} // namespace

GraphLayout graphLayout(const BlockingGraph &graph, const LayoutSizes &sizes)
{
    GraphLayout layout;
    layout.centres.resize(graph.nodes.size());
    layout.bends.resize(graph.edges.size());
    const Components components = graphComponents(graph);
    PartLayout arranger(graph, sizes, layout, components);
    double area = 0, widest = 0;
    for (const std::vector<GraphPart> &parts : components) {
        QSizeF size(0, 0);
        for (const GraphPart &part : parts) {
            arranger.arrange(part);
            const QRectF bounds = boundsOf(part, layout, sizes.node);
            if (size.height() > 0)
                size.rheight() += 2 * sizes.rowGap;
            move(part, layout, QPointF(0, size.height()) - bounds.topLeft());
            size = {std::max(size.width(), bounds.width()), size.height() + bounds.height()};
        }
        layout.components.emplace_back(QPointF(), size);
        area += (size.width() + sizes.componentGap) * (size.height() + sizes.componentGap);
        widest = std::max(widest, size.width());
    }
    Shelves shelves(std::max(widest, std::sqrt(area * Aspect)), sizes.componentGap);
    for (size_t i = 0; i < components.size(); ++i) {
        const QPointF place = shelves.add(layout.components[i].size());
        layout.components[i].moveTopLeft(place);
        for (const GraphPart &part : components[i])
            move(part, layout, place);
        layout.bounds |= layout.components[i];
    }
    return layout;
}

} // namespace lockscope
