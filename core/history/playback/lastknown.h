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
// Sets Hold::lastKnown. events: of its lock, up to its end, newest first.
void findLastKnown(Hold &hold, std::optional<WallTime> lost, const std::vector<LockEvent> &events);
// marks, of one time of watching until `end`, with Lost and Back of the parts in which locks were hidden.
std::vector<Mark> withHidden(const std::vector<Mark> &marks, std::vector<Unjudged> hidden, WallTime end);

// What a reconnection shows is written within it: all ends, then what is held.
constexpr milliseconds AtOnce(100);
// Whether the owner of a hold with an unknown end holds the lock from then on, so that perhaps it did not
// end. next: the owner's next event on the lock, as written, other than of waiters.
inline bool goesOn(const LockEvent &end, const LockEvent &next)
{
    return isFirstSight(next) ? next.wallAt - end.wallAt <= AtOnce
                              : isEnd(next) && next.wallAt - *next.held == end.wallAt;
}

inline bool hasUnknownEnd(const Hold &hold)
{
    return hold.ended && hold.how == EventKind::Changed && !hold.untilClosing;
}
// And may be seen again.
inline bool isLostFromSight(const Hold &hold)
{
    return hasUnknownEnd(hold) && !hold.untilUnreadable;
}
// later: events of the lock. A first sight among them shows that the hold did not end there.
bool isSeenAgain(const LockEvent &end, const std::vector<LockEvent> &later);
// Of one hold, as two files have it.
inline bool isSameBeginning(WallTime a, WallTime b)
{
    return std::chrono::abs(a - b) <= std::chrono::seconds(1);
}

} // namespace lockscope
