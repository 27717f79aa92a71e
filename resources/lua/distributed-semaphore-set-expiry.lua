-- SPDX-License-Identifier: GPL-3.0-or-later
-- Shortens permits of a semaphore of DistributedLock. Never extends them.
-- KEYS[1]  the semaphore, a sorted set: holder's id -> end of its permit in ms by the server's clock
-- ARGV[1]  "owner": only that of ARGV[2]; "any": all
-- ARGV[2]  the owner to compare
-- ARGV[3]  ms from now, above 0
-- Replies  {"done", owner, 1, ms until the permit ends, 0}, {"owner-changed", …} or {"already-gone", …}.
-- A key of another type, more than 256 members, or members that are not such ids, are a WRONGTYPE error and change
-- nothing. Never adds a holder, never changes the expiry of the key. Redis 5+.
-- Include short-sorted-set.lua
local time = redis.call("TIME")
local now = tonumber(time[1]) * 1000 + tonumber(time[2]) / 1000
local ends = now + tonumber(ARGV[3])
local held = redis.call("ZRANGE", KEYS[1], 0, -1, "WITHSCORES")
local there = false
for i = 1, #held, 2 do
    if not string.match(held[i], "^.+_%d+_%x+$") then
        return redis.error_reply("WRONGTYPE The key holds a member that is no lock owner; nothing was changed")
    end
    there = there or held[i] == ARGV[2]
end
if ARGV[1] == "owner" and not there then
    return {"owner-changed", held[1], 1, math.min(math.ceil(tonumber(held[2]) - now), 1e15), 0}
end
local left = 0
for i = 1, #held, 2 do
    local score = tonumber(held[i + 1])
    if ARGV[1] == "any" or held[i] == ARGV[2] then
        if score > ends then
            redis.call("ZADD", KEYS[1], "XX", ends, held[i])
            score = ends
        end
        left = math.max(left, math.min(math.ceil(score - now), 1e15))
    end
end
return {"done", ARGV[1] == "any" and held[1] or ARGV[2], 1, left, 0}
