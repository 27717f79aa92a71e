// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Translated texts about the locks of a RedLock group. They state no more than the answers prove. Pure.

#include "core/engine/verdicts/wording.h"
#include "core/values/lock.h"

#include <QStringList>

namespace lockscope
{

// Empty for a lock outside a group.
QStringList quorumFacts(const Lock &lock, Instant at);
Wording noQuorum(const Lock &lock, Instant at);
Wording quorumLost(const Lock &lock, Instant at);
Wording quorumUnknown(const Lock &lock, Instant at);
Wording splitOwners(const Lock &lock, Instant at);
Wording thinQuorum(const Lock &lock, Instant at);

} // namespace lockscope
