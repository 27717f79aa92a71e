-- SPDX-License-Identifier: GPL-3.0-or-later
-- Publishes the number of free permits of a Redisson semaphore, if any. Changes nothing.
-- KEYS[1]  the semaphore, a string: the number of free permits; may be absent
-- ARGV[1]  channel of the semaphore, computed by the caller: redisson_sc:{KEYS[1]}
-- Replies  {"done", "", 0, ttl, woken}; without a free permit, nothing is published and woken is 0.
-- A key of another type, or a string that is not a whole number, is a WRONGTYPE error and changes nothing. Redis 5+.
-- Include publish.lua
local kind = redis.call("TYPE", KEYS[1]).ok
if kind == "none" then
    return {"done", "", 0, -2, 0}
end
-- Include semaphore-value.lua
if free < 1 then
    return {"done", "", 0, redis.call("PTTL", KEYS[1]), 0}
end
local woken, refusal = publish(ARGV[1], value)
if refusal then
    return refusal
end
return {"done", "", 0, redis.call("PTTL", KEYS[1]), woken}
