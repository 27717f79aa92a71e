-- SPDX-License-Identifier: GPL-3.0-or-later
-- Removes a Redisson reentrant lock with all holds and wakes its waiters, if it is still as shown.
-- KEYS[1]  the lock, a hash: owner -> number of holds
-- KEYS[2]  its queue, a list of owners, and KEYS[3] their deadlines, a sorted set owner -> ms since 1970:
--          redisson_lock_queue:{KEYS[1]}, redisson_lock_timeout:{KEYS[1]}. Only a fair lock has them; both may be
--          omitted
-- ARGV[1]  "owner": only if ARGV[2] holds it; "any": no comparison
-- ARGV[2]  the owner expected
-- ARGV[3]  the number of holds expected; empty: any
-- ARGV[4]  channel of the lock, computed by the caller: redisson_lock__channel:{KEYS[1]}; the first waiter of a queue
--          has its own: that, a colon and the owner
-- ARGV[5]  message, "0"
-- ARGV[6…] waiters of the queue for which no client listened on any server, and channels of waiters that listen but
--          are not in the queue; may be omitted
-- Replies  {"done", "", 0, -2, woken, waiter, dropped}, {"owner-changed", owner, holds, ttl, 0} (also if only the
--          number of holds differs) or {"already-gone", …}.
-- A key of another type, or a hash that is not such a lock, is a WRONGTYPE error and changes nothing. Even "any"
-- requires a Redisson owner: one field uuid:thread. Publishes before it deletes, because scripts are not rolled
-- back. Without permission to publish, the reply is a NOPERM error, with the same text on every server, and nothing
-- changes. Like each of Redisson's scripts for fair locks, removes from the queue the waiters at the head whose
-- deadline has passed, but publishes to them before; besides only those of ARGV[6…] whose channel has no subscriber
-- now either. Never changes unlock latches, fencing tokens, or keys of another type in place of the queue.
-- Redis 5+.
-- Include publish.lua
-- Include fair-queue.lua
-- Include one-hold.lua
if ARGV[1] ~= "any" and held[1] ~= ARGV[2] then
    return {"owner-changed", held[1], count, redis.call("PTTL", KEYS[1]), 0}
end
if ARGV[3] ~= "" and held[2] ~= ARGV[3] then
    return {"owner-changed", held[1], count, redis.call("PTTL", KEYS[1]), 0}
end
if ARGV[1] == "any" and not string.match(held[1], "^%x+%-%x+%-%x+%-%x+%-%x+:%-?%d+") then
    return redis.error_reply("WRONGTYPE The key holds a hash whose field is no lock owner; nothing was changed")
end
local channels, silent = from(6, ARGV[4])
local woken, told, dropped = wakefirst(channels, ARGV[4], ARGV[5], silent, true)
if not woken then
    return told
end
redis.call("DEL", KEYS[1])
return {"done", "", 0, -2, woken, told, dropped}
