// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Until when a hold was certainly held whose end was not seen. Pure; any thread. PartReader reads the marks
// and events for it.

#include "core/history/values/hold.h"

namespace lockscope
{

// Since when the hold's node was lost, as it ended or still, or when events were missed before an end that
// was not seen; a replaced master is lost, too. Its beginning: since before the file. marks: in order.
std::optional<WallTime> lostDuring(const Hold &hold, const std::vector<Mark> &marks);
// Sets Hold::lastKnown and Hold::mayGoOn. events: of its lock, up to its end, newest first.
void findLastKnown(Hold &hold, std::optional<WallTime> lost, const std::vector<LockEvent> &events);
// marks, of one time of watching until `end`, with Lost and Back of the parts in which locks were hidden.
std::vector<Mark> withHidden(const std::vector<Mark> &marks, std::vector<Unjudged> hidden, WallTime end);

inline bool hasUnknownEnd(const Hold &hold)
{
    return hold.ended && hold.how == EventKind::Changed && !hold.untilClosing;
}

} // namespace lockscope
