-- SPDX-License-Identifier: GPL-3.0-or-later
-- Makes the waiters of a Redisson fair lock retry whose turn it is, even if the lock was deleted without a message.
-- KEYS[1]  the lock, a hash: owner -> number of holds; may be absent
-- KEYS[2]  its queue, a list of owners: redisson_lock_queue:{KEYS[1]}
-- KEYS[3]  their deadlines, a sorted set owner -> ms since 1970: redisson_lock_timeout:{KEYS[1]}
-- ARGV[1]  channel of the lock, computed by the caller: redisson_lock__channel:{KEYS[1]}; a waiter's own channel is
--          that, a colon and the owner
-- ARGV[2]  message, "0"
-- ARGV[3…] waiters of the queue for which no client listened on any server, and channels of waiters that listen but
--          are not in the queue; may be omitted
-- Replies  {"done", owner, holds, ttl, woken, waiter, dropped}; no lock: {"done", "", 0, -2, woken, …}.
-- A queue of another type is a WRONGTYPE error and changes nothing. Changes nothing while the lock is held.
-- Otherwise, like each of Redisson's scripts, drops the waiters at the head whose deadline has passed by the
-- server's clock, and those of ARGV[3…] whose channel has no subscriber now either. Never changes the lock. Publishes before it drops, so that nothing changes without permission to
-- publish (NOPERM). Redis 5+.
-- Include publish.lua
-- Include fair-queue.lua
-- Include fair-state.lua
local channels, silent = from(3, ARGV[1])
local woken, told, dropped = wakefirst(channels, ARGV[1], ARGV[2], silent, kind == "none")
if not woken then
    return told
end
return {"done", owner, count, redis.call("PTTL", KEYS[1]), woken, told, dropped}
