// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The reply of every act's Lua script: the array {result, owner, count, ttl, woken}.
//   result  "done", "held" (acquire refused; owner has it), "owner-changed" or "already-gone"
//   owner   the current holder (empty: none)
//   count   holds of that owner; for release, the holds left
//   ttl     PTTL after the act: -1 no expiry, -2 no key
//   woken   number of clients that received the wake-up message
// If a key has another type or shape, the script replies with an error (WRONGTYPE …) and changes nothing.
// Pure.

#include "core/values/act.h"

#include <string_view>

namespace lockscope
{

struct ScriptReply {
    QByteArray result{};
    OwnerId owner{};
    qint64 count = 0;
    qint64 ttl = -2;
    qint64 woken = 0;
};

struct Reply;

// Protocol if the reply is not such an array.
Outcome<ScriptReply> readScriptReply(const Reply &reply);
// Sets result, foundOwner, foundCount, ttl and woken of the receipt. "held" becomes NotAcquired.
void applyScriptReply(const ScriptReply &reply, Receipt &receipt);

} // namespace lockscope
