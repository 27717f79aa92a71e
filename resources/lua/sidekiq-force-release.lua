-- SPDX-License-Identifier: GPL-3.0-or-later
-- Removes a lock of sidekiq-unique-jobs 7 to 9 with all jobs that hold it, if they are still those shown.
-- KEYS[1]  digest:LOCKED, a hash: job id -> JSON (v9) or the time of the acquire (v7, v8)
-- KEYS[2]  digest, a string; KEYS[3] and KEYS[4]  digest:QUEUED and digest:PRIMED, lists; KEYS[5]  digest:INFO, a
--          string: v7 and v8 only
-- KEYS[6]  uniquejobs:digests and KEYS[7]  uniquejobs:expiring_digests, sorted sets: the lists of all locks
-- ARGV[1]  digest, as in the lists of all locks
-- ARGV[2]  "any": no comparison; "these": only if exactly these hold it:
-- ARGV[3…] for each: its mode (ignored), then its job id
-- Replies  {"done", "", 0, -2, 0}, {"owner-changed", owner, 1, ttl, 0} or {"already-gone", "", 0, -2, 0}.
-- A key of another type, a hash of more than 256 fields, or one whose values are neither JSON nor times, is a
-- WRONGTYPE error and changes nothing. Never changes the jobs. For v7 and v8, wakes one waiter like the library:
-- pushes a 1 to the queue and lets the queue expire after 5 s. Redis 5+.
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
local types = {"hash", "string", "list", "list", "string", "zset", "zset"}
-- Include sidekiq-change.lua
local json = string.sub(held[2], 1, 1) == "{"
redis.call("ZREM", KEYS[6], ARGV[1])
redis.call("ZREM", KEYS[7], ARGV[1])
redis.call("UNLINK", KEYS[1])
if not json then
    redis.call("UNLINK", KEYS[2], KEYS[4], KEYS[5])
    redis.call("LPUSH", KEYS[3], "1")
    redis.call("PEXPIRE", KEYS[3], 5000)
end
return {"done", "", 0, -2, 0}
