-- SPDX-License-Identifier: GPL-3.0-or-later
-- Opens a Redisson count-down latch before its counts are done, if as many are left as shown.
-- KEYS[1]  the latch, a string: the counts that are left
-- ARGV[1]  "count": only if ARGV[2] are left; "any": however many are
-- ARGV[2]  the count expected
-- ARGV[3]  channel of the latch, computed by the caller: redisson_countdownlatch__channel__{KEYS[1]}
-- ARGV[4]  message, "0": open. Never 1, which Redisson's own delete() sends and which lets nobody through
-- Answers  {"done", "", 0, -2, woken}, {"owner-changed", "", counts left, ttl, 0} or {"already-gone", …}.
-- A key of another type, or a string that is no whole number, is a WRONGTYPE error; nothing was changed.
-- Publishes before it changes anything: scripts are not rolled back, and a user without the right to publish
-- must not delete a latch that nobody hears of: that is a NOPERM error.
-- Those that wait ask for the count after the message: the key is gone before they can. Redis 5+.
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
-- Waiters of a cluster may listen sharded: SPUBLISH goes out besides PUBLISH where the server has it (7.0).
local woken = redis.pcall("PUBLISH", ARGV[3], ARGV[4])
if type(woken) == "table" then
    local right = string.find(woken.err, " run ", 1, true) and "run PUBLISH" or "use the channel of the lock"
    return redis.error_reply("NOPERM The user may not " .. right .. "; nothing was changed")
end
if redis.REDIS_VERSION_NUM then
    local sharded = redis.pcall("SPUBLISH", ARGV[3], ARGV[4])
    if type(sharded) == "number" then
        woken = woken + sharded
    end
end
redis.call("DEL", KEYS[1])
return {"done", "", 0, -2, woken}
