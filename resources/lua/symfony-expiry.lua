-- SPDX-License-Identifier: GPL-3.0-or-later
-- Included by other scripts, in place of their Include line (core/redis/script.h).
-- KEYS[1]  the lock, a sorted set, as in symfony-acquire.lua
-- Makes the key expire with the last hold, as the library does. Redis 5+.
local top = redis.call("ZREVRANGE", KEYS[1], 0, 0, "WITHSCORES")[2]
if top then
    redis.call("PEXPIREAT", KEYS[1], string.format("%.0f", math.max(1, math.min(tonumber(top), 9e15))))
end
