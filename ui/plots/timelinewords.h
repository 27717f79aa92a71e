// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Words of the timeline. Pure functions, GUI thread.

#include "core/history/hold.h"

#include <QString>

namespace lockscope
{

bool isBad(Mark::Kind kind); // something was lost with it

namespace text
{

QString markWord(Mark::Kind kind);
QString unseenWord();                         // in a stretch where nobody looked
QString mark(const Mark &mark);               // the word, of what, when
QString hold(const Hold &hold, WallTime now); // lock, owner, since when, how long, how it ended
QString holdEnd(const Hold &hold);            // "released", "still held", "nobody saw how"
// Of a stretch without any lock: that nothing happened, where somebody looked; else that nobody knows.
QString whyNothing(const HoldsAnswer &answer, const HistoryRange &range);

} // namespace text

} // namespace lockscope
