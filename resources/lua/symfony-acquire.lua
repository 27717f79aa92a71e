-- SPDX-License-Identifier: GPL-3.0-or-later
-- Acquires a lock of Symfony's RedisStore, exclusively or for one reader. Converts the owner's existing hold to the
-- other mode where the library does.
-- KEYS[1]  the lock, a sorted set: token -> end of the hold in ms by the server's clock; __write__ if exclusive
-- ARGV[1]  owner's token
-- ARGV[2]  "read" or "write"
-- ARGV[3]  lease in ms, above 0
-- Replies  {"done", owner, 1, ttl, 0}, or {"held", owner, 1, ttl, 0}. Then nothing is changed.
-- Like the library, drops expired holds, but only if it acquires the lock. A key of another type, or a member that
-- is not such a token, is a WRONGTYPE error and changes nothing, and so are more than 1000 expired holds (TOOLARGE),
-- because a script blocks the server. A lease that PEXPIRE would reject is an error before any change. Redis 5+.
if not string.match(ARGV[3], "^[1-9]%d*$") or #ARGV[3] > 12 then
    return redis.error_reply("ERR The lease must be a whole number of ms; nothing was changed")
end
local kind = redis.call("TYPE", KEYS[1]).ok
if kind ~= "none" and kind ~= "zset" then
    return redis.error_reply("WRONGTYPE The key holds a " .. kind .. ", no such lock; nothing was changed")
end
local first = redis.call("ZRANGE", KEYS[1], 0, 0)[1]
if first and first ~= "__write__" and not (#first == 44 and string.match(first, "^[%w+/]+=$")) then
    return redis.error_reply("WRONGTYPE The key holds a member that is no lock owner; nothing was changed")
end
-- Include symfony-owner.lua
local time = redis.call("TIME")
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
local expired = redis.call("ZCOUNT", KEYS[1], "-inf", now)
if expired > 1000 then
    return redis.error_reply("TOOLARGE The key holds more than 1000 expired holds, too many for one step; nothing was changed")
end
local function isHeld(member)
    local ends = redis.call("ZSCORE", KEYS[1], member)
    return ends and tonumber(ends) > now
end
local mine = isHeld(ARGV[1])
local exclusive = isHeld("__write__")
local count = redis.call("ZCARD", KEYS[1]) - expired
local free = mine or not exclusive
if ARGV[2] ~= "read" then
    free = count == 0 or (mine and (exclusive or count == 1))
end
if not free then
    return {"held", another(), 1, redis.call("PTTL", KEYS[1]), 0}
end
redis.call("ZREMRANGEBYSCORE", KEYS[1], "-inf", now)
redis.call("ZADD", KEYS[1], now + tonumber(ARGV[3]), ARGV[1])
if ARGV[2] == "read" then
    redis.call("ZREM", KEYS[1], "__write__")
else
    redis.call("ZADD", KEYS[1], now + tonumber(ARGV[3]), "__write__")
end
-- Include symfony-expiry.lua
return {"done", ARGV[1], 1, redis.call("PTTL", KEYS[1]), 0}
