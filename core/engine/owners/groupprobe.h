// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The probes of the nodes of a RedLock group, put together: their costs before, and their reports. Pure; any
// thread.

#include "core/values/probe.h"

namespace lockscope
{

// Of at least one. Fails as the first if all failed.
Outcome<ProbeEstimate> together(const std::vector<Outcome<ProbeEstimate>> &estimates);
// Of at least one. sought: the owners that the nodes name. Learnt if each of them was, on any node; else what
// ended a probe before. Refused if all were.
ProbeReport together(const std::vector<ProbeReport> &reports, const std::vector<OwnerId> &sought);

} // namespace lockscope
