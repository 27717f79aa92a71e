// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Texts of the timeline. Pure functions, GUI thread.

#include "core/history/values/hold.h"

#include <QString>

namespace lockscope
{

bool isBad(Mark::Kind kind); // The event may have lost locks

namespace text
{

QString markWord(Mark::Kind kind);
QString markWord(const Mark &mark);           // A failover to the same server is a restart
QString unseenWord();                         // For time without observation
QString mark(const Mark &mark);               // Text, subject and time
QString hold(const Hold &hold, WallTime now); // Lock, owner, start, length and end
QString holdEnd(const Hold &hold);            // "released", "still held", "ended unseen"
// For a range without locks: nothing happened if it was observed; otherwise unknown.
QString whyNothing(const HoldsAnswer &answer, const HistoryRange &range);

} // namespace text

} // namespace lockscope
