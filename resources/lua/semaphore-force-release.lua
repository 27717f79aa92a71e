-- SPDX-License-Identifier: GPL-3.0-or-later
-- Returns permits of a Redisson semaphore for a dead holder, if the number of free permits is still as shown.
-- KEYS[1]  the semaphore, a string: the number of free permits
-- ARGV[1]  "value": only if ARGV[2] permits are free; "any": no comparison
-- ARGV[2]  the number of free permits expected
-- ARGV[3]  number of permits to return, at least 1
-- ARGV[4]  channel of the semaphore, computed by the caller: redisson_sc:{KEYS[1]}
-- Replies  {"done", "", 0, ttl, woken}, {"owner-changed", "", free permits, ttl, 0} or {"already-gone", …}.
-- A key of another type, or a string that is not a whole number, is a WRONGTYPE error and changes nothing. Counts
-- before it publishes: a server out of memory rejects INCRBY, and no waiter must be woken for nothing. Without
-- permission to publish, counts back, and the reply is a NOPERM error. Cannot check that the holder is dead. A living
-- holder will return its permit again. Redis 5+.
-- Include publish.lua
local kind = redis.call("TYPE", KEYS[1]).ok
if kind == "none" then
    return {"already-gone", "", 0, -2, 0}
end
-- Include semaphore-value.lua
if ARGV[1] ~= "any" and value ~= ARGV[2] then
    return {"owner-changed", "", free, redis.call("PTTL", KEYS[1]), 0}
end
local message = string.format("%.0f", free + tonumber(ARGV[3]))
redis.call("INCRBY", KEYS[1], ARGV[3])
local woken, refusal = publish(ARGV[4], message)
if refusal then
    redis.call("INCRBY", KEYS[1], "-" .. ARGV[3])
    return refusal
end
return {"done", "", 0, redis.call("PTTL", KEYS[1]), woken}
