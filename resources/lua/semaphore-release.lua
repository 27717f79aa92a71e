-- SPDX-License-Identifier: GPL-3.0-or-later
-- Returns permits of a Redisson semaphore and publishes the number of free ones.
-- KEYS[1]  the semaphore, a string: the number of free permits
-- ARGV[1]  number of permits to return, at least 1
-- ARGV[2]  channel of the semaphore, computed by the caller: redisson_sc:{KEYS[1]}
-- Replies  {"done", "", 0, ttl, woken} or {"already-gone", …} if the semaphore does not exist. Unlike Redisson's
--          release(), does not create it.
-- A key of another type, or a string that is not a whole number, is a WRONGTYPE error and changes nothing. Counts
-- before it publishes: a server out of memory rejects INCRBY, and no waiter must be woken for nothing. Without
-- permission to publish, counts back, and the reply is a NOPERM error. Does not check the caller, because no holders
-- are stored. Redis 5+.
-- Include publish.lua
local kind = redis.call("TYPE", KEYS[1]).ok
if kind == "none" then
    return {"already-gone", "", 0, -2, 0}
end
-- Include semaphore-value.lua
local message = string.format("%.0f", free + tonumber(ARGV[1]))
redis.call("INCRBY", KEYS[1], ARGV[1])
local woken, refusal = publish(ARGV[2], message)
if refusal then
    redis.call("INCRBY", KEYS[1], "-" .. ARGV[1])
    return refusal
end
return {"done", "", 0, redis.call("PTTL", KEYS[1]), woken}
