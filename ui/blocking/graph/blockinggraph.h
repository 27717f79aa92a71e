// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The wait-for graph as the nodes and edges of a picture: clients and locks. Clients that wait for one lock
// and do nothing else in the graph are one node from a number on. Values; any thread.

#include "core/engine/blocking/blockingreport.h"

namespace lockscope
{

struct GraphNode {
    enum class Kind : quint8 { Client, Lock, MoreWaiters, MoreHolders };
    Kind kind = Kind::Client;
    QByteArray name{};            // by which the same node is found in another report
    OwnerId owner{};              // of a client
    ClientInfo client{};          // of a client
    std::optional<size_t> lock{}; // a place in WaitGraph::locks: the lock, or the one that a client waits for
    std::optional<size_t> wait{}; // of a client: its place among the waits for that lock
    std::optional<size_t> blocker{}; // of a client: a place in WaitGraph::blockers
    qint64 count = 1;                // of MoreWaiters and MoreHolders
    bool isAtLeast = false;          // the count
    friend bool operator==(const GraphNode &, const GraphNode &) = default;
};

// From the blocker to the blocked: a client holds a lock, or a lock is waited for by a client.
struct GraphEdge {
    size_t blocker = 0; // a place in BlockingGraph::nodes
    size_t blocked = 0;
    bool isSure = true; // holds, or is seen to listen; else it is unknown whether the client still waits
    // In a deadlock, certain or possible.
    bool isDeadlocked = false;
    bool isCertain = false;
};

struct BlockingGraph {
    std::vector<GraphNode> nodes{};
    std::vector<GraphEdge> edges{};
    // Of each deadlock: a client, the lock that it waits for, the client that holds this lock, and so on.
    std::vector<std::vector<size_t>> rings{};
};

// Clients at one lock that are shown one by one, if they have no other part in the graph.
constexpr size_t MostApart = 8;

BlockingGraph blockingGraph(const BlockingReport &report);
// The same nodes with the same edges and rings, whatever is known of them otherwise.
bool hasSameStructure(const BlockingGraph &a, const BlockingGraph &b);

} // namespace lockscope
