// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The blockers of a wait-for graph by process: the part that all owner ids of one process share, as the UUID
// of a Redisson client. An id that names no process is one by itself. Pure; any thread.

#include "core/engine/blocking/waitgraph.h"

namespace lockscope
{

enum class BlockersBy : quint8 { Thread, Process };

struct BlockingProcess {
    OwnerId id{};                      // what its owner ids share; empty: they name no client
    ClientInfo client{};               // name and host, as far as all its threads that are known share them
    std::vector<size_t> blockers{};    // its threads: places in WaitGraph::blockers
    std::vector<QByteArray> threads{}; // in their order; empty: its id names none
    std::vector<size_t> locks{}; // that they hold, in the order of the blockers: places in WaitGraph::locks
    qint64 direct = 0;           // waiters for these locks, each once; at least
    qint64 inAll = 0;            // with those that wait for locks of these waiters, and so on
    bool waits = false;          // each of its threads waits for another lock
};

// Those with a thread that does not wait first, then by inAll, most first.
std::vector<BlockingProcess> blockingProcesses(const WaitGraph &graph);

const char *name(BlockersBy by); // "thread", "process", as on the command line

} // namespace lockscope
