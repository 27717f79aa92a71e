-- SPDX-License-Identifier: GPL-3.0-or-later
-- Included by other scripts, in place of their Include line (core/redis/script.h).
-- KEYS[1]  a job's lock, KEYS[2]  the set of stalled jobs: as in job-release.lua
-- Replies at once if the lock is gone, has another owner or has another type. Redis 5+.
-- Include short-string.lua
local stalled = redis.call("TYPE", KEYS[2]).ok
if stalled ~= "set" and stalled ~= "none" then
    return redis.error_reply("WRONGTYPE The stalled key holds a " .. stalled .. ", no set; nothing was changed")
end
local owner = redis.call("GET", KEYS[1])
if owner ~= ARGV[1] then
    return {"owner-changed", owner, 1, redis.call("PTTL", KEYS[1]), 0}
end
