-- SPDX-License-Identifier: GPL-3.0-or-later
-- Acquires a Redisson non-reentrant lock, if it is free. The same owner cannot acquire it twice.
-- KEYS[1]  the lock, a hash: owner -> 1
-- ARGV[1]  owner, uuid:threadId
-- ARGV[2]  lease in ms, above 0
-- Replies  {"done", owner, 1, ttl, 0}, or {"held", owner, holds, ttl, 0}. Then nothing is changed.
-- A key of another type, or a hash that is not such a lock, is a WRONGTYPE error and changes nothing. A lease that
-- PEXPIRE would reject is an error before any change, so that no lock is left without an expiry. Never changes a
-- held lock. Same commands as Redisson since 4.4.0. Redis 5+.
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
return {"held", held[1], count, redis.call("PTTL", KEYS[1]), 0}
