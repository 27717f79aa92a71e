// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What every Lua script of an act answers: the array {result, owner, count, ttl, woken}.
//   result  one of "done", "held" (by owner: acquire refused), "owner-changed", "already-gone"
//   owner   who holds it now (empty: nobody), count  holds of that owner, or for release those left
//   ttl     PTTL after the act: -1 no expiry, -2 no key
//   woken   clients that received the wake-up message
// A key of another type or shape is no answer but an error (WRONGTYPE …), and nothing was changed then.
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

// Protocol when the reply is none of these arrays.
Outcome<ScriptReply> readScriptReply(const Reply &reply);
// Fills result, foundOwner, foundCount, ttl and woken of the receipt. "held" becomes NotAcquired.
void applyScriptReply(const ScriptReply &reply, Receipt &receipt);

} // namespace lockscope
