-- SPDX-License-Identifier: GPL-3.0-or-later
-- Takes a lock that the first INCR wins.
-- KEYS[1]  the lock, a string: how many callers have counted it up since it was taken; the first one holds it
-- ARGV[1]  lease in ms; 0: without an expiry
-- Answers  {"done", "1", 1, ttl, 0}, or {"held", number, 1, ttl, 0}: it is counted already, and nothing was changed
--          (callers of this kind would count themselves too).
-- A key of another type, or a string that is no whole number, is a WRONGTYPE error; nothing was changed.
-- A lease that PEXPIRE would refuse is an error before anything is changed. Redis 5+.
if not string.match(ARGV[1], "^%d+$") or #ARGV[1] > 15 then
    return redis.error_reply("ERR The lease must be a whole number of ms; nothing was changed")
end
local kind = redis.call("TYPE", KEYS[1]).ok
if kind ~= "none" then
    if kind ~= "string" then
        return redis.error_reply("WRONGTYPE The key holds a " .. kind .. ", no such lock; nothing was changed")
    end
    local value = redis.call("STRLEN", KEYS[1]) <= 15 and redis.call("GET", KEYS[1]) or ""
    if value ~= "0" and not string.match(value, "^%-?[1-9]%d*$") then
        return redis.error_reply("WRONGTYPE The key holds no whole number, no such lock; nothing was changed")
    end
    if value ~= "0" then
        return {"held", value, 1, redis.call("PTTL", KEYS[1]), 0}
    end
end
redis.call("INCR", KEYS[1])
if ARGV[1] ~= "0" then
    redis.call("PEXPIRE", KEYS[1], ARGV[1])
end
return {"done", "1", 1, redis.call("PTTL", KEYS[1]), 0}
