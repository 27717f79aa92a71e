// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What every Lua script of an act answers: the array {result, owner, count, ttl, woken},
// of a lock with a queue {…, waiter, dropped} besides.
//   result  one of "done", "held" (by owner: acquire refused), "owner-changed", "already-gone"
//   owner   the current holder (empty: free), count  holds of that owner, or for release those left
//   ttl     PTTL after the act: -1 no expiry, -2 no key
//   woken   clients that received the wake-up message
//   waiter  of the queue, to whom it was sent (empty: none), dropped  an array of those taken out of the
//   queue
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
    OwnerId waiter{};
    std::vector<OwnerId> dropped{};
};

struct Reply;

// Protocol if the reply is not such an array.
Outcome<ScriptReply> readScriptReply(const Reply &reply);
// Fills what it says into the receipt. "held" becomes NotAcquired.
void applyScriptReply(const ScriptReply &reply, Receipt &receipt);

} // namespace lockscope
