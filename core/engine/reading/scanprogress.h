// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What several masters' scans and feeds come to as a whole. Pure; any thread.

#include "core/values/status.h"

namespace lockscope
{

using ScanParts = std::vector<ScanProgress>;

// Running while any of them runs or has not begun; then failed or stopped if any was, else complete.
ScanProgress together(const ScanParts &parts);

// As good as the least good of them.
LiveStatus weakest(const std::vector<std::pair<NodeId, LiveStatus>> &parts);

} // namespace lockscope
