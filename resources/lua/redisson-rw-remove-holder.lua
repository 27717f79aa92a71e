-- SPDX-License-Identifier: GPL-3.0-or-later
-- Removes one reader or the writer, with all its holds of that mode, from a Redisson read-write lock.
-- KEYS[1]  the lock, a hash: mode -> read or write, and owner -> number of read holds, owner:write -> of write holds
-- KEYS[2]  the prefix of its read hold keys: {KEYS[1]}, or KEYS[1] if it has braces. Each key,
--          KEYS[2]:owner:rwlock_timeout:1 and so on, is a string with its own expiry
-- ARGV[1]  "read", "write", or "either": the read holds if there are any, else the write holds
-- ARGV[2]  the owner as a reader, uuid:threadId
-- ARGV[3]  the owner as the writer, uuid:threadId:write
-- ARGV[4]  the number of holds expected; empty: any
-- ARGV[5]  channel of the lock, computed by the caller: redisson_rwlock:{KEYS[1]}
-- ARGV[6]  message, "1": all waiters try again
-- Replies  {"done", "", 0, ttl, woken} with the TTL of the remaining lock; {"owner-changed", a holder, holds, ttl, 0}
--          (it no longer holds the lock, or another number of times) or {"already-gone", …}.
-- A key of another type, or a hash that is not such a lock, is a WRONGTYPE error and changes nothing. More than 1000
-- read holds are an error before any change, because a script blocks the server. Like Redisson's unlock: while there
-- are other holders, the lock expires with the longest of their read holds, and readers without unexpired holds no
-- longer count. Unlike Redisson, wakes the waiters if the removed writer still reads and so leaves the lock to
-- readers. Publishes before it deletes, so that nothing changes without permission to publish (NOPERM). Never
-- changes unlock latches. Redis 5+.
-- Include publish.lua
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
if ARGV[4] ~= "" and tonumber(ARGV[4]) ~= counts[me] then
    return {"owner-changed", me, counts[me], redis.call("PTTL", KEYS[1]), 0}
end
local mine, many = holdkeys({me})
local theirs, more = holdkeys(names, me)
if not mine or not theirs then
    return many or more
end
if #mine + #theirs > 1000 then
    return redis.error_reply("TOOLARGE The lock has too many read holds for one step, more than 1000; nothing was changed")
end
local longest = -3
for _, key in ipairs(theirs) do
    longest = math.max(longest, redis.call("PTTL", key))
end
local writer = me ~= ARGV[2]
local stays = #names > 1 and (longest > 0 or mode == "write")
local woken = 0
if writer or not stays then
    local heard, refusal = publish(ARGV[5], ARGV[6])
    if refusal then
        return refusal
    end
    woken = heard
end
if #mine > 0 then
    redis.call("DEL", unpack(mine))
end
if not stays then
    redis.call("DEL", KEYS[1])
    return {"done", "", 0, -2, woken}
end
redis.call("HDEL", KEYS[1], me)
if writer then
    redis.call("HSET", KEYS[1], "mode", "read")
elseif longest > 0 then
    redis.call("PEXPIRE", KEYS[1], ms(longest))
end
return {"done", "", 0, redis.call("PTTL", KEYS[1]), woken}
