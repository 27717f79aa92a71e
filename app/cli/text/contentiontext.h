// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What made clients wait, as a table. Pure.

#include "app/cli/text/texttable.h"
#include "core/history/causes/causesdocument.h"

namespace lockscope::cli
{

QStringList costTable(const WaitingCosts &costs, CostBy by, const TextStyle &style);
// The time, and the waiting in it.
QString costSummary(const WaitingCosts &costs);

} // namespace lockscope::cli
