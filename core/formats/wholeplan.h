// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The complete plan of an act: the family's own plan, plus what all kinds have in common: the comparison of
// the TTL, and refusals of what a kind would ignore and of a renewal that takes time away; what a server out
// of memory refuses of it. Any thread.

#include "core/formats/format.h"

namespace lockscope
{

// Like Format::plan(). With ActRequest::longestTtl, a force-release changes nothing if the lock has longer to
// live. Families whose expiry is not the main key's compare only a value or a time of their own.
// A renewal without a lease is refused if the hold that was seen lasts longer than the default lease; with a
// shorter lease it has a warning. A change since then is not seen. at: now.
Outcome<ActPlan> wholePlan(const Format &format, const ActRequest &request, const Lock *seen, Instant at);

// Whether a server out of memory refuses it: the first command that its script writes with may need memory.
// Later ones are not refused. holder: whose hold it changes; null: unknown.
bool needsMemory(const ActPlan &plan, const Holder *holder);

} // namespace lockscope
