// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What a request expects of the holders, and whether a lock has them: what the scripts compare. Pure.

#include "core/formats/format.h"
#include "core/values/act.h"
#include "core/values/lock.h"

namespace lockscope
{

// lock: null if there is none.
bool isAsExpected(const ActRequest &request, const Lock *lock);
// The first holder that a force-release does not name; else the first one. Null: it is free.
const Holder *holderFound(const ActRequest &request, const Lock *lock);
// Nothing is changed unless the key holds what is named.
bool comparesOwner(const ActRequest &request);
// The request names a holder, which the lock has only if the guess is right.
bool namesHolder(const ActRequest &request, const Decoded &guess);

} // namespace lockscope
