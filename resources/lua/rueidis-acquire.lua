-- SPDX-License-Identifier: GPL-3.0-or-later
-- Acquires a lock of rueidislock: if the first key and a majority of all keys are missing, writes the missing ones.
-- KEYS     the lock, three strings: its owner in each. With KeyMajority 1 there is only the first
-- ARGV[1]  owner
-- ARGV[2]  lease in ms, above 0
-- Replies  {"done", owner, 1, ttl, 0}, or {"held", owner of most, 1, ttl, 0}. Then nothing is changed, even if the
--          caller is the owner, because this lock is not reentrant.
-- A key of another type, or a string longer than 512 bytes, is a WRONGTYPE error and changes nothing. Redis 5+.
-- Include rueidis-keys.lua
local free = 0
for i = 1, #KEYS do
    if not values[i] then
        free = free + 1
    end
end
if values[1] or free * 2 <= #KEYS then
    return {"held", owner, 1, ttlOf(owner), 0}
end
for i = 1, #KEYS do
    if not values[i] then
        redis.call("SET", KEYS[i], ARGV[1], "PX", ARGV[2])
        values[i] = ARGV[1]
    end
end
return {"done", ARGV[1], 1, ttlOf(ARGV[1]), 0}
