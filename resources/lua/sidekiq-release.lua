-- SPDX-License-Identifier: GPL-3.0-or-later
-- Takes one job out of a lock of sidekiq-unique-jobs 7 to 9; with the last one the lock goes.
-- KEYS[1]  digest:LOCKED, a hash: job id -> JSON (v9) or the time it was taken (v7, v8)
-- KEYS[2]  digest, a string; KEYS[3] and KEYS[4]  digest:QUEUED and digest:PRIMED, lists; KEYS[5]  digest:INFO, a
--          string: v7 and v8 only
-- KEYS[6]  uniquejobs:digests and KEYS[7]  uniquejobs:expiring_digests, sorted sets: the lists of all locks
-- ARGV[1]  digest, as it stands in the lists of all locks
-- ARGV[2]  job id
-- ARGV[3]  "queued": if he does not hold it, his places in QUEUED and PRIMED are taken away; absent: they stay
-- Answers  {"done", "", 0, ttl, 0}, {"owner-changed", owner, 1, ttl, 0} where others hold it but not he, or
--          {"already-gone", "", 0, -2, 0}.
-- A key of another type, or a hash of more than 256 fields, is a WRONGTYPE error; nothing was changed. Never touches
-- the job. Of v7 and v8 one sleeper is woken as the library does it: a 1 in the queue, which lives for 5 s; it is
-- pushed too where nobody sleeps. Redis 5+.
local kind = redis.call("TYPE", KEYS[1]).ok
if kind ~= "none" and kind ~= "hash" then
    return redis.error_reply("WRONGTYPE The key holds a " .. kind .. ", no such lock; nothing was changed")
end
if redis.call("HLEN", KEYS[1]) > 256 then
    return redis.error_reply("WRONGTYPE The key holds a hash of more than 256 fields, no such lock; nothing was changed")
end
local types = {"hash", "string", "list", "list", "string", "zset", "zset"}
for i = 2, #KEYS do
    local other = redis.call("TYPE", KEYS[i]).ok
    if other ~= "none" and other ~= types[i] then
        return redis.error_reply("WRONGTYPE The key " .. KEYS[i] .. " holds a " .. other .. "; nothing was changed")
    end
end
local value = redis.call("HGET", KEYS[1], ARGV[2])
if not value then
    if ARGV[3] == "queued" then
        local places = redis.call("LREM", KEYS[3], 0, ARGV[2]) + redis.call("LREM", KEYS[4], 0, ARGV[2])
        if places > 0 then
            return {"done", "", 0, redis.call("PTTL", KEYS[1]), 0}
        end
    end
    if kind == "none" then
        return {"already-gone", "", 0, -2, 0}
    end
    return {"owner-changed", redis.call("HKEYS", KEYS[1])[1], 1, redis.call("PTTL", KEYS[1]), 0}
end
local json = string.sub(value, 1, 1) == "{"
redis.call("HDEL", KEYS[1], ARGV[2])
local left = redis.call("HLEN", KEYS[1])
if not json then
    redis.call("UNLINK", KEYS[2], KEYS[5])
end
if left == 0 then
    redis.call("ZREM", KEYS[6], ARGV[1])
    redis.call("ZREM", KEYS[7], ARGV[1])
    if not json then
        redis.call("UNLINK", KEYS[4])
    end
end
if not json then
    redis.call("LPUSH", KEYS[3], "1")
    redis.call("PEXPIRE", KEYS[3], 5000)
end
return {"done", "", 0, redis.call("PTTL", KEYS[1]), 0}
