-- SPDX-License-Identifier: GPL-3.0-or-later
-- Included by other scripts, in place of their Include line (core/redis/script.h).
-- KEYS[1]  the lock, KEYS[2]  its list of signals: as in pythonredislock-release.lua
-- Replies at once if the lock is gone or has another type. Redis 5+.
-- Include short-string.lua
local signals = redis.call("TYPE", KEYS[2]).ok
if signals ~= "list" and signals ~= "none" then
    return redis.error_reply("WRONGTYPE The signal key holds a " .. signals .. ", no list; nothing was changed")
end
local owner = redis.call("GET", KEYS[1])
