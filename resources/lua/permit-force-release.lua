-- SPDX-License-Identifier: GPL-3.0-or-later
-- Returns all permits of a Redisson permit-expirable semaphore, if those in use are the ones shown.
-- KEYS[1]  the semaphore, a string: the number of free permits; may be absent
-- KEYS[2]  its permits, a sorted set: id -> expiry in ms since 1970; 922337203685477 means never
-- ARGV[1]  "permits": only if all unexpired permits are among ARGV[3…], and all of those are in use; "any": no
--          comparison
-- ARGV[2]  channel of the semaphore, computed by the caller: redisson_sc:{KEYS[1]}
-- ARGV[3…] the ids expected, as stored
-- Replies  {"done", "", 0, ttl, woken}, {"owner-changed", a permit that differs, 1, ttl, 0} or {"already-gone", "", 0,
--          ttl, 0} if no permit is in use.
-- Keys of other types, or a string that is not a whole number, are a WRONGTYPE error and change nothing. Publishes
-- before any change, because scripts are not rolled back. Without permission to publish, the reply is a NOPERM error
-- and nothing changes. Also returns expired permits, as all acts of Redisson do. Rejects more than 1000 permits in
-- use. Uses the server's clock. Deletes before it counts: a server out of memory rejects INCRBY only as the first
-- write of a script. Redis 5+.
-- Include publish.lua
-- Include permit-number.lua
local time = redis.call("TIME")
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
local out = redis.call("ZCARD", KEYS[2])
local ttl = redis.call("PTTL", KEYS[1])
if out == 0 then
    return {"already-gone", "", 0, ttl, 0}
end
if out > 1000 then
    return redis.error_reply("ERR More than 1000 permits are out; nothing was changed")
end
if ARGV[1] ~= "any" then
    local expected = {}
    for i = 3, #ARGV do
        expected[ARGV[i]] = true
        if not redis.call("ZSCORE", KEYS[2], ARGV[i]) then
            return {"owner-changed", redis.call("ZRANGE", KEYS[2], -1, -1)[1], 1, ttl, 0}
        end
    end
    for _, id in ipairs(redis.call("ZRANGEBYSCORE", KEYS[2], "(" .. string.format("%.0f", now), "+inf")) do
        if not expected[id] then
            return {"owner-changed", id, 1, ttl, 0}
        end
    end
end
local message = string.format("%.0f", free + out)
local woken, refusal = publish(ARGV[2], message)
if refusal then
    return refusal
end
redis.call("DEL", KEYS[2])
redis.call("INCRBY", KEYS[1], out)
return {"done", "", 0, redis.call("PTTL", KEYS[1]), woken}
