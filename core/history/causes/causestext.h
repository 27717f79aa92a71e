// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What changed, and what is unknown about it, in sentences. Pure; any thread.

#include "core/history/causes/waitingcost.h"
#include "core/history/causes/whatchanged.h"

#include <QStringList>

namespace lockscope
{

// "order:1042: holds grew, p90 0.8 s to 4.1 s (40 and 38 holds)"
QString changeText(const Change &change);
// "14:05:00 to 14:10:00, compared with 14:00:00 to 14:05:00"
QString comparedText(const Changes &changes);
// What the comparison could not cover; empty: nothing.
QStringList unknownText(const Changes &changes);
QStringList unknownText(const WaitingCosts &costs);

} // namespace lockscope
