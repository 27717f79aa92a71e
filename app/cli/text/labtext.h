// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The lab's scenarios and results as text. Pure.

#include "app/cli/text/texttable.h"
#include "core/lab/laboutcome.h"
#include "core/lab/scenario.h"

namespace lockscope::cli
{

QStringList scenariosText(const std::vector<Scenario> &scenarios, const TextStyle &style);
QStringList outcomeText(const LabOutcome &outcome, const TextStyle &style);

} // namespace lockscope::cli
