// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Arranges a part of a graph in layers from left to right, as Sugiyama, Tagawa and Toda do ("Methods for
// visual understanding of hierarchical system structures", 1981): edges that pass a layer get a place in it,
// and sweeps by barycentre reduce crossings, which are counted after Barth, Jünger and Mutzel ("Simple and
// efficient bilayer cross counting", 2002). The first order is that of a walk in depth, so a tree has no
// crossings. In each layer, the least moves that keep the distances are found by pooling adjacent violators
// (Ayer et al., 1955). Pure; any thread.

#include <QtGlobal>

#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

namespace lockscope
{

// The layer of each node: right of all that it has an edge from. Edges that close a circle are turned around.
std::vector<size_t> longestPaths(size_t nodes, std::vector<std::pair<size_t, size_t>> &edges);

// How many layers an edge passes between its ends.
size_t layersPassed(const std::vector<size_t> &layerOf, const std::pair<size_t, size_t> &edge);
// The most layers that an edge may pass for all that pass no more to have no more places than these.
size_t longestWithin(std::vector<size_t> passed, size_t places);

class GraphLayers
{
public:
    // layerOf: of each vertex. edges: from a lower to a higher layer. Those that pass more layers than
    // mostPassed get no places there, and move nothing.
    GraphLayers(const std::vector<size_t> &layerOf, const std::vector<std::pair<size_t, size_t>> &edges,
                size_t mostPassed = size_t(-1));

    // Where the vertices of the first layer stay, which must ascend; without it they move as all others.
    void setFirst(const std::vector<double> &heights) { m_first = heights; }
    // row: the distance of the centres of two vertices; of an edge that passes by, half of it.
    void arrange(double row);

    double heightOf(size_t vertex) const { return m_heights[vertex]; } // Of its centre
    // Where an edge passes the layers between its ends; empty: it has no places there.
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
    std::vector<size_t> m_layerOf;             // of vertices and passing edges
    std::vector<size_t> m_place;               // in their layer
    std::vector<double> m_heights;
    Neighbours m_left;                                // in the layer before
    Neighbours m_right;                               // in the next one
    std::vector<std::pair<size_t, size_t>> m_passing; // of each edge: its first passing vertex, and how many
    std::optional<std::vector<double>> m_first{};
};

} // namespace lockscope
