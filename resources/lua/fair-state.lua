-- SPDX-License-Identifier: GPL-3.0-or-later
-- Not called by itself: stands in place of the line of a script that includes it (core/redis/script.h).
-- KEYS[1] to KEYS[3]  a Redisson fair lock, its queue and their deadlines: as redisson-fair-wake.lua says
-- Answers a WRONGTYPE error for a queue of another type. Reads owner and count, where the lock is held. Redis 5+.
local listed = redis.call("TYPE", KEYS[2]).ok
local scored = redis.call("TYPE", KEYS[3]).ok
if (listed ~= "none" and listed ~= "list") or (scored ~= "none" and scored ~= "zset") then
    return redis.error_reply("WRONGTYPE The queue of the lock holds a " .. listed .. " and a " .. scored .. "; nothing was changed")
end
local owner = ""
local count = 0
local kind = redis.call("TYPE", KEYS[1]).ok
if kind == "hash" and redis.call("HLEN", KEYS[1]) == 1 then
    local held = redis.call("HGETALL", KEYS[1])
    if tonumber(held[2]) then
        owner = held[1]
        count = tonumber(held[2])
    end
end
