-- SPDX-License-Identifier: GPL-3.0-or-later
-- Wakes clients that still wait for an open Redisson count-down latch. Changes nothing.
-- KEYS[1]  the latch, a string: the remaining count; absent: open, but a plain DEL leaves waiters behind
-- ARGV[1]  channel of the latch, computed by the caller: redisson_countdownlatch__channel__{KEYS[1]}
-- ARGV[2]  message, "0": open
-- Replies  {"done", "", counts left, ttl, woken}. While the count is above 0, publishes nothing and woken is 0: the
--          message would open the gate in each client, and its threads would poll without pause.
-- A key of another type, or a string that is not a whole number, is a WRONGTYPE error and changes nothing. Redis 5+.
-- Include publish.lua
local ttl = redis.call("PTTL", KEYS[1])
if ttl ~= -2 then
    local kind = redis.call("TYPE", KEYS[1]).ok
    if kind ~= "string" then
        return redis.error_reply("WRONGTYPE The key holds a " .. kind .. ", no latch; nothing was changed")
    end
    local value = redis.call("STRLEN", KEYS[1]) <= 15 and redis.call("GET", KEYS[1]) or ""
    if value ~= "0" and not string.match(value, "^%-?[1-9]%d*$") then
        return redis.error_reply("WRONGTYPE The key holds no whole number, no latch; nothing was changed")
    end
    local count = tonumber(value)
    if count > 0 then
        return {"done", "", count, ttl, 0}
    end
end
local woken, refusal = publish(ARGV[1], ARGV[2])
if refusal then
    return refusal
end
return {"done", "", 0, ttl, woken}
