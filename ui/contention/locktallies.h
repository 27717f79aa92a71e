// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The figures of one lock as tallies, in the intervals of the tallies of all locks, so that both can be drawn
// on one axis. Pure; any thread.

#include "core/history/values/hold.h"

#include <deque>

namespace lockscope
{

// all: defines the intervals, and which of them were sampled or not observed. until: the end of the query;
// later intervals are left out, because the answer does not cover them. An interval is blind if the answer
// may lack something in it. Before the first count of its waiters, their number is unknown.
std::deque<Tally> talliesOf(const LockName &key, const HoldsAnswer &answer, const std::deque<Tally> &all,
                            WallTime until);

} // namespace lockscope
