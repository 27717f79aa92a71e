-- SPDX-License-Identifier: GPL-3.0-or-later
-- Opens a Redisson count-down latch early, if its count is still as shown.
-- KEYS[1]  the latch, a string: the remaining count
-- ARGV[1]  "count": only if the count is ARGV[2]; "any": no comparison
-- ARGV[2]  the count expected
-- ARGV[3]  channel of the latch, computed by the caller: redisson_countdownlatch__channel__{KEYS[1]}
-- ARGV[4]  message, "0": open. Never 1, which Redisson's own delete() sends and which releases no waiter
-- Replies  {"done", "", 0, -2, woken}, {"owner-changed", "", counts left, ttl, 0} or {"already-gone", …}.
-- A key of another type, or a string that is not a whole number, is a WRONGTYPE error and changes nothing. Publishes
-- before any change, because scripts are not rolled back. Without permission to publish, the reply is a NOPERM error
-- and nothing changes. Waiters read the count after the message, when the key is already gone. Redis 5+.
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
if ARGV[1] ~= "any" and value ~= ARGV[2] then
    return {"owner-changed", "", count, redis.call("PTTL", KEYS[1]), 0}
end
local woken, refusal = publish(ARGV[3], ARGV[4])
if refusal then
    return refusal
end
redis.call("DEL", KEYS[1])
return {"done", "", 0, -2, woken}
