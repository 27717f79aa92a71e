-- SPDX-License-Identifier: GPL-3.0-or-later
-- Sets or shortens the expiry of a read-write lock of DistributedLock. Never extends it.
-- KEYS[1]  name.writer, a string: the writer's id, or that id with _WRITERWAITING for a waiting writer
-- KEYS[2]  name.readers, a set: the readers' ids, with one expiry for all
-- ARGV[1]  "owner": only for ARGV[2]; "any": for the writer and the readers
-- ARGV[2]  the owner to compare
-- ARGV[3]  ms from now, above 0
-- Replies  {"done", owner, 1, ttl, 0}: it expires no later than asked; {"owner-changed", …}, also if it is one of
--          several readers; or {"already-gone", …}.
-- A key of another type is a WRONGTYPE error and changes nothing. Never creates a key, never changes the key of a
-- waiting writer. Redis 5+.
local first = redis.call("TYPE", KEYS[1]).ok
local second = redis.call("TYPE", KEYS[2]).ok
if first ~= "none" and first ~= "string" then
    return redis.error_reply("WRONGTYPE The key holds a " .. first .. ", no such lock; nothing was changed")
end
if second ~= "none" and second ~= "set" then
    return redis.error_reply("WRONGTYPE The readers' key holds a " .. second .. ", no such lock; nothing was changed")
end
local writer = redis.call("GETRANGE", KEYS[1], 0, 511)
local writes = first == "string" and string.sub(writer, -14) ~= "_WRITERWAITING"
if not writes and second == "none" then
    return {"already-gone", "", 0, -2, 0}
end
local function nearer(key)
    local ttl = redis.call("PTTL", key)
    if ttl < 0 or ttl > tonumber(ARGV[3]) then
        redis.call("PEXPIRE", key, ARGV[3])
    end
    return redis.call("PTTL", key)
end
if ARGV[1] == "owner" then
    if writes and writer == ARGV[2] then
        return {"done", writer, 1, nearer(KEYS[1]), 0}
    end
    if redis.call("SISMEMBER", KEYS[2], ARGV[2]) == 1 and redis.call("SCARD", KEYS[2]) == 1 then
        return {"done", ARGV[2], 1, nearer(KEYS[2]), 0}
    end
    if second == "set" then
        return {"owner-changed", redis.call("SRANDMEMBER", KEYS[2]), 1, redis.call("PTTL", KEYS[2]), 0}
    end
    return {"owner-changed", writer, 1, redis.call("PTTL", KEYS[1]), 0}
end
local ttl = -2
local owner = writer
if second == "set" then
    owner = redis.call("SRANDMEMBER", KEYS[2])
    ttl = nearer(KEYS[2])
end
if writes then
    owner = writer
    ttl = nearer(KEYS[1])
end
return {"done", owner, 1, ttl, 0}
