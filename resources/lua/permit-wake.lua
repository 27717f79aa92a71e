-- SPDX-License-Identifier: GPL-3.0-or-later
-- Publishes the number of available permits to the waiters of a Redisson permit-expirable semaphore. Changes
-- nothing.
-- KEYS[1]  the semaphore, a string: the number of free permits; may be absent
-- KEYS[2]  its permits, a sorted set: id -> expiry in ms since 1970; 922337203685477 means never
-- ARGV[1]  channel of the semaphore, computed by the caller: redisson_sc:{KEYS[1]}
-- Replies  {"done", "", 0, ttl, woken}; without an available permit, nothing is published and woken is 0.
-- Keys of other types, or a string that is not a whole number, are a WRONGTYPE error and change nothing. Counts
-- expired permits as available, because a woken client returns them first. Redis 5+.
-- Include publish.lua
-- Include permit-number.lua
local time = redis.call("TIME")
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
free = free + redis.call("ZCOUNT", KEYS[2], 0, string.format("%.0f", now))
if free < 1 then
    return {"done", "", 0, redis.call("PTTL", KEYS[1]), 0}
end
local message = string.format("%.0f", free)
local woken, refusal = publish(ARGV[1], message)
if refusal then
    return refusal
end
return {"done", "", 0, redis.call("PTTL", KEYS[1]), woken}
