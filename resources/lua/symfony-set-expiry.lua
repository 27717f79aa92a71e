-- SPDX-License-Identifier: GPL-3.0-or-later
-- Shortens holds of a lock of Symfony's RedisStore. Never extends them.
-- KEYS[1]  the lock, a sorted set: token -> end of the hold in ms by the server's clock; __write__ if exclusive
-- ARGV[1]  "owner": only that of ARGV[2]; "any": all
-- ARGV[2]  the owner to compare
-- ARGV[3]  ms from now, above 0
-- Replies  {"done", owner, 1, ttl, 0}, {"owner-changed", …} or {"already-gone", …}.
-- A key of another type, more than 256 members, or members that are not such tokens, are a WRONGTYPE error and
-- change nothing. Never adds a holder. Like in the library, the key expires with the last hold. Redis 5+.
-- Include short-sorted-set.lua
-- Include symfony-owner.lua
local time = redis.call("TIME")
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
local ends = now + tonumber(ARGV[3])
local held = redis.call("ZRANGE", KEYS[1], 0, -1, "WITHSCORES")
for i = 1, #held, 2 do
    if held[i] ~= "__write__" and not (#held[i] == 44 and string.match(held[i], "^[%w+/]+=$")) then
        return redis.error_reply("WRONGTYPE The key holds a member that is no lock owner; nothing was changed")
    end
end
if ARGV[1] == "owner" and not redis.call("ZSCORE", KEYS[1], ARGV[2]) then
    return {"owner-changed", another(), 1, redis.call("PTTL", KEYS[1]), 0}
end
for i = 1, #held, 2 do
    local meant = ARGV[1] == "any" or held[i] == ARGV[2] or held[i] == "__write__"
    if meant and tonumber(held[i + 1]) > ends then
        redis.call("ZADD", KEYS[1], "XX", ends, held[i])
    end
end
-- Include symfony-expiry.lua
return {"done", ARGV[1] == "any" and another() or ARGV[2], 1, redis.call("PTTL", KEYS[1]), 0}
