-- SPDX-License-Identifier: GPL-3.0-or-later
-- Removes a Redisson read-write lock with all its readers or its writer, if it is still as shown.
-- KEYS[1]  the lock, a hash: mode -> read or write, and owner -> number of read holds, owner:write -> of write holds
-- KEYS[2]  the prefix of its read hold keys: {KEYS[1]}, or KEYS[1] if it has braces. Each key,
--          KEYS[2]:owner:rwlock_timeout:1 and so on, is a string with its own expiry
-- ARGV[1]  "these": only if its holders are exactly those of ARGV[4…]; "any": no comparison
-- ARGV[2]  channel of the lock, computed by the caller: redisson_rwlock:{KEYS[1]}
-- ARGV[3]  message, "1": all waiters try again
-- ARGV[4]  an expected holder, uuid:threadId or uuid:threadId:write, ARGV[5] its number of holds (0: any), and so on
-- Replies  {"done", "", 0, -2, woken}, {"owner-changed", a holder, holds, ttl, 0} (an unexpected holder or one with
--          another number of holds, else any remaining one) or {"already-gone", …}.
-- A key of another type, or a hash that is not such a lock, is a WRONGTYPE error and changes nothing. More than 1000
-- read holds are an error before any change, because a script blocks the server. Publishes before it deletes, so
-- that nothing changes without permission to publish (NOPERM). Also deletes the read hold keys. Never changes unlock
-- latches. Redis 5+.
-- Include publish.lua
-- Include rw-hash.lua
if kind == "none" then
    return {"already-gone", "", 0, -2, 0}
end
local odd = readlock()
if odd then
    return odd
end
if ARGV[1] == "these" then
    local expected = {}
    local missing = false
    for i = 4, #ARGV, 2 do
        expected[ARGV[i]] = ARGV[i + 1]
        missing = missing or not counts[ARGV[i]]
    end
    local other = missing and names[1] or false
    for _, name in ipairs(names) do
        local count = expected[name]
        if not count or (count ~= "0" and tonumber(count) ~= counts[name]) then
            other = name
        end
    end
    if other or missing then
        return {"owner-changed", other or "", other and counts[other] or 0, redis.call("PTTL", KEYS[1]), 0}
    end
end
local keys, toomany = holdkeys(names)
if not keys then
    return toomany
end
local woken, refusal = publish(ARGV[2], ARGV[3])
if refusal then
    return refusal
end
keys[#keys + 1] = KEYS[1]
redis.call("DEL", unpack(keys))
return {"done", "", 0, -2, woken}
