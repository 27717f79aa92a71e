// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Two stretches side by side, as a table. Pure.

#include "app/cli/text/texttable.h"
#include "core/history/compare/comparison.h"

namespace lockscope::cli
{

QStringList compareTable(const Comparison &comparison, const TextStyle &style);
// "before: 2026-06-12 13:05:00 to 14:05:00", for each stretch; with the files, if there are two.
QStringList comparedStretches(const Comparison &comparison);

} // namespace lockscope::cli
