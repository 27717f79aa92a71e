// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What is said of the locks of a RedLock group, by the least that is known. Pure; in the language of the
// program.

#include "core/values/lock.h"

#include <QStringList>

namespace lockscope
{

struct Words {
    QString sentence{};
    QString advice{};
};

// Of a lock of no group: none.
QStringList quorumFacts(const Lock &lock, Instant at);
Words noQuorum(const Lock &lock, Instant at);
Words quorumLost(const Lock &lock, Instant at);
Words quorumUnknown(const Lock &lock, Instant at);
Words splitOwners(const Lock &lock, Instant at);
Words thinQuorum(const Lock &lock, Instant at);

} // namespace lockscope
