// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Whether a lock has the holders that a request expects: what the scripts compare, for a dry run. Pure.

#include "core/values/act.h"
#include "core/values/lock.h"

namespace lockscope
{

// lock: null if there is none.
bool isAsExpected(const ActRequest &request, const Lock *lock);
// The first holder that a force-release does not name; else the first one. Null: it is free.
const Holder *holderFound(const ActRequest &request, const Lock *lock);

} // namespace lockscope
