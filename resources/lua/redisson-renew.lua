-- SPDX-License-Identifier: GPL-3.0-or-later
-- Extends a Redisson reentrant lock, for its owner only, as the watchdog does.
-- KEYS[1]  the lock, a hash: owner -> number of holds
-- ARGV[1]  owner
-- ARGV[2]  lease in ms from now, above 0
-- Replies  {"done", owner, holds, ttl, 0}, {"owner-changed", owner, holds, ttl, 0} or {"already-gone", …}.
-- A key of another type, or a hash that is not such a lock, is a WRONGTYPE error and changes nothing. Never creates
-- a key. Redis 5+.
-- Include one-hold.lua
if held[1] ~= ARGV[1] then
    return {"owner-changed", held[1], count, redis.call("PTTL", KEYS[1]), 0}
end
redis.call("PEXPIRE", KEYS[1], ARGV[2])
return {"done", held[1], count, redis.call("PTTL", KEYS[1]), 0}
