-- SPDX-License-Identifier: GPL-3.0-or-later
-- Removes one job from a lock of sidekiq-unique-jobs 6 or older. The last one deletes the lock.
-- KEYS[1]  digest:GRABBED, a hash: job id -> the time of the acquire
-- KEYS[2]  digest:EXISTS, a string; KEYS[3]  digest:AVAILABLE, a list; KEYS[4]  digest:VERSION, a string
-- KEYS[5]  digest, a string; KEYS[6]  unique:keys, a set: the list of all locks
-- ARGV[1]  digest, as in the list of all locks
-- ARGV[2]  job id
-- Replies  {"done", "", 0, ttl, 0}, {"owner-changed", owner, 1, ttl, 0} if others hold it, but not this owner, or
--          {"already-gone", "", 0, -2, 0}.
-- A key of another type, or a hash of more than 256 fields, is a WRONGTYPE error and changes nothing. Never changes
-- the job. Wakes one waiter like the library: pushes the token to the list. If the lock is gone, the list expires
-- after 5 s. Redis 5+.
local kind = redis.call("TYPE", KEYS[1]).ok
if kind == "none" then
    return {"already-gone", "", 0, -2, 0}
end
if kind ~= "hash" then
    return redis.error_reply("WRONGTYPE The key holds a " .. kind .. ", no such lock; nothing was changed")
end
if redis.call("HLEN", KEYS[1]) > 256 then
    return redis.error_reply("WRONGTYPE The key holds a hash of more than 256 fields, no such lock; nothing was changed")
end
local types = {"hash", "string", "list", "string", "string", "set"}
for i = 2, #KEYS do
    local other = redis.call("TYPE", KEYS[i]).ok
    if other ~= "none" and other ~= types[i] then
        return redis.error_reply("WRONGTYPE The key " .. KEYS[i] .. " holds a " .. other .. "; nothing was changed")
    end
end
if redis.call("HDEL", KEYS[1], ARGV[2]) == 0 then
    return {"owner-changed", redis.call("HKEYS", KEYS[1])[1], 1, redis.call("PTTL", KEYS[1]), 0}
end
local left = redis.call("HLEN", KEYS[1])
if left == 0 then
    redis.call("SREM", KEYS[6], ARGV[1])
    redis.call("UNLINK", KEYS[2], KEYS[3], KEYS[4], KEYS[5])
end
redis.call("LPUSH", KEYS[3], ARGV[2])
if left == 0 then
    redis.call("EXPIRE", KEYS[3], 5)
end
return {"done", "", 0, redis.call("PTTL", KEYS[1]), 0}
