-- SPDX-License-Identifier: GPL-3.0-or-later
-- Counts a Redisson count-down latch down by one; with the last count it opens.
-- KEYS[1]  the latch, a string: the counts that are left
-- ARGV[1]  channel of the latch, computed by the caller: redisson_countdownlatch__channel__{KEYS[1]}
-- ARGV[2]  message, "0": open
-- Answers  {"done", "", counts left, ttl, woken} or {"already-gone", …}: a latch that is not there is open.
-- A key of another type, or a string that is no whole number, is a WRONGTYPE error; nothing was changed.
-- Publishes before it changes anything: scripts are not rolled back, and a user without the right to publish
-- must not open a latch that nobody hears of: that is a NOPERM error.
-- As Redisson: 0 is published only when the count comes to exactly 0; below that the key is deleted in silence.
-- The last count goes without DECR, which a server out of memory would refuse. Redis 5+.
-- Include publish.lua
local kind = redis.call("TYPE", KEYS[1]).ok
if kind == "none" then
    return {"already-gone", "", 0, -2, 0}
end
if kind ~= "string" then
    return redis.error_reply("WRONGTYPE The key holds a " .. kind .. ", no latch; nothing was changed")
end
local value = redis.call("STRLEN", KEYS[1]) <= 15 and redis.call("GET", KEYS[1]) or ""
if value ~= "0" and not string.match(value, "^%-?[1-9]%d*$") then
    return redis.error_reply("WRONGTYPE The key holds no whole number, no latch; nothing was changed")
end
local count = tonumber(value)
if count > 1 then
    redis.call("DECR", KEYS[1])
    return {"done", "", count - 1, redis.call("PTTL", KEYS[1]), 0}
end
if count < 1 then
    redis.call("DEL", KEYS[1])
    return {"done", "", 0, -2, 0}
end
local woken, refusal = publish(ARGV[1], ARGV[2])
if refusal then
    return refusal
end
redis.call("DEL", KEYS[1])
return {"done", "", 0, -2, woken}
