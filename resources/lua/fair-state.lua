-- SPDX-License-Identifier: GPL-3.0-or-later
-- Included by other scripts, in place of their Include line (core/redis/script.h). KEYS[1] to KEYS[3] are a Redisson
-- fair lock, its queue and the deadlines, as in redisson-fair-wake.lua. Replies with a WRONGTYPE error if the queue
-- has another type. Reads owner and count if the lock is held. Redis 5+.
local listed = redis.call("TYPE", KEYS[2]).ok
local scored = redis.call("TYPE", KEYS[3]).ok
if (listed ~= "none" and listed ~= "list") or (scored ~= "none" and scored ~= "zset") then
    return redis.error_reply("WRONGTYPE The queue of the lock holds a " .. listed .. " and a " .. scored .. "; nothing was changed")
end
-- Include hold-count.lua
local owner = ""
local count = 0
local kind = redis.call("TYPE", KEYS[1]).ok
if kind == "hash" and redis.call("HLEN", KEYS[1]) == 1 then
    local held = redis.call("HGETALL", KEYS[1])
    if holdcount(held[2]) then
        owner = held[1]
        count = holdcount(held[2])
    end
end
