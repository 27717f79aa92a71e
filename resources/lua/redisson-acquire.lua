-- SPDX-License-Identifier: GPL-3.0-or-later
-- Acquires a Redisson reentrant lock, or adds a hold if the owner already has it.
-- KEYS[1]  the lock, a hash: owner -> number of holds
-- ARGV[1]  owner, uuid:threadId
-- ARGV[2]  lease in ms, above 0
-- Replies  {"done", owner, holds, ttl, 0}, or {"held", owner, holds, ttl, 0}. Then nothing is changed.
-- A key of another type, or a hash that is not such a lock, is a WRONGTYPE error and changes nothing. A lease that
-- PEXPIRE would reject is an error before any change, so that no lock is left without an expiry. Never changes
-- another owner's lock or a hash with several fields (a read-write lock). Same commands as Redisson since 3.12.3
-- (HINCRBY, PEXPIRE), so its clients see an ordinary lock. Redis 5+.
if not string.match(ARGV[2], "^[1-9]%d*$") or #ARGV[2] > 15 then
    return redis.error_reply("ERR The lease must be a whole number of ms; nothing was changed")
end
local kind = redis.call("TYPE", KEYS[1]).ok
if kind == "none" then
    redis.call("HINCRBY", KEYS[1], ARGV[1], 1)
    redis.call("PEXPIRE", KEYS[1], ARGV[2])
    return {"done", ARGV[1], 1, redis.call("PTTL", KEYS[1]), 0}
end
-- Include hash-hold.lua
if held[1] ~= ARGV[1] then
    return {"held", held[1], count, redis.call("PTTL", KEYS[1]), 0}
end
if count == 2147483647 then
    return redis.error_reply("TOOLARGE The lock has as many holds as Redisson can count; nothing was changed")
end
count = redis.call("HINCRBY", KEYS[1], ARGV[1], 1)
redis.call("PEXPIRE", KEYS[1], ARGV[2])
return {"done", ARGV[1], count, redis.call("PTTL", KEYS[1]), 0}
