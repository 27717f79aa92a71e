// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Texts of waiting caused. Pure functions, GUI thread.

#include "core/history/causes/causesdocument.h"

namespace lockscope::text
{

QString waitingCaused(double seconds); // "≈ 4 min 10 s": waiters are counted from time to time
QString whatWaitingCausedIs();         // For tool tips
// The key, "order:*", or a client; without a name: "unknown", "no prefix".
QString costName(const QByteArray &name, CostBy by);
// Its figures in lines, and what is unknown about them.
QString costDetails(const WaitingCost &cost, CostBy by);

} // namespace lockscope::text
