-- SPDX-License-Identifier: GPL-3.0-or-later
-- Included by other scripts, in place of their Include line (core/redis/script.h).
-- KEYS[1]  the free permits of a Redisson permit-expirable semaphore, KEYS[2]  those in use: as in permit-release.lua
-- Replies with a WRONGTYPE error for keys that are not such a semaphore. Redis 5+.
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
