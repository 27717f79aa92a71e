-- SPDX-License-Identifier: GPL-3.0-or-later
-- Releases a token lock, for its owner only: compare-and-delete.
-- KEYS[1]  the lock, a string: its owner's token
-- ARGV[1]  owner
-- Replies  {"done", "", 0, -2, 0}, {"owner-changed", owner, 1, ttl, 0} or {"already-gone", …}.
-- A key of another type, or a string longer than 512 bytes, is a WRONGTYPE error and changes nothing. Wakes no
-- waiter: waiters of this kind poll. Redis 5+. Reads the value only if its length fits, so that no long string is
-- fetched.
local length = redis.pcall("STRLEN", KEYS[1])
if length == #ARGV[1] and redis.call("GET", KEYS[1]) == ARGV[1] then
    redis.call("DEL", KEYS[1])
    return {"done", "", 0, -2, 0}
end
-- Include short-string.lua
return {"owner-changed", redis.call("GET", KEYS[1]), 1, redis.call("PTTL", KEYS[1]), 0}
