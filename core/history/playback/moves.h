// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Where holds were before failovers moved them. The marks after a hold decide, too, so a file is asked.
// Functions; the thread of the file.

#include "core/history/historyfile.h"

namespace lockscope
{

// Finds Hold::moves of an answer, if the nodes of holds matter for it.
Done findMoves(const HistoryFile &file, HoldsAnswer &answer);

} // namespace lockscope
