-- SPDX-License-Identifier: GPL-3.0-or-later
-- Sets or shortens the expiry of a Redisson read-write lock and its read holds. Never extends it.
-- KEYS[1]  the lock, a hash: mode -> read or write, and owner -> number of read holds, owner:write -> of write holds
-- KEYS[2]  the prefix of its read hold keys: {KEYS[1]}, or KEYS[1] if it has braces. Each key,
--          KEYS[2]:owner:rwlock_timeout:1 and so on, is a string with its own expiry
-- ARGV[1]  "owner": only if ARGV[2] is one of its holders; "any": no comparison
-- ARGV[2]  the holder to compare, uuid:threadId or uuid:threadId:write
-- ARGV[3]  ms from now, above 0
-- Replies  {"done", a holder, holds, ttl, 0}: it expires no later than asked (nothing changes if it already expires
--          sooner); {"owner-changed", …} or {"already-gone", …}.
-- A key of another type, or a hash that is not such a lock, is a WRONGTYPE error and changes nothing. More than 1000
-- read holds are an error before any change, because a script blocks the server. Also shortens the read holds,
-- because after the next unlock the lock lives as long as the longest of them. Never creates a key. Redis 5+.
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
local keys, toomany = holdkeys(names)
if not keys then
    return toomany
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
