-- SPDX-License-Identifier: GPL-3.0-or-later
-- Gives one permit of a Redisson permit-expirable semaphore back and tells the waiters.
-- KEYS[1]  the semaphore, a string: the number of free permits; may be absent
-- KEYS[2]  its permits, a sorted set: id -> ms since 1970 when it runs out, 922337203685477: never
-- ARGV[1]  id of the permit, as stored
-- ARGV[2]  the same id in its other form (16 bytes, or 32 hex digits), tried if the first is not there; or empty
-- ARGV[3]  channel of the semaphore, computed by the caller: redisson_sc:{KEYS[1]}
-- Answers  {"done", "", 0, ttl, woken} or {"already-gone", "", 0, ttl, 0}: no such permit is out.
-- Keys of other types, or a string that is no whole number, are a WRONGTYPE error; nothing was changed.
-- Publishes before it changes anything: scripts are not rolled back, and a user without the right to publish
-- must not give a permit back that nobody hears of: that is a NOPERM error.
-- As Redisson: a permit whose time is over is given back all the same. Never touches another permit. Redis 5+.
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
local id = ARGV[1]
local runsOut = redis.call("ZSCORE", KEYS[2], id)
if not runsOut and ARGV[2] ~= "" then
    id = ARGV[2]
    runsOut = redis.call("ZSCORE", KEYS[2], id)
end
if not runsOut then
    return {"already-gone", "", 0, redis.call("PTTL", KEYS[1]), 0}
end
local message = string.format("%.0f", free + 1)
-- Waiters of a cluster may listen sharded: SPUBLISH goes out besides PUBLISH where the server has it (7.0).
local woken = redis.pcall("PUBLISH", ARGV[3], message)
if type(woken) == "table" then
    local right = string.find(woken.err, " run ", 1, true) and "run PUBLISH" or "use the channel of the lock"
    return redis.error_reply("NOPERM The user may not " .. right .. "; nothing was changed")
end
if redis.REDIS_VERSION_NUM then
    local sharded = redis.pcall("SPUBLISH", ARGV[3], message)
    if type(sharded) == "number" then
        woken = woken + sharded
    end
end
redis.call("INCRBY", KEYS[1], 1)
redis.call("ZREM", KEYS[2], id)
return {"done", "", 0, redis.call("PTTL", KEYS[1]), woken}
