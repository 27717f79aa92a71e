// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Arranges a part of a graph in layers from left to right, after Sugiyama, Tagawa and Toda ("Methods for
// visual understanding of hierarchical system structures", 1981): an edge across a layer gets a dummy vertex
// in it, and barycentre sweeps reduce crossings, which are counted after Barth, Jünger and Mutzel ("Simple
// and efficient bilayer cross counting", 2002). The initial order is that of a depth-first search, so a tree
// has no crossings. In each layer, pooling adjacent violators (Ayer et al., 1955) finds the smallest moves
// that keep the distances. Pure; any thread.

#include <QtGlobal>

#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

namespace lockscope
{

// The layer of each node, right of all its predecessors. Reverses edges that close a cycle.
std::vector<size_t> longestPaths(size_t nodes, std::vector<std::pair<size_t, size_t>> &edges);

// How many layers the edge crosses between its ends.
size_t layersPassed(const std::vector<size_t> &layerOf, const std::pair<size_t, size_t> &edge);
// The greatest number of layers per edge for which all edges up to it need at most `places` dummy vertices.
size_t longestWithin(std::vector<size_t> passed, size_t places);

class GraphLayers
{
public:
    // layerOf: of each vertex. edges: from a lower to a higher layer. Those that cross more layers than
    // mostPassed get no dummy vertices, and do not affect the arrangement.
    GraphLayers(const std::vector<size_t> &layerOf, const std::vector<std::pair<size_t, size_t>> &edges,
                size_t mostPassed = size_t(-1));

    // Fixes the vertices of the first layer at these heights, in ascending order; without it, they are
    // arranged too.
    void setFirst(const std::vector<double> &heights) { m_first = heights; }
    // row: the distance between the centres of two vertices; a dummy vertex takes half of it.
    void arrange(double row);

    double heightOf(size_t vertex) const { return m_heights[vertex]; } // Of its centre
    // Where the edge crosses the layers between its ends; empty: it has no dummy vertices.
    std::vector<std::pair<size_t, double>> passed(size_t edge) const; // layer, height
    size_t layers() const { return m_layers.size(); }
    size_t mostInALayer() const;
    qint64 crossings() const;

private:
    using Neighbours = std::vector<std::vector<size_t>>;
    void link(size_t from, size_t to);
    void walk();
    void reduceCrossings();
    void sweep(const Neighbours &towards, bool isToTheRight);
    void note(const std::vector<size_t> &layer);
    void alignAll(double row);
    void align(const std::vector<size_t> &layer, const Neighbours &towards, double row);

    size_t m_vertices;
    std::vector<std::vector<size_t>> m_layers; // in their order, from the top
    std::vector<size_t> m_layerOf;             // of vertices and dummy vertices
    std::vector<size_t> m_place;               // in their layer
    std::vector<double> m_heights;
    Neighbours m_left;                                // in the layer before
    Neighbours m_right;                               // in the next one
    std::vector<std::pair<size_t, size_t>> m_passing; // of each edge: its first dummy vertex, and how many
    std::optional<std::vector<double>> m_first{};
};

} // namespace lockscope
