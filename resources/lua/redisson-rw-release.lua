-- SPDX-License-Identifier: GPL-3.0-or-later
-- Releases one hold of a Redisson read-write lock. The last one wakes the waiters.
-- KEYS[1]  the lock, a hash: mode -> read or write, and owner -> number of read holds, owner:write -> of write holds
-- KEYS[2]  the prefix of its read hold keys: {KEYS[1]}, or KEYS[1] if it has braces. Each key,
--          KEYS[2]:owner:rwlock_timeout:1 and so on, is a string with its own expiry
-- ARGV[1]  "read", "write", or "either": the read holds if there are any, else the write holds
-- ARGV[2]  the owner as a reader, uuid:threadId
-- ARGV[3]  the owner as the writer, uuid:threadId:write
-- ARGV[4]  lease in ms, set while the writer has holds left, as in Redisson
-- ARGV[5]  channel of the lock, computed by the caller: redisson_rwlock:{KEYS[1]}
-- ARGV[6]  message of a reader, "0"
-- ARGV[7]  message of the writer, "1"
-- Replies  {"done", owner, its holds left, ttl, 0}; {"done", "", 0, ttl, woken} if the owner has none left, although
--          others may; {"owner-changed", …} or {"already-gone", …}: the waiters are woken even then.
-- A key of another type, or a hash that is not such a lock, is a WRONGTYPE error and changes nothing. More than 1000
-- read holds are an error before any change, because a script blocks the server. Like Redisson since 3.44.0: while
-- there are other holders, the lock expires with the longest of their read holds; readers without unexpired holds no
-- longer count. A writer that still reads leaves the lock to readers and wakes no waiter. Publishes before it
-- deletes, so that nothing changes without permission to publish (NOPERM). Never changes unlock latches. The last
-- hold is removed without HINCRBY, which a server out of memory would reject. Redis 5+.
-- Include publish.lua
-- Include rw-hash.lua
if kind == "none" then
    local woken, refusal = publish(ARGV[5], ARGV[1] == "read" and ARGV[6] or ARGV[7])
    return refusal or {"already-gone", "", 0, -2, woken}
end
local odd = readlock()
if odd then
    return odd
end
local me = meant()
if not counts[me] then
    return changed()
end
local left = counts[me] - 1
if me ~= ARGV[2] then
    if left > 0 then
        redis.call("HINCRBY", KEYS[1], me, -1)
        redis.call("PEXPIRE", KEYS[1], ARGV[4])
        return {"done", me, left, redis.call("PTTL", KEYS[1]), 0}
    end
    if #names > 1 then
        redis.call("HDEL", KEYS[1], me)
        redis.call("HSET", KEYS[1], "mode", "read")
        return {"done", "", 0, redis.call("PTTL", KEYS[1]), 0}
    end
    local woken, refusal = publish(ARGV[5], ARGV[7])
    if refusal then
        return refusal
    end
    redis.call("DEL", KEYS[1])
    return {"done", "", 0, -2, woken}
end
local keys, toomany = holdkeys(names)
if not keys then
    return toomany
end
local gone = KEYS[2] .. ":" .. me .. ":rwlock_timeout:" .. string.format("%.0f", counts[me])
local longest = -3
for _, key in ipairs(keys) do
    if key ~= gone then
        longest = math.max(longest, redis.call("PTTL", key))
    end
end
local alone = #names == 1 and left == 0
if not alone and (longest > 0 or mode == "write") then
    redis.call("DEL", gone)
    if left > 0 then
        redis.call("HINCRBY", KEYS[1], me, -1)
    else
        redis.call("HDEL", KEYS[1], me)
    end
    if longest > 0 then
        redis.call("PEXPIRE", KEYS[1], ms(longest))
    end
    return {"done", left > 0 and me or "", left, redis.call("PTTL", KEYS[1]), 0}
end
local woken, refusal = publish(ARGV[5], ARGV[6])
if refusal then
    return refusal
end
redis.call("DEL", gone)
redis.call("DEL", KEYS[1])
return {"done", "", 0, -2, woken}
