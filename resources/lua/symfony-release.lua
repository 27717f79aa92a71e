-- SPDX-License-Identifier: GPL-3.0-or-later
-- Removes one hold from a lock of Symfony's RedisStore.
-- KEYS[1]  the lock, a sorted set: token -> end of the hold in ms by the server's clock; __write__ if exclusive
-- ARGV[1]  owner's token
-- ARGV[2]  "read" or "write": only if the hold has this mode; absent: either
-- Replies  {"done", "", 0, ttl, 0}, {"owner-changed", owner, 1, ttl, 0} (also for a hold of the other mode) or
--          {"already-gone", "", 0, -2, 0}.
-- A key of another type is a WRONGTYPE error and changes nothing. Never changes another holder's hold. Wakes no
-- waiter: waiters of this kind poll. Redis 5+.
-- Include sorted-set.lua
-- Include symfony-owner.lua
if not redis.call("ZSCORE", KEYS[1], ARGV[1]) then
    return {"owner-changed", another(), 1, redis.call("PTTL", KEYS[1]), 0}
end
local mode = redis.call("ZSCORE", KEYS[1], "__write__") and "write" or "read"
if ARGV[2] and ARGV[2] ~= mode then
    return {"owner-changed", ARGV[1], 1, redis.call("PTTL", KEYS[1]), 0}
end
redis.call("ZREM", KEYS[1], ARGV[1])
redis.call("ZREM", KEYS[1], "__write__")
-- Include symfony-expiry.lua
return {"done", "", 0, redis.call("PTTL", KEYS[1]), 0}
