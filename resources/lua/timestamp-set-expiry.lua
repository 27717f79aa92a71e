-- SPDX-License-Identifier: GPL-3.0-or-later
-- Shortens a lock whose value is the time when it ends. Never extends it.
-- KEYS[1]  the lock, a string: the time when it ends, in seconds (10 digits, optional fraction) or ms (13 digits) since
--          1970; 2147483649 means never. After that time the key remains, but the lock is free
-- ARGV[1]  "owner": only if the value is ARGV[2]; "any": no comparison
-- ARGV[2]  the value to compare
-- ARGV[3]  ms from now, above 0
-- Replies  {"done", value, 1, ms left, 0}: it ends no later than asked (nothing changes if it already ends sooner);
--          {"owner-changed", value, 1, ms left, 0} or {"already-gone", …}.
-- A key of another type, a string that is not such a time, or one with an expiry is a WRONGTYPE error and changes
-- nothing. Never creates a key and never sets its expiry: it writes an earlier time. Uses the server's clock. Wakes
-- no waiter: waiters of this kind poll. Redis 5+.
if not string.match(ARGV[3], "^[1-9]%d*$") or #ARGV[3] > 12 then
    return redis.error_reply("ERR The lease must be a whole number of ms; nothing was changed")
end
-- Include timestamp-value.lua
if not held then
    return {"already-gone", "", 0, -1, 0}
end
if ARGV[1] ~= "any" and value ~= ARGV[2] then
    return {"owner-changed", value, 1, left, 0}
end
if left < 0 or left > tonumber(ARGV[3]) then
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
    left = tonumber(ARGV[3])
    value = text(now + left)
    redis.call("SET", KEYS[1], value)
end
return {"done", value, 1, left, 0}
