-- SPDX-License-Identifier: GPL-3.0-or-later
-- Releases a lock of rueidislock, for its owner only: deletes the keys with its value.
-- KEYS     the lock, three strings: its owner in each
-- ARGV[1]  owner
-- Replies  {"done", "", 0, -2, 0}, {"owner-changed", owner of most, 1, ttl, 0} or {"already-gone", …}.
-- A key of another type, or a string longer than 512 bytes, is a WRONGTYPE error and changes nothing. Wakes no
-- waiter: the server notifies clients that track the keys. Redis 5+.
-- Include rueidis-keys.lua
if most == 0 then
    return {"already-gone", "", 0, -2, 0}
end
if countOf(ARGV[1]) == 0 then
    return {"owner-changed", owner, 1, ttlOf(owner), 0}
end
for i = 1, #KEYS do
    if values[i] and values[i] == ARGV[1] then
        redis.call("DEL", KEYS[i])
    end
end
return {"done", "", 0, -2, 0}
