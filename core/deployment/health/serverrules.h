// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The doctor's rules about one server. Pure.

#include "core/deployment/health/doctorcase.h"

namespace lockscope::doctor
{

void unreachable(Case &it, const NodeFacts &node);
void refusedWrites(Case &it, const NodeFacts &node);
// All other rules, for each server that answers, in the order of the rules.
void judgeServers(Case &it);

} // namespace lockscope::doctor
