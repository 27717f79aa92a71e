-- SPDX-License-Identifier: GPL-3.0-or-later
-- Gives one hold of a Redisson reentrant lock back; with the last one the lock goes and a waiter is woken.
-- KEYS[1]  the lock, a hash: owner -> number of holds
-- KEYS[2]  its queue, a list of owners, and KEYS[3] their deadlines, a sorted set owner -> ms since 1970:
--          redisson_lock_queue:{KEYS[1]}, redisson_lock_timeout:{KEYS[1]}. Only a fair lock has them; both may be
--          left out
-- ARGV[1]  owner
-- ARGV[2]  lease in ms, set anew while holds are left, as Redisson does
-- ARGV[3]  channel of the lock, computed by the caller: redisson_lock__channel:{KEYS[1]}; the first waiter of a
--          queue has its own: that, a colon and the owner. Empty: nobody is told, the waiters poll
-- ARGV[4]  message, "0"
-- Answers  {"done", owner, holds left, ttl, 0}, {"done", "", 0, -2, woken}, {"owner-changed", …} or
--          {"already-gone", "", 0, -2, woken}: the first waiter of a queue is told even then, as Redisson does.
-- A key of another type, or a hash that is no such lock, is a WRONGTYPE error; nothing was changed.
-- Publishes before it deletes: scripts are not rolled back, and a user without the right to publish must not
-- free a lock that nobody hears of: that is a NOPERM error, in the same words on every server. Of a queue only
-- the waiters at the head whose deadline is past go, as each of Redisson's scripts for fair locks does. Never
-- touches unlock latches or fencing tokens, nor keys of another type in place of the queue. The last hold goes
-- without HINCRBY, which a server out of memory would refuse. Redis 5+.
-- Include publish.lua
-- Include fair-queue.lua
local kind = redis.call("TYPE", KEYS[1]).ok
if kind == "none" then
    local woken, refusal = wakefirst({}, ARGV[3], ARGV[4])
    return refusal or {"already-gone", "", 0, -2, woken}
end
if kind ~= "hash" then
    return redis.error_reply("WRONGTYPE The key holds a " .. kind .. ", no such lock; nothing was changed")
end
if redis.call("HLEN", KEYS[1]) ~= 1 then
    return redis.error_reply("WRONGTYPE The key holds a hash of several fields, no such lock; nothing was changed")
end
local held = redis.call("HGETALL", KEYS[1])
local count = tonumber(held[2])
if not count then
    return redis.error_reply("WRONGTYPE The key holds a hash without a hold count, no such lock; nothing was changed")
end
if held[1] ~= ARGV[1] then
    return {"owner-changed", held[1], count, redis.call("PTTL", KEYS[1]), 0}
end
if count > 1 then
    count = redis.call("HINCRBY", KEYS[1], ARGV[1], -1)
    redis.call("PEXPIRE", KEYS[1], ARGV[2])
    return {"done", ARGV[1], count, redis.call("PTTL", KEYS[1]), 0}
end
local woken, refusal = wakefirst(ARGV[3] ~= "" and {ARGV[3]} or {}, ARGV[3], ARGV[4])
if refusal then
    return refusal
end
redis.call("DEL", KEYS[1])
return {"done", "", 0, -2, woken}
