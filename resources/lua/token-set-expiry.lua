-- SPDX-License-Identifier: GPL-3.0-or-later
-- Sets or shortens the expiry of a token lock. Never extends it.
-- KEYS[1]  the lock, a string: its owner's token
-- ARGV[1]  "owner": only if ARGV[2] holds it; "any": no comparison
-- ARGV[2]  the owner to compare
-- ARGV[3]  ms from now, above 0
-- Replies  {"done", owner, 1, ttl, 0}: it expires no later than asked (nothing changes if it already expires sooner);
--          {"owner-changed", …} or {"already-gone", …}.
-- A key of another type, or a string longer than 512 bytes, is a WRONGTYPE error and changes nothing. Never creates
-- a key. Redis 5+.
-- Include short-string.lua
local owner = redis.call("GET", KEYS[1])
if ARGV[1] ~= "any" and owner ~= ARGV[2] then
    return {"owner-changed", owner, 1, redis.call("PTTL", KEYS[1]), 0}
end
local ttl = redis.call("PTTL", KEYS[1])
if ttl < 0 or ttl > tonumber(ARGV[3]) then
    redis.call("PEXPIRE", KEYS[1], ARGV[3])
    ttl = redis.call("PTTL", KEYS[1])
end
return {"done", owner, 1, ttl, 0}
