// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What the tree and the picture say of clients and locks. Pure; GUI thread.

#include "core/engine/blocking/blockingreport.h"

namespace lockscope::text
{

QString client(const OwnerId &owner, const ClientInfo &client); // "6f96e4a5…:61 (api-7 at 10.0.3.7:50312)"
QString clientName(const OwnerId &owner, const ClientInfo &client); // "api-7 · 6f96e4a5…:61"
QString wait(const Wait &wait, Instant at);                         // "queued, place 1, listens"
// That, and whether it uses the connection of the holder.
QString wait(const BlockedLock &blocked, size_t place, Instant at);
// What the tree lacks, or may lack: a sentence each.
QStringList besidesTheTree(const BlockingReport &report);
QString heldLock(const BlockedLock &blocked, Instant at); // "held for 3.4 s, 27.3 s left"
QString blockedCount(qint64 direct, qint64 inAll);        // "≥ 1, ≥ 2 in all"

} // namespace lockscope::text
