-- SPDX-License-Identifier: GPL-3.0-or-later
-- Included by other scripts, in place of their Include line (core/redis/script.h).
-- KEYS[1]  the semaphore, a string: the number of free permits; it exists, and kind is its type
-- Reads value and free, or replies with a WRONGTYPE error. Redis 5+.
if kind ~= "string" then
    return redis.error_reply("WRONGTYPE The key holds a " .. kind .. ", no semaphore; nothing was changed")
end
local value = redis.call("STRLEN", KEYS[1]) <= 15 and redis.call("GET", KEYS[1]) or ""
if value ~= "0" and not string.match(value, "^%-?[1-9]%d*$") then
    return redis.error_reply("WRONGTYPE The key holds no whole number, no semaphore; nothing was changed")
end
local free = tonumber(value)
