-- SPDX-License-Identifier: GPL-3.0-or-later
-- Acquires a permit of a semaphore of DistributedLock.
-- KEYS[1]  the semaphore, a sorted set: holder's id -> end of its permit in ms by the server's clock
-- ARGV[1]  owner
-- ARGV[2]  lease in ms, above 0
-- ARGV[3]  total number of permits
-- Replies  {"done", owner, 1, lease, 0}, or {"held", owner, 1, ttl, 0} with the holder whose permit ends next.
-- Like the library, drops expired holders, but only if a permit is free then. A key of another type, or members that
-- are not such ids, are a WRONGTYPE error and change nothing, and so are more than 1000 expired holders (TOOLARGE),
-- because a script blocks the server. A lease that PEXPIRE would reject is an error before any change. Redis 5+.
if not string.match(ARGV[2], "^[1-9]%d*$") or #ARGV[2] > 12 or not string.match(ARGV[3], "^[1-9]%d*$") then
    return redis.error_reply("ERR The lease and the permits must be whole numbers; nothing was changed")
end
local kind = redis.call("TYPE", KEYS[1]).ok
if kind ~= "none" and kind ~= "zset" then
    return redis.error_reply("WRONGTYPE The key holds a " .. kind .. ", no such lock; nothing was changed")
end
local first = redis.call("ZRANGE", KEYS[1], 0, 0)[1]
if first and not string.match(first, "^.+_%d+_%x+$") then
    return redis.error_reply("WRONGTYPE The key holds a member that is no lock owner; nothing was changed")
end
local time = redis.call("TIME")
local now = tonumber(time[1]) * 1000 + tonumber(time[2]) / 1000
local expired = redis.call("ZCOUNT", KEYS[1], "-inf", now)
if expired > 1000 then
    return redis.error_reply("TOOLARGE The key holds more than 1000 expired permits, too many for one step; nothing was changed")
end
local mine = redis.call("ZSCORE", KEYS[1], ARGV[1])
if (mine and tonumber(mine) > now) or redis.call("ZCARD", KEYS[1]) - expired >= tonumber(ARGV[3]) then
    local next = redis.call("ZRANGE", KEYS[1], expired, expired, "WITHSCORES")
    return {"held", next[1], 1, math.min(math.ceil(tonumber(next[2]) - now), 1e15), 0}
end
redis.call("ZREMRANGEBYSCORE", KEYS[1], "-inf", now)
redis.call("ZADD", KEYS[1], now + tonumber(ARGV[2]), ARGV[1])
if redis.call("PTTL", KEYS[1]) < 3 * tonumber(ARGV[2]) then
    redis.call("PEXPIRE", KEYS[1], 3 * tonumber(ARGV[2]))
end
return {"done", ARGV[1], 1, tonumber(ARGV[2]), 0}
