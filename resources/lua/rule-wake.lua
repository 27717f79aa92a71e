-- SPDX-License-Identifier: GPL-3.0-or-later
-- Publishes the message of a user's rule, so that waiters try again. Changes nothing.
-- KEYS[1]  the lock, of any type; may be absent: waiters left behind by a plain DEL
-- ARGV[1]  channel, computed by the caller
-- ARGV[2]  message
-- Answers  {"done", "", 0, ttl, woken}: the owner is not read. Redis 5+.
-- Waiters of a cluster may listen sharded: SPUBLISH goes out besides PUBLISH where the server has it (7.0).
local woken = redis.pcall("PUBLISH", ARGV[1], ARGV[2])
if type(woken) == "table" then
    local right = string.find(woken.err, " run ", 1, true) and "run PUBLISH" or "use the channel of the lock"
    return redis.error_reply("NOPERM The user may not " .. right .. "; nothing was changed")
end
local sharded = redis.REDIS_VERSION_NUM and redis.pcall("SPUBLISH", ARGV[1], ARGV[2])
if type(sharded) == "number" then
    woken = woken + sharded
end
return {"done", "", 0, redis.call("PTTL", KEYS[1]), woken}
