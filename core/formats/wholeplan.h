// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The complete plan of an act: the family's own plan, plus the comparison of the TTL. Pure; any thread.

#include "core/formats/format.h"

namespace lockscope
{

// Like Format::plan(). With ActRequest::longestTtl, a force-release changes nothing if the lock has longer to
// live. Families whose expiry is not the main key's compare only a value or a time of their own.
Outcome<ActPlan> wholePlan(const Format &format, const ActRequest &request, const Lock *seen);

} // namespace lockscope
