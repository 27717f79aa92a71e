-- SPDX-License-Identifier: GPL-3.0-or-later
-- Gives a lock back whose value is the time when it ends, for its owner only: compare and delete.
-- KEYS[1]  the lock, a string: the time at which it stops being valid, in seconds (10 digits, maybe a fraction) or
--          ms (13 digits) since 1970; 2147483649 is never. The key stays when that time is past: free then
-- ARGV[1]  owner: the value he wrote
-- Answers  {"done", "", 0, -2, 0}, {"owner-changed", value, 1, ms left, 0} or {"already-gone", …}: the key is gone,
--          or another's time in it is past.
-- A key of another type, a string that is no such time, or one with an expiry is a WRONGTYPE error; nothing was
-- changed.
-- His own value goes even when its time is past: nobody has taken the lock since.
-- The server's clock decides. Wakes nobody: waiters of this kind poll. Redis 5+.
local time = redis.call("TIME")
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
local kind = redis.call("TYPE", KEYS[1]).ok
if kind == "none" then
    return {"already-gone", "", 0, -2, 0}
end
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
if value == ARGV[1] then
    redis.call("DEL", KEYS[1])
    return {"done", "", 0, -2, 0}
end
if not held then
    return {"already-gone", "", 0, -1, 0}
end
return {"owner-changed", value, 1, left, 0}
