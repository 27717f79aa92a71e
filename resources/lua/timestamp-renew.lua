-- SPDX-License-Identifier: GPL-3.0-or-later
-- Extends a lock whose value is the time when it ends, for its owner only.
-- KEYS[1]  the lock, a string: the time when it ends, in seconds (10 digits, optional fraction) or ms (13 digits) since
--          1970; 2147483649 means never. After that time the key remains, but the lock is free
-- ARGV[1]  owner: the value that it wrote
-- ARGV[2]  lease in ms from now, above 0
-- Replies  {"done", the value written, 1, ms left, 0}: this value is the new owner; {"owner-changed", value, 1, ms
--          left, 0} or {"already-gone", …} if the time has passed and another client may acquire the lock.
-- A key of another type, a string that is not such a time, or one with an expiry is a WRONGTYPE error and changes
-- nothing. Never creates a key. Uses the server's clock. Wakes no waiter: waiters of this kind poll. Redis 5+.
if not string.match(ARGV[2], "^[1-9]%d*$") or #ARGV[2] > 12 then
    return redis.error_reply("ERR The lease must be a whole number of ms; nothing was changed")
end
-- Include timestamp-value.lua
if not held then
    return {"already-gone", "", 0, -1, 0}
end
if value ~= ARGV[1] then
    return {"owner-changed", value, 1, left, 0}
end
local unit = #whole == 13 and "ms" or (value == whole and "s" or "fraction")
local function text(ends)
    if unit == "ms" then
        return string.format("%.0f", ends)
    end
    if unit == "s" then
        return string.format("%.0f", math.ceil(ends / 1000))
    end
    return string.format("%.3f", ends / 1000)
end
local ends = text(now + tonumber(ARGV[2]))
redis.call("SET", KEYS[1], ends)
return {"done", ends, 1, tonumber(ARGV[2]), 0}
