-- SPDX-License-Identifier: GPL-3.0-or-later
-- Acquires permits of a Redisson semaphore, if enough are free.
-- KEYS[1]  the semaphore, a string: the number of free permits
-- ARGV[1]  number of permits to acquire, at least 1
-- Replies  {"done", "", 0, ttl, 0}, or {"held", "", 0, ttl, 0} if fewer are free. Then nothing is changed. No holder is
--          returned, because none is stored.
-- A semaphore whose permits were never set is an error, and none is created. A key of another type, or a string that
-- is not a whole number, is a WRONGTYPE error and changes nothing. Same command as Redisson (DECRBY). Redis 5+.
local kind = redis.call("TYPE", KEYS[1]).ok
if kind == "none" then
    return redis.error_reply(
        "ERR Nothing to take: the permits of this semaphore were never set; nothing was changed"
    )
end
-- Include semaphore-value.lua
if free < tonumber(ARGV[1]) then
    return {"held", "", 0, redis.call("PTTL", KEYS[1]), 0}
end
redis.call("DECRBY", KEYS[1], ARGV[1])
return {"done", "", 0, redis.call("PTTL", KEYS[1]), 0}
