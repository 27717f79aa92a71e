-- SPDX-License-Identifier: GPL-3.0-or-later
-- Not called by itself: stands in place of the line of a script that includes it (core/redis/script.h).
-- KEYS[1]  the lock, KEYS[2]  its list of signals: as pythonredislock-release.lua says
-- Answers early if the lock is gone or of another type. Redis 5+.
-- Include short-string.lua
local signal = redis.call("TYPE", KEYS[2]).ok
if signal ~= "list" and signal ~= "none" then
    return redis.error_reply("WRONGTYPE The signal key holds a " .. signal .. ", no list; nothing was changed")
end
local owner = redis.call("GET", KEYS[1])
