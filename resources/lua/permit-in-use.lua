-- SPDX-License-Identifier: GPL-3.0-or-later
-- Included by other scripts, in place of their Include line (core/redis/script.h).
-- KEYS[2]  the permits, a sorted set, as in permit-renew.lua
-- ARGV[1], ARGV[2]  the id of one permit in its two forms
-- Finds id, now, and when it runsOut, or replies that it is gone or with a WRONGTYPE error. Redis 5+.
local permits = redis.call("TYPE", KEYS[2]).ok
if permits ~= "zset" and permits ~= "none" then
    return redis.error_reply("WRONGTYPE The key of the permits holds a " .. permits .. "; nothing was changed")
end
local time = redis.call("TIME")
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
local id = ARGV[1]
local runsOut = redis.call("ZSCORE", KEYS[2], id)
if not runsOut and ARGV[2] ~= "" then
    id = ARGV[2]
    runsOut = redis.call("ZSCORE", KEYS[2], id)
end
if not runsOut or tonumber(runsOut) <= now then
    return {"already-gone", "", 0, -2, 0}
end
