-- SPDX-License-Identifier: GPL-3.0-or-later
-- Removes a lock of sidekiq-unique-jobs 6 or older with all jobs that hold it, if they are still those shown.
-- KEYS[1]  digest:GRABBED, a hash: job id -> the time of the acquire
-- KEYS[2]  digest:EXISTS, a string; KEYS[3]  digest:AVAILABLE, a list; KEYS[4]  digest:VERSION, a string
-- KEYS[5]  digest, a string; KEYS[6]  unique:keys, a set: the list of all locks
-- ARGV[1]  digest, as in the list of all locks
-- ARGV[2]  "any": no comparison; "these": only if exactly these hold it:
-- ARGV[3…] for each: its mode (ignored), then its job id
-- Replies  {"done", "", 0, -2, 0}, {"owner-changed", owner, 1, ttl, 0} or {"already-gone", "", 0, -2, 0}.
-- A key of another type, a hash of more than 256 fields, or one whose values are not times, is a WRONGTYPE error and
-- changes nothing. Never changes the jobs. Wakes one waiter like the library: pushes a token to the list and lets
-- the list expire after 5 s. Redis 5+.
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
-- Include sidekiq-change.lua
redis.call("SREM", KEYS[6], ARGV[1])
redis.call("UNLINK", KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5])
redis.call("LPUSH", KEYS[3], held[1])
redis.call("EXPIRE", KEYS[3], 5)
return {"done", "", 0, -2, 0}
