-- SPDX-License-Identifier: GPL-3.0-or-later
-- Extends a Redisson read-write lock for one of its holders, as the watchdog does.
-- KEYS[1]  the lock, a hash: mode -> read or write, and owner -> number of read holds, owner:write -> of write holds
-- KEYS[2]  the prefix of its read hold keys: {KEYS[1]}, or KEYS[1] if it has braces. Each key,
--          KEYS[2]:owner:rwlock_timeout:1 and so on, is a string with its own expiry
-- ARGV[1]  "read", "write", or "either": the read holds if there are any, else the write holds
-- ARGV[2]  the owner as a reader, uuid:threadId
-- ARGV[3]  the owner as the writer, uuid:threadId:write
-- ARGV[4]  lease in ms from now, above 0
-- Replies  {"done", owner as reader or writer, holds, ttl, 0}, {"owner-changed", a holder, holds, ttl, 0} or
--          {"already-gone", …}.
-- A key of another type, or a hash that is not such a lock, is a WRONGTYPE error and changes nothing. More than 1000
-- read holds are an error before any change, because a script blocks the server. Like Redisson since 4.4.0, extends
-- the lock and the owner's read holds, not those of other readers. Never creates a key. Redis 5+.
-- Include rw-hash.lua
if kind == "none" then
    return {"already-gone", "", 0, -2, 0}
end
local odd = readlock()
if odd then
    return odd
end
local me = meant()
if not counts[me] then
    return changed()
end
local keys, toomany = holdkeys({me})
if not keys then
    return toomany
end
for _, key in ipairs(keys) do
    redis.call("PEXPIRE", key, ARGV[4])
end
redis.call("PEXPIRE", KEYS[1], ARGV[4])
return {"done", me, counts[me], redis.call("PTTL", KEYS[1]), 0}
