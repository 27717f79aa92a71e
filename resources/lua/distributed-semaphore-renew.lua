-- SPDX-License-Identifier: GPL-3.0-or-later
-- Extends a permit of a semaphore of DistributedLock, even an expired one that is still in the set.
-- KEYS[1]  the semaphore, a sorted set: holder's id -> end of its permit in ms by the server's clock
-- ARGV[1]  owner
-- ARGV[2]  lease in ms, above 0
-- Replies  {"done", owner, 1, lease, 0}, {"owner-changed", owner, 1, ttl, 0} of another holder, or {"already-gone", "",
--          0, -2, 0}.
-- A key of another type is a WRONGTYPE error and changes nothing. Never adds a holder; a key
-- without an expiry keeps none, because it may be meant to stay. Redis 5+.
if not string.match(ARGV[2], "^[1-9]%d*$") or #ARGV[2] > 12 then
    return redis.error_reply("ERR The lease must be a whole number of ms; nothing was changed")
end
-- Include sorted-set.lua
local time = redis.call("TIME")
local now = tonumber(time[1]) * 1000 + tonumber(time[2]) / 1000
if not redis.call("ZSCORE", KEYS[1], ARGV[1]) then
    local next = redis.call("ZRANGE", KEYS[1], 0, 0, "WITHSCORES")
    return {"owner-changed", next[1], 1, math.min(math.ceil(tonumber(next[2]) - now), 1e15), 0}
end
redis.call("ZADD", KEYS[1], "XX", now + tonumber(ARGV[2]), ARGV[1])
local left = redis.call("PTTL", KEYS[1])
if left ~= -1 and left < 3 * tonumber(ARGV[2]) then
    redis.call("PEXPIRE", KEYS[1], 3 * tonumber(ARGV[2]))
end
return {"done", ARGV[1], 1, tonumber(ARGV[2]), 0}
