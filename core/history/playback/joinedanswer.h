// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Joins the answers of the files of a recording to one query. Pure values; any thread.

#include "core/history/values/hold.h"

namespace lockscope
{

void append(HoldsAnswer &all, HoldsAnswer &&more);
// As in the answer of one file: by end, and the newest of them.
void keepNewest(HoldsAnswer &answer, const HoldsQuery &query);
void cutUntil(std::vector<HistoryRange> &ranges, WallTime until); // leaves out what is before
// In order; empty: there are more.
std::vector<LockName> keysOf(const std::vector<Hold> &holds, size_t most);

} // namespace lockscope
