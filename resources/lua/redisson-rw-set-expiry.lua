-- SPDX-License-Identifier: GPL-3.0-or-later
-- Gives a Redisson read-write lock an expiry, or a nearer one, and its read holds with it. Never a later one.
-- KEYS[1]  the lock, a hash: mode -> read or write, and owner -> number of read holds, owner:write -> of write holds
-- KEYS[2]  what the keys of its read holds begin with: {KEYS[1]}, or KEYS[1] where that brings a brace; such a key is
--          KEYS[2]:owner:rwlock_timeout:1 and so on, a string with an expiry of its own
-- ARGV[1]  "owner": only if ARGV[2] is one of its holders; "any": whoever holds it
-- ARGV[2]  the holder meant, uuid:threadId or uuid:threadId:write
-- ARGV[3]  ms from now, longer than 0
-- Answers  {"done", a holder, holds, ttl, 0}: it expires no later than asked (where it would have expired sooner
--          anyway, nothing was changed); {"owner-changed", …} or {"already-gone", …}.
-- A key of another type, or a hash that is no such lock, is a WRONGTYPE error; nothing was changed.
-- More than 5000 read holds to look at are an error before anything is changed: a script blocks the server.
-- The read holds are shortened too: with the next unlock the lock would live as long as the longest of them.
-- Never creates a key. Redis 5+.
-- Include rw-hash.lua
if kind == "none" then
    return {"already-gone", "", 0, -2, 0}
end
local odd = readlock()
if odd then
    return odd
end
local holder = ARGV[1] == "owner" and ARGV[2] or names[1] or ""
if ARGV[1] == "owner" and not counts[holder] then
    return changed()
end
local keys = holdkeys(names)
if not keys then
    return redis.error_reply("ERR The lock has too many read holds for one step; nothing was changed")
end
local most = tonumber(ARGV[3])
for _, key in ipairs(keys) do
    local ttl = redis.call("PTTL", key)
    if ttl == -1 or ttl > most then
        redis.call("PEXPIRE", key, ARGV[3])
    end
end
local ttl = redis.call("PTTL", KEYS[1])
if ttl < 0 or ttl > most then
    redis.call("PEXPIRE", KEYS[1], ARGV[3])
    ttl = redis.call("PTTL", KEYS[1])
end
return {"done", holder, counts[holder] or 0, ttl, 0}
