-- SPDX-License-Identifier: GPL-3.0-or-later
-- Extends a token lock, for its owner only.
-- KEYS[1]  the lock, a string: its owner's token
-- ARGV[1]  owner
-- ARGV[2]  lease in ms from now, above 0
-- Replies  {"done", owner, 1, ttl, 0}, {"owner-changed", owner, 1, ttl, 0} or {"already-gone", …}.
-- A key of another type, or a string longer than 512 bytes, is a WRONGTYPE error and changes nothing. Never creates
-- a key. Redis 5+.
-- Include short-string.lua
local owner = redis.call("GET", KEYS[1])
if owner ~= ARGV[1] then
    return {"owner-changed", owner, 1, redis.call("PTTL", KEYS[1]), 0}
end
redis.call("PEXPIRE", KEYS[1], ARGV[2])
return {"done", owner, 1, redis.call("PTTL", KEYS[1]), 0}
