-- SPDX-License-Identifier: GPL-3.0-or-later
-- Gives a lock back that the first INCR won.
-- KEYS[1]  the lock, a string: how many callers have counted it up since it was taken; the first one holds it
-- ARGV[1]  the number when it was taken or seen, 1 or more
-- Answers  {"done", "", 0, -2, 0}, {"owner-changed", number, 1, ttl, 0}: the number is smaller now, so it was deleted
--          and taken anew; or {"already-gone", …}.
-- A key of another type, or a string that is no whole number, is a WRONGTYPE error; nothing was changed.
-- A larger number is the same lock: others counted themselves meanwhile. Wakes nobody. Redis 5+.
local kind = redis.call("TYPE", KEYS[1]).ok
if kind == "none" then
    return {"already-gone", "", 0, -2, 0}
end
if kind ~= "string" then
    return redis.error_reply("WRONGTYPE The key holds a " .. kind .. ", no such lock; nothing was changed")
end
local value = redis.call("STRLEN", KEYS[1]) <= 15 and redis.call("GET", KEYS[1]) or ""
if value ~= "0" and not string.match(value, "^%-?[1-9]%d*$") then
    return redis.error_reply("WRONGTYPE The key holds no whole number, no such lock; nothing was changed")
end
if tonumber(value) < tonumber(ARGV[1]) then
    return {"owner-changed", value, 1, redis.call("PTTL", KEYS[1]), 0}
end
redis.call("DEL", KEYS[1])
return {"done", "", 0, -2, 0}
