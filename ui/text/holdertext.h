// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The holders of a lock of any kind: one owner, readers, permits, a count to go, or free. Pure functions;
// those that return text on the GUI thread only, others on any.

#include "core/values/lock.h"

namespace lockscope
{

// The class of the text, in the order of a sorted column.
enum class Holding { Free, Counted, Owned };
Holding holdingOf(const Lock &lock);
// Counted: the number of readers, permits or counts to go. Otherwise the sum of all holds.
qint64 holdsOf(const Lock &lock);
// Of a RedLock group: no node that answers has it; what it shows else is what others said last.
bool isOnNoNode(const Lock &lock);
// Of a RedLock group: nodes that answer surely name different owners.
bool areOwnersApart(const Lock &lock);
// Of a RedLock group: an owner alone would read as if it held the lock.
bool needsNodes(const Lock &lock);
// Of its only holder, if connected: the name of the client, else its host; empty: unknown, or several. A host
// that is this machine for all of them says nothing.
QByteArray holderClient(const Lock &lock);
// Orders clients as their texts show them: by name, else address; then by address.
QByteArray clientSortKey(const Lock &lock);
int compareHolding(const Lock &a, const Lock &b); // Free first, then counted by number, then by owner

// The mode that all holders share; empty: they differ.
std::optional<HoldMode> commonMode(const Lock &lock);

namespace text
{

enum class Owners { Short, Full };
QString client(const ClientInfo &client); // "billing at 10.0.0.7:50312", "… (gone)"
// As holding(), with the client in place of its id where it is known.
QString holdingClient(const Lock &lock, Owners owners = Owners::Short);
// "3 readers", "2 of 5 held", "free, 2 queued", an owner
QString holding(const Lock &lock, Owners owners = Owners::Short);
QString holding(const Lock &lock, const QString &owner); // With this text for the owner
QString nodesOnly(const Lock &lock);                     // Where needsNodes(): "on 2 of 5 nodes", "2 owners"
QString agreeing(const Quorum &quorum);                  // Nodes: "2", or "2 to 3" if others may agree
QString heldCount(qint64 held, qint64 undecided);        // "3", or "3 to 5": LockTotals::undecided
QString permits(const Permits &permits);                 // "2 held, 3 free, of 5 permits"
QString holdersTitle(const Lock &lock);                  // "Holder", "Readers (3)"
QString waiter(std::optional<bool> alive);               // "alive", "dead", "not known"

} // namespace text

} // namespace lockscope
