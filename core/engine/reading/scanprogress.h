// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Combines the scans and feeds of several masters. Pure; any thread.

#include "core/formats/format.h"
#include "core/values/status.h"

namespace lockscope
{

using ScanParts = std::vector<ScanProgress>;

// Running if any part runs or has not begun; otherwise Failed or Stopped if any part is, else Complete.
ScanProgress together(const ScanParts &parts);

// Of a cluster: not complete if a slot has no master, or servers were left out (surplus).
ScanProgress ofCluster(ScanProgress together, int slotsServed, const std::optional<Failure> &surplus);

// Of a node that was away before its first pass: failed.
ScanProgress notScanned(const NodeId &node, Failure reason, Instant at);

// Locks that a pass found, but whose companions the server refuses to show.
class Refusals
{
public:
    void note(const std::vector<KeyReading> &locks, const NodeId &node);
    void moveTo(ScanProgress &progress);

private:
    qint64 m_locks = 0;
    Failure m_first{};
};

// True if every key with a lock's name was read. A pass without an error may have met keys that this user may
// not read.
bool isWhole(const ScanProgress &progress);

LiveStatus weakest(const std::vector<std::pair<NodeId, LiveStatus>> &parts);

} // namespace lockscope
