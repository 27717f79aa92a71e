-- SPDX-License-Identifier: GPL-3.0-or-later
-- Puts the expiry of a Redisson read-write lock off, for one of its holders: the watchdog's tick.
-- KEYS[1]  the lock, a hash: mode -> read or write, and owner -> number of read holds, owner:write -> of write holds
-- KEYS[2]  what the keys of its read holds begin with: {KEYS[1]}, or KEYS[1] where that brings a brace; such a key is
--          KEYS[2]:owner:rwlock_timeout:1 and so on, a string with an expiry of its own
-- ARGV[1]  "read", "write", or "either": the read holds if there are any, else the write holds
-- ARGV[2]  the owner as a reader, uuid:threadId
-- ARGV[3]  the owner as the writer, uuid:threadId:write
-- ARGV[4]  lease in ms from now, longer than 0
-- Answers  {"done", owner as reader or writer, holds, ttl, 0}, {"owner-changed", a holder, holds, ttl, 0} or
--          {"already-gone", …}.
-- A key of another type, or a hash that is no such lock, is a WRONGTYPE error; nothing was changed.
-- More than 5000 read holds to look at are an error before anything is changed: a script blocks the server.
-- Renews the owner's own read holds and the lock, not the holds of other readers, as Redisson since 4.4.0.
-- Never creates a key. Redis 5+.
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
local keys = holdkeys({me})
if not keys then
    return redis.error_reply("ERR The lock has too many read holds for one step; nothing was changed")
end
for _, key in ipairs(keys) do
    redis.call("PEXPIRE", key, ARGV[4])
end
redis.call("PEXPIRE", KEYS[1], ARGV[4])
return {"done", me, counts[me], redis.call("PTTL", KEYS[1]), 0}
