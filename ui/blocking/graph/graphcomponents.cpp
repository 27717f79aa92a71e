// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/blocking/graph/graphcomponents.h"

#include <algorithm>
#include <deque>
#include <numeric>

namespace lockscope
{

namespace
{

constexpr size_t None = size_t(-1);

using Neighbours = std::vector<std::vector<size_t>>;

Neighbours neighboursOf(const BlockingGraph &graph)
{
    Neighbours neighbours(graph.nodes.size());
    for (const GraphEdge &edge : graph.edges) {
        neighbours[edge.blocker].push_back(edge.blocked);
        neighbours[edge.blocked].push_back(edge.blocker);
    }
    return neighbours;
}

// Spreads numbers from the nodes that have one to all that are connected with them, to the closest first.
void spread(std::vector<size_t> &numbers, std::deque<size_t> open, const Neighbours &neighbours)
{
    while (!open.empty()) {
        const size_t node = open.front();
        open.pop_front();
        for (const size_t other : neighbours[node]) {
            if (numbers[other] != None)
                continue;
            numbers[other] = numbers[node];
            open.push_back(other);
        }
    }
}

// Of each node; the rings come first, in their order, and belong to parts of the same number.
std::vector<size_t> partsOf(const BlockingGraph &graph, const Neighbours &neighbours,
                            std::vector<GraphPart> &parts)
{
    std::vector<size_t> partOf(graph.nodes.size(), None);
    std::deque<size_t> open;
    for (const std::vector<size_t> &ring : graph.rings) {
        if (std::ranges::any_of(ring, [&partOf](size_t node) { return partOf[node] != None; }))
            continue;
        for (const size_t node : ring)
            partOf[node] = parts.size();
        open.insert(open.end(), ring.begin(), ring.end());
        parts.push_back({.ring = ring});
    }
    spread(partOf, std::move(open), neighbours);
    for (size_t node = 0; node < graph.nodes.size(); ++node) {
        if (partOf[node] != None)
            continue;
        partOf[node] = parts.size();
        parts.emplace_back();
        spread(partOf, {node}, neighbours);
    }
    return partOf;
}

void fill(std::vector<GraphPart> &parts, const BlockingGraph &graph, const std::vector<size_t> &partOf)
{
    std::vector<bool> isInRing(graph.nodes.size());
    for (const GraphPart &part : parts) {
        for (const size_t node : part.ring)
            isInRing[node] = true;
    }
    for (size_t node = 0; node < graph.nodes.size(); ++node) {
        if (!isInRing[node])
            parts[partOf[node]].nodes.push_back(node);
    }
    for (size_t edge = 0; edge < graph.edges.size(); ++edge) {
        const size_t part = partOf[graph.edges[edge].blocker];
        if (part == partOf[graph.edges[edge].blocked])
            parts[part].edges.push_back(edge);
    }
}

} // namespace

std::vector<std::vector<GraphPart>> graphComponents(const BlockingGraph &graph)
{
    const Neighbours neighbours = neighboursOf(graph);
    std::vector<GraphPart> parts;
    const std::vector<size_t> partOf = partsOf(graph, neighbours, parts);
    fill(parts, graph, partOf);
    std::vector<size_t> componentOf(graph.nodes.size(), None);
    std::vector<std::vector<GraphPart>> components;
    std::vector<size_t> sizes; // in nodes
    for (size_t node = 0; node < graph.nodes.size(); ++node) {
        if (componentOf[node] != None)
            continue;
        componentOf[node] = components.size();
        components.emplace_back();
        spread(componentOf, {node}, neighbours);
    }
    sizes.resize(components.size());
    for (const size_t component : componentOf)
        ++sizes[component];
    for (GraphPart &part : parts) {
        const size_t node = part.ring.empty() ? part.nodes.front() : part.ring.front();
        components[componentOf[node]].push_back(std::move(part));
    }
    std::vector<size_t> order(components.size());
    std::iota(order.begin(), order.end(), size_t(0));
    std::ranges::stable_sort(order, [&](size_t a, size_t b) {
        const bool isRingA = !components[a].front().ring.empty();
        const bool isRingB = !components[b].front().ring.empty();
        return isRingA != isRingB ? isRingA : sizes[a] > sizes[b];
    });
    std::vector<std::vector<GraphPart>> sorted;
    for (const size_t component : order)
        sorted.push_back(std::move(components[component]));
    return sorted;
}

} // namespace lockscope
