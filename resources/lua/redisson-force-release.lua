-- SPDX-License-Identifier: GPL-3.0-or-later
-- Removes a Redisson reentrant lock with all holds and wakes its waiters, if it still is what was shown.
-- KEYS[1]  the lock, a hash: owner -> number of holds
-- ARGV[1]  "owner": only if ARGV[2] holds it; "any": whoever holds it
-- ARGV[2]  the owner expected
-- ARGV[3]  the number of holds expected; empty: any
-- ARGV[4]  channel of the lock, computed by the caller: redisson_lock__channel:{KEYS[1]}
-- ARGV[5]  message, "0"
-- Answers  {"done", "", 0, -2, woken}, {"owner-changed", owner, holds, ttl, 0} (also when only the number of
--          holds differs) or {"already-gone", …}.
-- A key of another type, or a hash that is no such lock, is a WRONGTYPE error; nothing was changed.
-- Even "any" takes only what looks like a Redisson owner: one field uuid:thread.
-- Publishes before it deletes: scripts are not rolled back, and a user without the right to publish must not
-- free a lock that nobody hears of: that is a NOPERM error, in the same words on every server. Never touches
-- unlock latches, queues or fencing tokens. Redis 5+.
local kind = redis.call("TYPE", KEYS[1]).ok
if kind == "none" then
    return {"already-gone", "", 0, -2, 0}
end
if kind ~= "hash" then
    return redis.error_reply("WRONGTYPE The key holds a " .. kind .. ", no such lock; nothing was changed")
end
if redis.call("HLEN", KEYS[1]) ~= 1 then
    return redis.error_reply("WRONGTYPE The key holds a hash of several fields, no such lock; nothing was changed")
end
local held = redis.call("HGETALL", KEYS[1])
local count = tonumber(held[2])
if not count then
    return redis.error_reply("WRONGTYPE The key holds a hash without a hold count, no such lock; nothing was changed")
end
if ARGV[1] ~= "any" and held[1] ~= ARGV[2] then
    return {"owner-changed", held[1], count, redis.call("PTTL", KEYS[1]), 0}
end
if ARGV[3] ~= "" and held[2] ~= ARGV[3] then
    return {"owner-changed", held[1], count, redis.call("PTTL", KEYS[1]), 0}
end
if ARGV[1] == "any" and not string.match(held[1], "^%x+%-%x+%-%x+%-%x+%-%x+:%-?%d+") then
    return redis.error_reply("WRONGTYPE The key holds a hash whose field is no lock owner; nothing was changed")
end
-- Waiters of a cluster may listen sharded: SPUBLISH goes out besides PUBLISH where the server has it (7.0).
local woken = redis.pcall("PUBLISH", ARGV[4], ARGV[5])
if type(woken) == "table" then
    local right = string.find(woken.err, " run ", 1, true) and "run PUBLISH" or "use the channel of the lock"
    return redis.error_reply("NOPERM The user may not " .. right .. "; nothing was changed")
end
if redis.REDIS_VERSION_NUM then
    local sharded = redis.pcall("SPUBLISH", ARGV[4], ARGV[5])
    if type(sharded) == "number" then
        woken = woken + sharded
    end
end
redis.call("DEL", KEYS[1])
return {"done", "", 0, -2, woken}
