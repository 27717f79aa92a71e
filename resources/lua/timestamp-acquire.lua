-- SPDX-License-Identifier: GPL-3.0-or-later
-- Acquires a lock whose value is the time when it ends: SETNX, or GETSET if that time has passed, in one step.
-- KEYS[1]  the lock, a string: the time when it ends, in seconds (10 digits, optional fraction) or ms (13 digits) since
--          1970; 2147483649 means never. After that time the key remains, but the lock is free
-- ARGV[1]  lease in ms, above 0
-- ARGV[2]  unit to write if there is no value with a unit: "ms" or "s"
-- Replies  {"done", the value written, 1, ms left, 0}, or {"held", value, 1, ms left or -1 for never, 0}. Then nothing
--          is changed.
-- A key of another type, a string that is not such a time, or one with an expiry is a WRONGTYPE error and changes
-- nothing. Unlike clients without a script, it never overwrites the time of a faster client. Uses the server's
-- clock. Wakes no waiter: waiters of this kind poll. Redis 5+.
if not string.match(ARGV[1], "^[1-9]%d*$") or #ARGV[1] > 12 then
    return redis.error_reply("ERR The lease must be a whole number of ms; nothing was changed")
end
local time = redis.call("TIME")
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
local kind = redis.call("TYPE", KEYS[1]).ok
local unit = ARGV[2]
if kind ~= "none" then
    if kind ~= "string" then
        return redis.error_reply("WRONGTYPE The key holds a " .. kind .. ", no such lock; nothing was changed")
    end
    local value = redis.call("STRLEN", KEYS[1]) <= 32 and redis.call("GET", KEYS[1]) or ""
    local whole = string.match(value, "^(%d+)$") or string.match(value, "^(%d+)%.%d+$")
    if not whole or (#whole ~= 10 and #whole ~= 13) then
        return redis.error_reply("WRONGTYPE The key holds no point in time, no such lock; nothing was changed")
    end
    if redis.call("PTTL", KEYS[1]) >= 0 then
        return redis.error_reply("WRONGTYPE The key has an expiry, no such lock; nothing was changed")
    end
    local left = math.floor((#whole == 13 and tonumber(value) or tonumber(value) * 1000) - now)
    local held = left > 0
    if whole == "2147483649" then
        left = -1
    end
    if held then
        return {"held", value, 1, left, 0}
    end
    unit = #whole == 13 and "ms" or (value == whole and "s" or "fraction")
end
local function text(ends)
    if unit == "ms" then
        return string.format("%.0f", ends)
    end
    if unit == "s" then
        return string.format("%.0f", math.ceil(ends / 1000))
    end
    return string.format("%.3f", ends / 1000)
end
local ends = text(now + tonumber(ARGV[1]))
redis.call("SET", KEYS[1], ends)
return {"done", ends, 1, tonumber(ARGV[1]), 0}
