// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Compares two stretches of one recording or of two, without changing the files; other programs may be
// writing them. Takes a second or two for a million events, and memory for each lock, not for each event. The
// thread of the caller; for a window, not its own.

#include "core/history/compare/comparison.h"

namespace lockscope
{

// A range may reach beyond what is recorded, on one side or both. BadInput: a stretch is empty or outside of
// the recording, nothing was watched in it, or both overlap. Else the file cannot be read.
Outcome<Comparison> compare(const CompareQuery &query);

} // namespace lockscope
