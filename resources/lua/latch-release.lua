-- SPDX-License-Identifier: GPL-3.0-or-later
-- Counts a Redisson count-down latch down by one. It opens at 0.
-- KEYS[1]  the latch, a string: the remaining count
-- ARGV[1]  channel of the latch, computed by the caller: redisson_countdownlatch__channel__{KEYS[1]}
-- ARGV[2]  message, "0": open
-- Replies  {"done", "", counts left, ttl, woken} or {"already-gone", …}: a missing latch is open.
-- A key of another type, or a string that is not a whole number, is a WRONGTYPE error and changes nothing. Publishes
-- before any change, because scripts are not rolled back. Without permission to publish, the reply is a NOPERM error
-- and nothing changes. Like Redisson, publishes 0 only if the count reaches exactly 0; below that it deletes the key
-- silently. The last count is deleted without DECR, which a server out of memory would reject. Redis 5+.
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
