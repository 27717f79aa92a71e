// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The translated sentences of the verdicts about those who wait for a lock. Each is for a lock that has the
// verdict of its name: deadHeadWording() needs a waiter in the queue. Pure.

#include "core/engine/verdicts/wording.h"
#include "core/values/lock.h"

namespace lockscope
{

Wording deadHeadWording(const Lock &lock, Instant at);
Wording expiredWithWaitersWording(const Lock &lock, Instant at);
Wording freeButWaitedForWording(const Lock &lock, Instant at);
Wording waitedForWording(const Lock &lock, Instant at);

} // namespace lockscope
