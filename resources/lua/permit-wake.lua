-- SPDX-License-Identifier: GPL-3.0-or-later
-- Tells the waiters of a Redisson permit-expirable semaphore how many permits can be taken. Changes nothing.
-- KEYS[1]  the semaphore, a string: the number of free permits; may be absent
-- KEYS[2]  its permits, a sorted set: id -> ms since 1970 when it runs out, 922337203685477: never
-- ARGV[1]  channel of the semaphore, computed by the caller: redisson_sc:{KEYS[1]}
-- Answers  {"done", "", 0, ttl, woken}; with no permit to take nothing is published and woken is 0.
-- Keys of other types, or a string that is no whole number, are a WRONGTYPE error; nothing was changed.
-- Counts the permits whose time is over as free: whoever is woken takes them back first. Redis 5+.
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
