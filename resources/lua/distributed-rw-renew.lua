-- SPDX-License-Identifier: GPL-3.0-or-later
-- Extends a hold of a read-write lock of DistributedLock.
-- KEYS[1]  name.writer, a string: the writer's id
-- KEYS[2]  name.readers, a set: the readers' ids, with one expiry for all
-- ARGV[1]  owner
-- ARGV[2]  lease in ms, above 0
-- Replies  {"done", owner, 1, ttl, 0}, {"owner-changed", owner, 1, ttl, 0} or {"already-gone", "", 0, -2, 0}.
-- A key of another type is a WRONGTYPE error and changes nothing. Never creates a key, never shortens the expiry of
-- readers, nor sets one where they have none. Redis 5+.
local first = redis.call("TYPE", KEYS[1]).ok
local second = redis.call("TYPE", KEYS[2]).ok
if first ~= "none" and first ~= "string" then
    return redis.error_reply("WRONGTYPE The key holds a " .. first .. ", no such lock; nothing was changed")
end
if second ~= "none" and second ~= "set" then
    return redis.error_reply("WRONGTYPE The readers' key holds a " .. second .. ", no such lock; nothing was changed")
end
local writer = redis.call("GETRANGE", KEYS[1], 0, 511)
if writer == ARGV[1] then
    redis.call("PEXPIRE", KEYS[1], ARGV[2])
    return {"done", ARGV[1], 1, redis.call("PTTL", KEYS[1]), 0}
end
if redis.call("SISMEMBER", KEYS[2], ARGV[1]) == 1 then
    local left = redis.call("PTTL", KEYS[2])
    if left >= 0 and left < tonumber(ARGV[2]) then
        redis.call("PEXPIRE", KEYS[2], ARGV[2])
    end
    return {"done", ARGV[1], 1, redis.call("PTTL", KEYS[2]), 0}
end
if second == "set" then
    return {"owner-changed", redis.call("SRANDMEMBER", KEYS[2]), 1, redis.call("PTTL", KEYS[2]), 0}
end
if first == "string" then
    return {"owner-changed", writer, 1, redis.call("PTTL", KEYS[1]), 0}
end
return {"already-gone", "", 0, -2, 0}
