-- SPDX-License-Identifier: GPL-3.0-or-later
-- Included by other scripts, in place of their Include line (core/redis/script.h).
-- KEYS[1]  the lock, a hash: owner -> number of holds
-- Reads held and count, or replies that it is gone or with a WRONGTYPE error. Redis 5+.
local kind = redis.call("TYPE", KEYS[1]).ok
if kind == "none" then
    return {"already-gone", "", 0, -2, 0}
end
-- Include hash-hold.lua
