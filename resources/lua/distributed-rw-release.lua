-- SPDX-License-Identifier: GPL-3.0-or-later
-- Removes one reader, the writer or a waiting writer from a read-write lock of DistributedLock.
-- KEYS[1]  name.writer, a string: the writer's id, or that id with _WRITERWAITING
-- KEYS[2]  name.readers, a set: the readers' ids
-- ARGV[1]  owner, without suffix
-- ARGV[2]  "read", "write" (also a waiting writer) or "any"
-- Replies  {"done", "", 0, ttl, 0} with the expiry of the remaining holders, {"owner-changed", owner, 1, ttl, 0} if
--          others hold it, but not this owner, or {"already-gone", "", 0, -2, 0}.
-- A key of another type is a WRONGTYPE error and changes nothing. Never changes another holder. Wakes no waiter:
-- waiters of this kind poll. Redis 5+.
local first = redis.call("TYPE", KEYS[1]).ok
local second = redis.call("TYPE", KEYS[2]).ok
if first ~= "none" and first ~= "string" then
    return redis.error_reply("WRONGTYPE The key holds a " .. first .. ", no such lock; nothing was changed")
end
if second ~= "none" and second ~= "set" then
    return redis.error_reply("WRONGTYPE The readers' key holds a " .. second .. ", no such lock; nothing was changed")
end
local writer = redis.call("GETRANGE", KEYS[1], 0, 511)
if ARGV[2] ~= "read" and first == "string" and (writer == ARGV[1] or writer == ARGV[1] .. "_WRITERWAITING") then
    redis.call("DEL", KEYS[1])
    return {"done", "", 0, redis.call("PTTL", KEYS[2]), 0}
end
if ARGV[2] ~= "write" and redis.call("SREM", KEYS[2], ARGV[1]) == 1 then
    return {"done", "", 0, redis.call("PTTL", KEYS[2]), 0}
end
if second == "set" then
    return {"owner-changed", redis.call("SRANDMEMBER", KEYS[2]), 1, redis.call("PTTL", KEYS[2]), 0}
end
if first == "string" then
    return {"owner-changed", writer, 1, redis.call("PTTL", KEYS[1]), 0}
end
return {"already-gone", "", 0, -2, 0}
