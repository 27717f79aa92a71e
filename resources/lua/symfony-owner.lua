-- SPDX-License-Identifier: GPL-3.0-or-later
-- Included by other scripts, in place of their Include line (core/redis/script.h).
-- KEYS[1]  the lock, a sorted set, as in symfony-acquire.lua
-- another() returns the owner whose hold ends last, or "" if there is none. Redis 5+.
local function another()
    for _, member in ipairs(redis.call("ZREVRANGE", KEYS[1], 0, 1)) do
        if member ~= "__write__" then
            return member
        end
    end
    return ""
end
