// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/blocking/graph/graphlayers.h"

#include <algorithm>

namespace lockscope
{

namespace
{

constexpr int MostSweeps = 8;
constexpr int Alignments = 3;

// How many pairs of these are in the wrong order.
qint64 inversions(std::vector<size_t> values)
{
    qint64 count = 0;
    std::vector<size_t> merged(values.size());
    for (size_t width = 1; width < values.size(); width *= 2) {
        for (size_t begin = 0; begin < values.size(); begin += 2 * width) {
            const size_t middle = std::min(begin + width, values.size());
            const size_t end = std::min(begin + 2 * width, values.size());
            size_t left = begin, right = middle;
            for (size_t at = begin; at < end; ++at) {
                if (left < middle && (right == end || values[left] <= values[right])) {
                    merged[at] = values[left++];
                } else {
                    merged[at] = values[right++];
                    count += qint64(middle - left);
                }
            }
        }
        values.swap(merged);
    }
    return count;
}

// The values that ascend and differ least from these, by the sum of squares.
void makeAscend(std::vector<double> &values)
{
    struct Block {
        double sum = 0;
        size_t size = 0;
        double mean() const { return sum / double(size); }
    };
    std::vector<Block> blocks;
    for (const double value : values) {
        Block block{value, 1};
        while (!blocks.empty() && blocks.back().mean() > block.mean()) {
            block = {block.sum + blocks.back().sum, block.size + blocks.back().size};
            blocks.pop_back();
        }
        blocks.push_back(block);
    }
    size_t at = 0;
    for (const Block &block : blocks) {
        for (size_t i = 0; i < block.size; ++i)
            values[at++] = block.mean();
    }
}

} // namespace

std::vector<size_t> longestPaths(size_t nodes, std::vector<std::pair<size_t, size_t>> &edges)
{
    std::vector<std::vector<size_t>> out(nodes);
    std::vector<size_t> blockers(nodes);
    for (size_t edge = 0; edge < edges.size(); ++edge) {
        out[edges[edge].first].push_back(edge);
        ++blockers[edges[edge].second];
    }
    enum class State : quint8 { New, Open, Done };
    std::vector<State> states(nodes);
    std::vector<size_t> order; // after all that they have edges to
    const auto walkFrom = [&](size_t start) {
        std::vector<std::pair<size_t, size_t>> open{{start, 0}}; // with the next edge to follow
        states[start] = State::Open;
        while (!open.empty()) {
            auto &[node, next] = open.back();
            if (next == out[node].size()) {
                states[node] = State::Done;
                order.push_back(node);
                open.pop_back();
                continue;
            }
            auto &[from, to] = edges[out[node][next++]];
            if (states[to] == State::Open) {
                std::swap(from, to);
            } else if (states[to] == State::New) {
                states[to] = State::Open;
                open.emplace_back(to, 0);
            }
        }
    };
    for (const bool onlyRoots : {true, false}) {
        for (size_t node = 0; node < nodes; ++node) {
            if (states[node] == State::New && (!onlyRoots || blockers[node] == 0))
                walkFrom(node);
        }
    }
    std::vector<std::vector<size_t>> blocks(nodes);
    for (const auto &[from, to] : edges)
        blocks[from].push_back(to);
    std::vector<size_t> layers(nodes);
    for (auto node = order.rbegin(); node != order.rend(); ++node) {
        for (const size_t to : blocks[*node])
            layers[to] = std::max(layers[to], layers[*node] + 1);
    }
    return layers;
}

size_t layersPassed(const std::vector<size_t> &layerOf, const std::pair<size_t, size_t> &edge)
{
    return layerOf[edge.second] - layerOf[edge.first] - 1;
}

size_t longestWithin(std::vector<size_t> passed, size_t places)
{
    std::ranges::sort(passed);
    size_t longest = 0;
    for (auto begin = passed.begin(); begin != passed.end();) {
        const auto end = std::upper_bound(begin, passed.end(), *begin);
        const size_t needed = *begin * size_t(end - begin);
        if (needed > places)
            break;
        places -= needed;
        longest = *begin;
        begin = end;
    }
    return longest;
}

GraphLayers::GraphLayers(const std::vector<size_t> &layerOf,
                         const std::vector<std::pair<size_t, size_t>> &edges, size_t mostPassed)
    : m_vertices(layerOf.size()), m_layerOf(layerOf), m_left(layerOf.size()), m_right(layerOf.size())
{
    for (const auto &edge : edges) {
        const auto [from, to] = edge;
        const size_t passed = layersPassed(layerOf, edge);
        if (passed > mostPassed) {
            m_passing.emplace_back(m_layerOf.size(), 0);
            continue;
        }
        m_passing.emplace_back(m_layerOf.size(), passed);
        size_t last = from;
        for (size_t i = 0; i < passed; ++i) {
            const size_t passing = m_layerOf.size();
            m_layerOf.push_back(layerOf[from] + i + 1);
            m_left.emplace_back();
            m_right.emplace_back();
            link(std::exchange(last, passing), passing);
        }
        link(last, to);
    }
    m_place.resize(m_layerOf.size());
    m_heights.resize(m_layerOf.size());
    walk();
}

void GraphLayers::link(size_t from, size_t to)
{
    m_right[from].push_back(to);
    m_left[to].push_back(from);
}

// Depth first, from those on the left: each layer in the order of visits.
void GraphLayers::walk()
{
    const size_t layers = m_layerOf.empty() ? 0 : *std::ranges::max_element(m_layerOf) + 1;
    m_layers.resize(layers);
    std::vector<bool> visited(m_layerOf.size());
    std::vector<size_t> open;
    const auto visitFrom = [&](size_t start) {
        open.push_back(start);
        while (!open.empty()) {
            const size_t vertex = open.back();
            open.pop_back();
            if (visited[vertex])
                continue;
            visited[vertex] = true;
            m_layers[m_layerOf[vertex]].push_back(vertex);
            open.insert(open.end(), m_right[vertex].rbegin(), m_right[vertex].rend());
        }
    };
    for (size_t vertex = 0; vertex < m_layerOf.size(); ++vertex) {
        if (m_left[vertex].empty())
            visitFrom(vertex);
    }
    for (const std::vector<size_t> &layer : m_layers)
        note(layer);
}

void GraphLayers::note(const std::vector<size_t> &layer)
{
    for (size_t place = 0; place < layer.size(); ++place)
        m_place[layer[place]] = place;
}

qint64 GraphLayers::crossings() const
{
    qint64 count = 0;
    for (const std::vector<size_t> &layer : m_layers) {
        std::vector<size_t> ends; // of the edges by their beginnings
        for (const size_t vertex : layer) {
            const size_t begin = ends.size();
            for (const size_t right : m_right[vertex])
                ends.push_back(m_place[right]);
            std::sort(ends.begin() + qptrdiff(begin), ends.end());
        }
        count += inversions(std::move(ends));
    }
    return count;
}

void GraphLayers::reduceCrossings()
{
    qint64 least = crossings();
    std::vector<std::vector<size_t>> best = m_layers;
    for (int round = 0; round < MostSweeps && least > 0; ++round) {
        sweep(round % 2 == 0 ? m_left : m_right, round % 2 == 0);
        if (const qint64 now = crossings(); now < least) {
            least = now;
            best = m_layers;
        }
    }
    m_layers = std::move(best);
    for (const std::vector<size_t> &layer : m_layers)
        note(layer);
}

// Each layer by the mean place of its neighbours in the one before; those without neighbours keep theirs.
void GraphLayers::sweep(const Neighbours &towards, bool isToTheRight)
{
    std::vector<double> means(m_layerOf.size());
    const size_t fixed = m_first ? 1 : 0;
    for (size_t i = fixed; i < m_layers.size(); ++i) {
        std::vector<size_t> &layer = m_layers[isToTheRight ? i : m_layers.size() - 1 - (i - fixed)];
        for (const size_t vertex : layer) {
            double sum = 0;
            for (const size_t neighbour : towards[vertex])
                sum += double(m_place[neighbour]);
            means[vertex] =
                towards[vertex].empty() ? double(m_place[vertex]) : sum / double(towards[vertex].size());
        }
        std::stable_sort(layer.begin(), layer.end(),
                         [&means](size_t a, size_t b) { return means[a] < means[b]; });
        note(layer);
    }
}

void GraphLayers::arrange(double row)
{
    reduceCrossings();
    for (const std::vector<size_t> &layer : m_layers) {
        double height = 0;
        for (const size_t vertex : layer) {
            m_heights[vertex] = height;
            height += row;
        }
    }
    if (m_first) {
        for (size_t i = 0; i < m_first->size(); ++i)
            m_heights[m_layers.front()[i]] = (*m_first)[i];
    }
    alignAll(row);
}

void GraphLayers::alignAll(double row)
{
    if (m_layers.empty())
        return;
    const size_t fixed = m_first ? 1 : 0;
    for (int round = 0; round < Alignments; ++round) {
        for (size_t i = 1; i < m_layers.size(); ++i)
            align(m_layers[i], m_left, row);
        for (size_t i = m_layers.size() - 1; i-- > fixed;)
            align(m_layers[i], m_right, row);
    }
}

// Each as close to the mean height of its neighbours as the distances and the order allow.
void GraphLayers::align(const std::vector<size_t> &layer, const Neighbours &towards, double row)
{
    const auto size = [&](size_t vertex) { return vertex < m_vertices ? row : row / 2; };
    std::vector<double> wanted;
    std::vector<double> offsets;
    double offset = 0;
    for (size_t i = 0; i < layer.size(); ++i) {
        const size_t vertex = layer[i];
        if (i > 0)
            offset += (size(layer[i - 1]) + size(vertex)) / 2;
        double sum = 0;
        for (const size_t neighbour : towards[vertex])
            sum += m_heights[neighbour];
        const double height =
            towards[vertex].empty() ? m_heights[vertex] : sum / double(towards[vertex].size());
        offsets.push_back(offset);
        wanted.push_back(height - offset);
    }
    makeAscend(wanted);
    for (size_t i = 0; i < layer.size(); ++i)
        m_heights[layer[i]] = wanted[i] + offsets[i];
}

std::vector<std::pair<size_t, double>> GraphLayers::passed(size_t edge) const
{
    std::vector<std::pair<size_t, double>> places;
    const auto [first, count] = m_passing[edge];
    for (size_t vertex = first; vertex < first + count; ++vertex)
        places.emplace_back(m_layerOf[vertex], m_heights[vertex]);
    return places;
}

size_t GraphLayers::mostInALayer() const
{
    size_t most = 0;
    for (const std::vector<size_t> &layer : m_layers)
        most = std::max(most, layer.size());
    return most;
}

} // namespace lockscope
