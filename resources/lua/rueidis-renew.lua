-- SPDX-License-Identifier: GPL-3.0-or-later
-- Extends a lock of rueidislock, only for the owner of a majority of its keys.
-- KEYS     the lock, three strings: its owner in each
-- ARGV[1]  owner
-- ARGV[2]  lease in ms from now, above 0
-- Replies  {"done", owner, 1, ttl, 0}, {"owner-changed", owner of most, 1, ttl, 0}, or {"already-gone", …} if no key
--          exists, or the owner has lost its majority and no other owner has more keys.
-- A key of another type, or a string longer than 512 bytes, is a WRONGTYPE error and changes nothing. Never creates
-- a key. Redis 5+.
-- Include rueidis-keys.lua
if countOf(ARGV[1]) * 2 <= #KEYS then
    if most == 0 or countOf(ARGV[1]) == most then
        return {"already-gone", "", 0, -2, 0}
    end
    return {"owner-changed", owner, 1, ttlOf(owner), 0}
end
for i = 1, #KEYS do
    if values[i] and values[i] == ARGV[1] then
        redis.call("PEXPIRE", KEYS[i], ARGV[2])
    end
end
return {"done", owner, 1, ttlOf(owner), 0}
