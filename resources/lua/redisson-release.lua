-- SPDX-License-Identifier: GPL-3.0-or-later
-- Gives one hold of a Redisson reentrant lock back; with the last one the lock goes and a waiter is woken.
-- KEYS[1]  the lock, a hash: owner -> number of holds
-- ARGV[1]  owner
-- ARGV[2]  lease in ms, set anew while holds are left, as Redisson does
-- ARGV[3]  channel of the lock, computed by the caller: redisson_lock__channel:{KEYS[1]}
-- ARGV[4]  message, "0"
-- Answers  {"done", owner, holds left, ttl, 0}, {"done", "", 0, -2, woken}, {"owner-changed", …} or
--          {"already-gone", …}.
-- A key of another type, or a hash that is no such lock, is a WRONGTYPE error; nothing was changed.
-- Publishes before it deletes: scripts are not rolled back, and a user without the right to publish must not
-- free a lock that nobody hears of: that is a NOPERM error, in the same words on every server. Never touches
-- unlock latches, queues or fencing tokens. The last hold goes without HINCRBY, which a server out of memory
-- would refuse. Redis 5+.
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
if held[1] ~= ARGV[1] then
    return {"owner-changed", held[1], count, redis.call("PTTL", KEYS[1]), 0}
end
if count > 1 then
    count = redis.call("HINCRBY", KEYS[1], ARGV[1], -1)
    redis.call("PEXPIRE", KEYS[1], ARGV[2])
    return {"done", ARGV[1], count, redis.call("PTTL", KEYS[1]), 0}
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
