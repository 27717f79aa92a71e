// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The wait-for graph as nodes (clients and locks) and edges for painting. If many clients wait for one lock
// and have no other edge, they become one node. Values; any thread.

#include "core/engine/blocking/blockingreport.h"

namespace lockscope
{

struct GraphNode {
    enum class Kind : quint8 { Client, Lock, MoreWaiters, MoreHolders };
    Kind kind = Kind::Client;
    QByteArray name{};            // identifies the node in another report
    OwnerId owner{};              // of a client, as shownOwnerId()
    ClientInfo client{};          // of a client
    std::optional<size_t> lock{}; // index in WaitGraph::locks: the lock, or the one that a client waits for
    std::optional<size_t> wait{}; // of a client: its index among the waits for that lock
    std::optional<size_t> blocker{}; // of a client: index in WaitGraph::blockers
    qint64 count = 1;                // of MoreWaiters and MoreHolders
    bool isAtLeast = false;          // the count is a lower bound
    friend bool operator==(const GraphNode &, const GraphNode &) = default;
};

// From the blocker to the blocked: a client holds a lock, or a lock is waited for by a client.
struct GraphEdge {
    size_t blocker = 0; // index in BlockingGraph::nodes
    size_t blocked = 0;
    bool isSure = true; // holds, or is known to listen; false: unknown whether the client still waits
    // In a deadlock, certain or possible.
    bool isDeadlocked = false;
    bool isCertain = false;
};

struct BlockingGraph {
    std::vector<GraphNode> nodes{};
    std::vector<GraphEdge> edges{};
    // For each deadlock: a client, the lock that it waits for, the client that holds that lock, and so on.
    std::vector<std::vector<size_t>> rings{};
};

// The most clients without other edges that are shown one by one at a lock.
constexpr size_t MostApart = 8;

BlockingGraph blockingGraph(const BlockingReport &report);
// True if nodes, edges and rings are the same; other data may differ.
bool hasSameStructure(const BlockingGraph &a, const BlockingGraph &b);

} // namespace lockscope
