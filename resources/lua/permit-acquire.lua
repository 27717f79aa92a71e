-- SPDX-License-Identifier: GPL-3.0-or-later
-- Acquires one permit of a Redisson permit-expirable semaphore.
-- KEYS[1]  the semaphore, a string: the number of free permits; may be absent
-- KEYS[2]  its permits, a sorted set: id -> expiry in ms since 1970; 922337203685477 means never
-- ARGV[1]  id of the new permit, 16 random bytes
-- ARGV[2]  lease in ms, above 0; 0: never expires
-- ARGV[3]  channel of the semaphore, computed by the caller: redisson_sc:{KEYS[1]}
-- Replies  {"done", id, 1, ms left of the permit, woken}; or {"held", id that expires first, 1, ms until then or -1 for
--          never, 0}. If a permit with this id is already in use, it is the id returned.
-- A semaphore whose permits were never set is an error, and none is created. Keys of other types, or a string that
-- is not a whole number, are a WRONGTYPE error and change nothing. Like Redisson, first returns one expired permit and
-- wakes waiters. Before that, adds the new permit: a server out of memory rejects this, and no waiter must be woken for
-- nothing. Without permission to publish, removes it again, and the reply is a NOPERM error. Uses the server's clock.
-- Redis 5+.
-- Include publish.lua
if not string.match(ARGV[2], "^%d+$") or #ARGV[2] > 13 then
    return redis.error_reply("ERR The lease must be a whole number of ms; nothing was changed")
end
-- Include permit-number.lua
local time = redis.call("TIME")
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
local mine = redis.call("ZSCORE", KEYS[2], ARGV[1])
if mine then
    return {"held", ARGV[1], 1, mine == "922337203685477" and -1 or math.max(0, math.min(tonumber(mine) - now, 1e15)), 0}
end
local over = redis.call("ZRANGEBYSCORE", KEYS[2], 0, string.format("%.0f", now), "LIMIT", 0, 1)
if kind == "none" and #over == 0 then
    return redis.error_reply(
        "ERR Nothing to take: the permits of this semaphore were never set; nothing was changed"
    )
end
free = free + #over
local runsOut = "922337203685477"
local left = -1
if ARGV[2] ~= "0" then
    left = tonumber(ARGV[2])
    runsOut = string.format("%.0f", now + left)
end
local woken = 0
if #over == 1 then
    if free > 0 then
        redis.call("ZADD", KEYS[2], runsOut, ARGV[1])
        local message = string.format("%.0f", free)
        local refusal
        woken, refusal = publish(ARGV[3], message)
        if refusal then
            redis.call("ZREM", KEYS[2], ARGV[1])
            return refusal
        end
    end
    redis.call("INCRBY", KEYS[1], 1)
    redis.call("ZREM", KEYS[2], over[1])
end
if free < 1 then
    local first = redis.call("ZRANGE", KEYS[2], 0, 0, "WITHSCORES")
    if not first[1] then
        return {"held", "", 0, -1, 0}
    end
    return {"held", first[1], 1, first[2] == "922337203685477" and -1 or math.max(0, math.min(tonumber(first[2]) - now, 1e15)), 0}
end
redis.call("DECRBY", KEYS[1], 1)
redis.call("ZADD", KEYS[2], runsOut, ARGV[1])
local ttl = redis.call("PTTL", KEYS[1])
if ttl > 0 then
    redis.call("PEXPIRE", KEYS[2], string.format("%.0f", math.min(ttl, 1e15)))
end
return {"done", ARGV[1], 1, left, woken}
