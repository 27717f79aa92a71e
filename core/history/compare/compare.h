// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Compares two stretches of one or two recordings, without changing the files; other programs may be writing
// them. Takes one to two seconds per million events, and memory per lock, not per event. Blocks the calling
// thread, so a window must use another one.

#include "core/history/compare/comparison.h"

namespace lockscope
{

// A range may extend beyond the recording on either side. Failure BadInput: a stretch is empty or outside the
// recording, nothing was observed in it, or the two overlap. Other failures: a file cannot be read.
Outcome<Comparison> compare(const CompareQuery &query);

} // namespace lockscope
