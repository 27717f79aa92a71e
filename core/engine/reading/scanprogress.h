// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Combines the scans and feeds of several masters. Pure; any thread.

#include "core/values/status.h"

namespace lockscope
{

using ScanParts = std::vector<ScanProgress>;

// Running if any part runs or has not begun; otherwise Failed or Stopped if any part is, else Complete.
ScanProgress together(const ScanParts &parts);

// Of a node that was away before its first pass: failed.
ScanProgress notScanned(const NodeId &node, Failure reason, Instant at);

// True if every key with a lock's name was read. A pass without an error may have met keys that this user may
// not read.
bool isWhole(const ScanProgress &progress);

LiveStatus weakest(const std::vector<std::pair<NodeId, LiveStatus>> &parts);

} // namespace lockscope
