-- SPDX-License-Identifier: GPL-3.0-or-later
-- Sets or shortens the expiry of a Redisson reentrant lock. Never extends it.
-- KEYS[1]  the lock, a hash: owner -> number of holds
-- ARGV[1]  "owner": only if ARGV[2] holds it; "any": no comparison
-- ARGV[2]  the owner to compare
-- ARGV[3]  ms from now, above 0
-- Replies  {"done", owner, holds, ttl, 0}: it expires no later than asked (nothing changes if it already expires
--          sooner); {"owner-changed", …} or {"already-gone", …}.
-- A key of another type, or a hash that is not such a lock, is a WRONGTYPE error and changes nothing. Never creates
-- a key. Redis 5+.
-- Include one-hold.lua
if ARGV[1] ~= "any" and held[1] ~= ARGV[2] then
    return {"owner-changed", held[1], count, redis.call("PTTL", KEYS[1]), 0}
end
local ttl = redis.call("PTTL", KEYS[1])
if ttl < 0 or ttl > tonumber(ARGV[3]) then
    redis.call("PEXPIRE", KEYS[1], ARGV[3])
    ttl = redis.call("PTTL", KEYS[1])
end
return {"done", held[1], count, ttl, 0}
