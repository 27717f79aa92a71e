-- SPDX-License-Identifier: GPL-3.0-or-later
-- Gives permits of a Redisson semaphore back and tells its waiters how many are free now.
-- KEYS[1]  the semaphore, a string: the number of free permits
-- ARGV[1]  how many to give back, 1 or more
-- ARGV[2]  channel of the semaphore, computed by the caller: redisson_sc:{KEYS[1]}
-- Answers  {"done", "", 0, ttl, woken} or {"already-gone", …}: permits of a semaphore that is not there are not
--          made, unlike by Redisson's release().
-- A key of another type, or a string that is no whole number, is a WRONGTYPE error; nothing was changed.
-- Publishes before it changes anything: scripts are not rolled back, and a user without the right to publish
-- must not give a permit back that nobody hears of: that is a NOPERM error.
-- Never looks who gives back: nobody is recorded as a holder. Redis 5+.
-- Include publish.lua
local kind = redis.call("TYPE", KEYS[1]).ok
if kind == "none" then
    return {"already-gone", "", 0, -2, 0}
end
if kind ~= "string" then
    return redis.error_reply("WRONGTYPE The key holds a " .. kind .. ", no semaphore; nothing was changed")
end
local value = redis.call("STRLEN", KEYS[1]) <= 15 and redis.call("GET", KEYS[1]) or ""
if value ~= "0" and not string.match(value, "^%-?[1-9]%d*$") then
    return redis.error_reply("WRONGTYPE The key holds no whole number, no semaphore; nothing was changed")
end
local free = tonumber(value)
local message = string.format("%.0f", free + tonumber(ARGV[1]))
local woken, refusal = publish(ARGV[2], message)
if refusal then
    return refusal
end
redis.call("INCRBY", KEYS[1], ARGV[1])
return {"done", "", 0, redis.call("PTTL", KEYS[1]), woken}
