-- SPDX-License-Identifier: GPL-3.0-or-later
-- Acquires a lock that belongs to the first caller of INCR.
-- KEYS[1]  the lock, a string: the number of INCR calls since it was acquired; the first caller holds it
-- ARGV[1]  lease in ms; 0: no expiry
-- Replies  {"done", "1", 1, ttl, 0}, or {"held", number, 1, ttl, 0} if it exists. Then nothing is changed, although the
--          lock's own clients would increment it. Below 0 nobody holds it, and INCR gives no caller 1:
--          {"held", "", 0, ttl, 0}.
-- A key of another type, or a string that is not a whole number, is a WRONGTYPE error and changes nothing. A lease
-- that PEXPIRE would reject is an error before any change. Redis 5+.
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
    if tonumber(value) < 0 then
        return {"held", "", 0, redis.call("PTTL", KEYS[1]), 0}
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
