// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Whether replicas have received a master's writes. (WAIT does not help: it counts the writes of its own
// connection, and a new one has none.) Blocks.

#include "core/lab/sandbox/sandboxserver.h"

namespace lockscope::test
{

inline QByteArrayList replicationLines(const SandboxServer &master)
{
    const auto info = master.ask({"INFO", "replication"});
    return info ? info->bytes.split('\n') : QByteArrayList();
}

// The current replication offset of the master, to read once; -1: unknown.
inline qint64 streamOffset(const SandboxServer &master)
{
    for (const QByteArray &line : replicationLines(master)) {
        if (line.startsWith("master_repl_offset:"))
            return line.mid(line.indexOf(':') + 1).trimmed().toLongLong();
    }
    return -1;
}

// Number of replicas that have acknowledged that offset, which they do once a second.
inline int replicasWith(const SandboxServer &master, qint64 offset)
{
    int count = 0;
    for (const QByteArray &line : replicationLines(master)) { // slave0:ip=…,state=online,offset=…,lag=0
        const qsizetype at = line.indexOf(",offset=");
        if (offset >= 0 && line.startsWith("slave") && at > 0 && line.contains(",state=online,") &&
            line.mid(at + 8).split(',').front().toLongLong() >= offset)
            ++count;
    }
    return count;
}

} // namespace lockscope::test
