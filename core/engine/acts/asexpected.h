// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What a request expects of the holders, and whether a lock has them. The scripts also compare counts, modes
// and the owner of a release or a renewal. Pure.

#include "core/formats/format.h"
#include "core/values/act.h"
#include "core/values/lock.h"

namespace lockscope
{

// lock: null if there is none.
bool isAsExpected(const ActRequest &request, const Lock *lock);
// What the script would reply to a dry run, and the holder that it finds. at: now.
void noteFound(const ActRequest &request, const Lock *lock, Instant at, Receipt &receipt);
// The holder that the request names; else, of a force-release, the first that it does not name; else the
// first one. Null: it is free.
const Holder *holderFound(const ActRequest &request, const Lock *lock);
// Nothing is changed unless the key holds what is named.
bool comparesOwner(const ActRequest &request);
// The request names a holder, which the lock has only if the guess is right.
bool namesHolder(const ActRequest &request, const Decoded &guess);

} // namespace lockscope
