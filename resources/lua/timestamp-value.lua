-- SPDX-License-Identifier: GPL-3.0-or-later
-- Included by other scripts, in place of their Include line (core/redis/script.h).
-- KEYS[1]  a string, the time when the lock ends, as in timestamp-release.lua
-- Reads value, held and the ms left, or replies that it is gone or with a WRONGTYPE error. Redis 5+.
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
