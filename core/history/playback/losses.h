// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The losses of nodes in one file of a recording that hid locks. Blocks; the thread of the reader.

#include "core/history/playback/partreader.h"

namespace lockscope
{

// With gaps, and what ends them; the newest, in order. Empty: nothing was lost. For lostDuring().
Outcome<std::vector<Mark>> hidingLosses(PartReader &part);

} // namespace lockscope
