-- SPDX-License-Identifier: GPL-3.0-or-later
-- Releases one hold of a Redisson reentrant lock. The last one deletes the lock and wakes a waiter.
-- KEYS[1]  the lock, a hash: owner -> number of holds
-- KEYS[2]  its queue, a list of owners, and KEYS[3] their deadlines, a sorted set owner -> ms since 1970:
--          redisson_lock_queue:{KEYS[1]}, redisson_lock_timeout:{KEYS[1]}. Only a fair lock has them; both may be
--          omitted
-- ARGV[1]  owner
-- ARGV[2]  lease in ms, set while holds are left, as in Redisson
-- ARGV[3]  channel of the lock, computed by the caller: redisson_lock__channel:{KEYS[1]}; the first waiter of a queue
--          has its own: that, a colon and the owner. Empty: publish nothing, because waiters poll
-- ARGV[4]  message, "0"
-- Replies  {"done", owner, holds left, ttl, 0}, {"done", "", 0, -2, woken, waiter, dropped}, {"owner-changed", …} or
--          {"already-gone", "", 0, -2, woken, …}: as in Redisson, the first waiter of a queue is woken even then.
-- A key of another type, or a hash that is not such a lock, is a WRONGTYPE error and changes nothing. Publishes
-- before it deletes, because scripts are not rolled back. Without permission to publish, the reply is a NOPERM
-- error, with the same text on every server, and nothing changes. Like each of Redisson's scripts for fair locks,
-- removes from the queue only the waiters at the head whose deadline has passed, but publishes to them before. Never
-- changes unlock latches, fencing tokens, or keys of another type in place of the queue. The last hold is removed without HINCRBY, which a
-- server out of memory would reject. Redis 5+.
-- Include publish.lua
-- Include fair-queue.lua
local kind = redis.call("TYPE", KEYS[1]).ok
if kind == "none" then
    local woken, told, dropped = wakefirst({}, ARGV[3], ARGV[4], {}, true)
    return woken and {"already-gone", "", 0, -2, woken, told, dropped} or told
end
-- Include hash-hold.lua
if held[1] ~= ARGV[1] then
    return {"owner-changed", held[1], count, redis.call("PTTL", KEYS[1]), 0}
end
if count > 1 then
    count = redis.call("HINCRBY", KEYS[1], ARGV[1], -1)
    redis.call("PEXPIRE", KEYS[1], ARGV[2])
    return {"done", ARGV[1], count, redis.call("PTTL", KEYS[1]), 0}
end
local woken, told, dropped = wakefirst(ARGV[3] ~= "" and {ARGV[3]} or {}, ARGV[3], ARGV[4], {}, true)
if not woken then
    return told
end
redis.call("DEL", KEYS[1])
return {"done", "", 0, -2, woken, told, dropped}
