-- SPDX-License-Identifier: GPL-3.0-or-later
-- Acquires a read-write lock of DistributedLock, for one reader or for the writer.
-- KEYS[1]  name.writer, a string: the writer's id, or that id with _WRITERWAITING for a waiting writer
-- KEYS[2]  name.readers, a set: the readers' ids
-- ARGV[1]  owner
-- ARGV[2]  "read" or "write"
-- ARGV[3]  lease in ms, above 0
-- Replies  {"done", owner, 1, ttl, 0}, or {"held", owner, 1, ttl, 0}. Then nothing is changed. A waiting writer keeps
--          readers and other writers out; it is returned with its suffix.
-- A key of another type is a WRONGTYPE error and changes nothing. A lease that PEXPIRE would reject is an error
-- before any change. Never marks the caller as waiting, never shortens the expiry of other readers, nor sets
-- one where they have none. Redis 5+.
if not string.match(ARGV[3], "^[1-9]%d*$") or #ARGV[3] > 15 then
    return redis.error_reply("ERR The lease must be a whole number of ms; nothing was changed")
end
local first = redis.call("TYPE", KEYS[1]).ok
local second = redis.call("TYPE", KEYS[2]).ok
if first ~= "none" and first ~= "string" then
    return redis.error_reply("WRONGTYPE The key holds a " .. first .. ", no such lock; nothing was changed")
end
if second ~= "none" and second ~= "set" then
    return redis.error_reply("WRONGTYPE The readers' key holds a " .. second .. ", no such lock; nothing was changed")
end
if first == "string" then
    return {"held", redis.call("GETRANGE", KEYS[1], 0, 511), 1, redis.call("PTTL", KEYS[1]), 0}
end
if ARGV[2] == "read" then
    redis.call("SADD", KEYS[2], ARGV[1])
    local left = redis.call("PTTL", KEYS[2])
    if second == "none" or (left >= 0 and left < tonumber(ARGV[3])) then
        redis.call("PEXPIRE", KEYS[2], ARGV[3])
    end
    return {"done", ARGV[1], 1, redis.call("PTTL", KEYS[2]), 0}
end
if second == "set" then
    return {"held", redis.call("SRANDMEMBER", KEYS[2]), 1, redis.call("PTTL", KEYS[2]), 0}
end
redis.call("SET", KEYS[1], ARGV[1], "PX", ARGV[3])
return {"done", ARGV[1], 1, redis.call("PTTL", KEYS[1]), 0}
