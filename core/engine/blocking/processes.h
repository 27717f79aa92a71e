// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Groups the blockers of a wait-for graph by process: by the part that all owner ids of one process share,
// such as the UUID of a Redisson client. An id without such a part is a group of its own. Pure; any thread.

#include "core/engine/blocking/waitgraph.h"

namespace lockscope
{

enum class BlockersBy : quint8 { Thread, Process };

struct BlockingProcess {
    OwnerId id{};                      // the shared part of its owner ids; empty: they name no client
    ClientInfo client{};               // name and host, if the same for all its known threads
    std::vector<size_t> blockers{};    // its threads: indexes in WaitGraph::blockers
    std::vector<QByteArray> threads{}; // their names, in the same order; empty: its id names none
    std::vector<size_t> locks{}; // held by them, in the order of the blockers: indexes in WaitGraph::locks
    WaiterCount direct{};        // waiters for these locks, each counted once
    WaiterCount inAll{};         // including waiters for locks of these waiters, and so on
    bool waits = false;          // each of its threads waits for another lock
};

// Processes with a thread that does not wait come first, then by inAll, highest first.
std::vector<BlockingProcess> blockingProcesses(const WaitGraph &graph);

const char *name(BlockersBy by); // "thread", "process", as on the command line

} // namespace lockscope
