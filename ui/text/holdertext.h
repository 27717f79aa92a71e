// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Who holds a lock, whatever its kind: one owner, readers, permits, counts to go, or nobody. Pure functions;
// those that make text on the GUI thread, the others on any.

#include "core/values/lock.h"

namespace lockscope
{

// What there is to say of it first, in the order of a sorted column.
enum class Holding { Free, Counted, Owned };
Holding holdingOf(const Lock &lock);
// Counted: how many (readers, permits, counts to go). Else the holds of all its holders.
qint64 holdsOf(const Lock &lock);
int compareHolding(const Lock &a, const Lock &b); // free, then counted by their number, then by owner

// What its holders have in common; nothing: one has it in another way than the next.
std::optional<HoldMode> commonMode(const Lock &lock);

namespace text
{

QString holding(const Lock &lock);         // "3 readers", "2 of 5 held", "free, 2 queued", an owner
QString permits(const Permits &permits);   // "2 held, 3 free, of 5 permits"
QString holdersTitle(const Lock &lock);    // "Holder", "Readers (3)"
QString waiter(std::optional<bool> alive); // "alive", "dead", "not known"

} // namespace text

} // namespace lockscope
