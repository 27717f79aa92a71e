// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Texts about clients and locks, for the tree and the graph. Pure; GUI thread.

#include "core/engine/blocking/blockingreport.h"

namespace lockscope::text
{

QString client(const OwnerId &owner, const ClientInfo &client); // "6f96e4a5…:61 (api-7 at 10.0.3.7:50312)"
QString clientName(const OwnerId &owner, const ClientInfo &client); // "api-7 · 6f96e4a5…:61"
QString wait(const Wait &wait, Instant at);                         // "queued, place 1, listens"
// The same, and whether it uses the connection of the holder. place: index in BlockedLock::waits.
QString wait(const BlockedLock &blocked, size_t place, Instant at);
// What the tree lacks, or may lack, in sentences.
QStringList besidesTheTree(const BlockingReport &report);
QString heldLock(const BlockedLock &blocked, Instant at);                  // "held for 3.4 s, 27.3 s left"
QString blockedCount(const WaiterCount &direct, const WaiterCount &inAll); // "1, ≥ 2 in all"

} // namespace lockscope::text
