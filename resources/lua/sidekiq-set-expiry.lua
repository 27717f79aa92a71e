-- SPDX-License-Identifier: GPL-3.0-or-later
-- Sets or shortens the expiry of a lock of sidekiq-unique-jobs. Never extends it.
-- KEYS[1]  digest:LOCKED (v6: digest:GRABBED), a hash: job id -> JSON or time
-- KEYS[2]  and KEYS[3]  the related strings: digest and digest:INFO (v6: digest:EXISTS and digest:VERSION)
-- ARGV[1]  "owner": only if ARGV[2] is the only holder; "any": no comparison
-- ARGV[2]  the job id to compare
-- ARGV[3]  ms from now, above 0
-- Replies  {"done", owner, 1, ttl, 0}: it expires no later than asked; {"owner-changed", …} or {"already-gone", …}.
-- A key of another type, or a hash of more than 256 fields, is a WRONGTYPE error and changes nothing. Never creates
-- a key. Redis 5+.
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
for i = 2, #KEYS do
    local other = redis.call("TYPE", KEYS[i]).ok
    if other ~= "none" and other ~= "string" then
        return redis.error_reply("WRONGTYPE The key " .. KEYS[i] .. " holds a " .. other .. "; nothing was changed")
    end
end
local jobs = redis.call("HKEYS", KEYS[1])
if ARGV[1] ~= "any" and (#jobs ~= 1 or jobs[1] ~= ARGV[2]) then
    local other = jobs[1] == ARGV[2] and jobs[2] or jobs[1]
    return {"owner-changed", other, 1, redis.call("PTTL", KEYS[1]), 0}
end
for i = 1, #KEYS do
    local ttl = redis.call("PTTL", KEYS[i])
    if ttl == -1 or ttl > tonumber(ARGV[3]) then
        redis.call("PEXPIRE", KEYS[i], ARGV[3])
    end
end
return {"done", jobs[1], 1, redis.call("PTTL", KEYS[1]), 0}
