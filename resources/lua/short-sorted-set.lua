-- SPDX-License-Identifier: GPL-3.0-or-later
-- Included by other scripts, in place of their Include line (core/redis/script.h).
-- KEYS[1]  the lock, a sorted set of its holders
-- The same as sorted-set.lua, and a WRONGTYPE error for more than 256 members. Redis 5+.
-- Include sorted-set.lua
if redis.call("ZCARD", KEYS[1]) > 256 then
    return redis.error_reply("WRONGTYPE The key holds more than 256 members; nothing was changed")
end
