-- SPDX-License-Identifier: GPL-3.0-or-later
-- Removes a token lock, if it is still as shown.
-- KEYS[1]  the lock, a string: its owner's token
-- ARGV[1]  "owner": only if ARGV[2] holds it; "any": no comparison
-- ARGV[2]  the owner expected
-- Replies  {"done", "", 0, -2, 0}, {"owner-changed", owner, 1, ttl, 0} or {"already-gone", …}.
-- A key of another type, or a string longer than 512 bytes, is a WRONGTYPE error and changes nothing. Wakes no
-- waiter: waiters of this kind poll. Redis 5+.
-- Include short-string.lua
local owner = redis.call("GET", KEYS[1])
if ARGV[1] ~= "any" and owner ~= ARGV[2] then
    return {"owner-changed", owner, 1, redis.call("PTTL", KEYS[1]), 0}
end
redis.call("DEL", KEYS[1])
return {"done", "", 0, -2, 0}
