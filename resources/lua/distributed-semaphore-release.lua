-- SPDX-License-Identifier: GPL-3.0-or-later
-- Releases one permit of a semaphore of DistributedLock.
-- KEYS[1]  the semaphore, a sorted set: holder's id -> end of its permit in ms by the server's clock
-- ARGV[1]  owner
-- Replies  {"done", "", 0, ttl of the key, 0}, {"owner-changed", owner, 1, ttl of the key, 0} of another holder, or
--          {"already-gone", "", 0, -2, 0}.
-- A key of another type is a WRONGTYPE error and changes nothing. Never changes another holder. Wakes no waiter:
-- waiters of this kind poll. Redis 5+.
-- Include sorted-set.lua
if redis.call("ZREM", KEYS[1], ARGV[1]) == 1 then
    return {"done", "", 0, redis.call("PTTL", KEYS[1]), 0}
end
return {"owner-changed", redis.call("ZRANGE", KEYS[1], 0, 0)[1], 1, redis.call("PTTL", KEYS[1]), 0}
