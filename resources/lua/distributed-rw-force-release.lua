-- SPDX-License-Identifier: GPL-3.0-or-later
-- Removes the writer and all readers of a read-write lock of DistributedLock, if they are still those shown.
-- KEYS[1]  name.writer, a string: the writer's id, or that id with _WRITERWAITING
-- KEYS[2]  name.readers, a set: the readers' ids
-- ARGV[1]  "any": no comparison; "these": only if exactly these hold it:
-- ARGV[2…] for each: "read", "write" or "" (either), then its id
-- Replies  {"done", "", 0, -2, 0}, {"owner-changed", owner, 1, ttl, 0} or {"already-gone", "", 0, -2, 0}.
-- A key of another type, more than 256 readers, or values that are not such ids, are a WRONGTYPE error and change
-- nothing. Never deletes the key of a waiting writer. Wakes no waiter: waiters of this kind poll. Redis 5+.
local first = redis.call("TYPE", KEYS[1]).ok
local second = redis.call("TYPE", KEYS[2]).ok
if first ~= "none" and first ~= "string" then
    return redis.error_reply("WRONGTYPE The key holds a " .. first .. ", no such lock; nothing was changed")
end
if second ~= "none" and second ~= "set" then
    return redis.error_reply("WRONGTYPE The readers' key holds a " .. second .. ", no such lock; nothing was changed")
end
if redis.call("SCARD", KEYS[2]) > 256 then
    return redis.error_reply("WRONGTYPE The readers' key holds more than 256 members; nothing was changed")
end
local readers = redis.call("SMEMBERS", KEYS[2])
local writer = redis.call("GETRANGE", KEYS[1], 0, 511)
local waits = string.sub(writer, -14) == "_WRITERWAITING"
local writes = first == "string" and not waits
if not writes and #readers == 0 then
    return {"already-gone", "", 0, -2, 0}
end
local expected = {}
local count = 0
for i = 2, #ARGV, 2 do
    expected[ARGV[i + 1]] = ARGV[i]
    count = count + 1
end
local found = 0
if writes then
    if not string.match(writer, "^.+_%d+_%x+$") then
        return redis.error_reply("WRONGTYPE The key holds a value that is no lock owner; nothing was changed")
    end
    local mode = expected[writer]
    if ARGV[1] ~= "any" and mode ~= "write" and mode ~= "" then
        return {"owner-changed", writer, 1, redis.call("PTTL", KEYS[1]), 0}
    end
    found = 1
end
for _, reader in ipairs(readers) do
    if not string.match(reader, "^.+_%d+_%x+$") then
        return redis.error_reply("WRONGTYPE The readers' key holds a member that is no lock owner; nothing was changed")
    end
    local mode = expected[reader]
    if ARGV[1] ~= "any" and mode ~= "read" and mode ~= "" then
        return {"owner-changed", reader, 1, redis.call("PTTL", KEYS[2]), 0}
    end
    found = found + 1
end
if ARGV[1] ~= "any" and found ~= count then
    return {"owner-changed", readers[1] or writer, 1, redis.call("PTTL", readers[1] and KEYS[2] or KEYS[1]), 0}
end
redis.call("DEL", KEYS[2])
if writes then
    redis.call("DEL", KEYS[1])
end
return {"done", "", 0, -2, 0}
