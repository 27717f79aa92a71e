-- SPDX-License-Identifier: GPL-3.0-or-later
-- Included by other scripts, in place of their Include line (core/redis/script.h).
-- KEYS[1]  the lock, a string: a number, as in counter-release.lua
-- Reads value, or replies that it is gone or with a WRONGTYPE error. Redis 5+.
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
