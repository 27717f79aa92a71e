// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The plan of an act as it is sent, whatever the family: the family's own, and what is compared besides.
// Pure; any thread.

#include "core/formats/format.h"

namespace lockscope
{

// As Format::plan(). With ActRequest::longestTtl, a force-release changes nothing where the lock has longer
// to live. Families whose expiry is not that of the key compare a value or a time of their own, and no more.
Outcome<ActPlan> wholePlan(const Format &format, const ActRequest &request, const Lock *seen);

} // namespace lockscope
