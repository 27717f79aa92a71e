// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// When the server refused to show a key, according to LockEvent::unreadable, while it was watched. Functions;
// the thread of the file.

#include "core/history/historyfile.h"

namespace lockscope
{

// Adds the times to the answer, if the query has one key.
Done addUnreadable(const HistoryFile &file, const HoldsQuery &query, HoldsAnswer &answer);
// The last event of each key that was unreadable at that time: their ids, as SQL.
QString unreadableAt(WallTime at);

} // namespace lockscope
