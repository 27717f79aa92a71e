-- SPDX-License-Identifier: GPL-3.0-or-later
-- Tells the waiters of a Redisson permit-expirable semaphore how many permits can be taken. Changes nothing.
-- KEYS[1]  the semaphore, a string: the number of free permits; may be absent
-- KEYS[2]  its permits, a sorted set: id -> ms since 1970 when it runs out, 922337203685477: never
-- ARGV[1]  channel of the semaphore, computed by the caller: redisson_sc:{KEYS[1]}
-- Answers  {"done", "", 0, ttl, woken}; with no permit to take nothing is published and woken is 0.
-- Keys of other types, or a string that is no whole number, are a WRONGTYPE error; nothing was changed.
-- Counts the permits whose time is over as free: whoever is woken takes them back first. Redis 5+.
local kind = redis.call("TYPE", KEYS[1]).ok
local permits = redis.call("TYPE", KEYS[2]).ok
if (kind ~= "string" and kind ~= "none") or (permits ~= "zset" and permits ~= "none") then
    return redis.error_reply("WRONGTYPE The keys hold a " .. kind .. " and a " .. permits .. ", no such semaphore; nothing was changed")
end
local value = "0"
if kind == "string" then
    value = redis.call("STRLEN", KEYS[1]) <= 15 and redis.call("GET", KEYS[1]) or ""
end
if value ~= "0" and not string.match(value, "^%-?[1-9]%d*$") then
    return redis.error_reply("WRONGTYPE The key holds no whole number, no such semaphore; nothing was changed")
end
local free = tonumber(value)
local time = redis.call("TIME")
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
free = free + redis.call("ZCOUNT", KEYS[2], 0, string.format("%.0f", now))
if free < 1 then
    return {"done", "", 0, redis.call("PTTL", KEYS[1]), 0}
end
local message = string.format("%.0f", free)
-- Waiters of a cluster may listen sharded: SPUBLISH goes out besides PUBLISH where the server has it (7.0).
local woken = redis.pcall("PUBLISH", ARGV[1], message)
if type(woken) == "table" then
    local right = string.find(woken.err, " run ", 1, true) and "run PUBLISH" or "use the channel of the lock"
    return redis.error_reply("NOPERM The user may not " .. right .. "; nothing was changed")
end
if redis.REDIS_VERSION_NUM then
    local sharded = redis.pcall("SPUBLISH", ARGV[1], message)
    if type(sharded) == "number" then
        woken = woken + sharded
    end
end
return {"done", "", 0, redis.call("PTTL", KEYS[1]), woken}
