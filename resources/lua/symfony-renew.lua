-- SPDX-License-Identifier: GPL-3.0-or-later
-- Extends a hold of a lock of Symfony's RedisStore.
-- KEYS[1]  the lock, a sorted set: token -> end of the hold in ms by the server's clock; __write__ if exclusive
-- ARGV[1]  owner's token
-- ARGV[2]  lease in ms, above 0
-- Replies  {"done", owner, 1, ttl, 0}, {"owner-changed", owner, 1, ttl, 0} or {"already-gone", "", 0, -2, 0}.
-- A key of another type is a WRONGTYPE error and changes nothing. Never adds a holder. Redis 5+.
if not string.match(ARGV[2], "^[1-9]%d*$") or #ARGV[2] > 12 then
    return redis.error_reply("ERR The lease must be a whole number of ms; nothing was changed")
end
-- Include sorted-set.lua
-- Include symfony-owner.lua
local time = redis.call("TIME")
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
if not redis.call("ZSCORE", KEYS[1], ARGV[1]) then
    return {"owner-changed", another(), 1, redis.call("PTTL", KEYS[1]), 0}
end
redis.call("ZADD", KEYS[1], now + tonumber(ARGV[2]), ARGV[1])
if redis.call("ZSCORE", KEYS[1], "__write__") then
    redis.call("ZADD", KEYS[1], now + tonumber(ARGV[2]), "__write__")
end
-- Include symfony-expiry.lua
return {"done", ARGV[1], 1, redis.call("PTTL", KEYS[1]), 0}
