-- SPDX-License-Identifier: GPL-3.0-or-later
-- Included by other scripts, in place of their Include line (core/redis/script.h).
-- KEYS[1]  the lock, a sorted set of its holders
-- Replies that it is gone, or with a WRONGTYPE error for a key of another type. Redis 5+.
local kind = redis.call("TYPE", KEYS[1]).ok
if kind == "none" then
    return {"already-gone", "", 0, -2, 0}
end
if kind ~= "zset" then
    return redis.error_reply("WRONGTYPE The key holds a " .. kind .. ", no such lock; nothing was changed")
end
