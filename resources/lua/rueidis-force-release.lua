-- SPDX-License-Identifier: GPL-3.0-or-later
-- Removes a lock of rueidislock, if it is still as shown.
-- KEYS     the lock, three strings: its owner in each
-- ARGV[1]  "owner": only the keys of ARGV[2], and only if no other owner has more keys; "any": all keys
-- ARGV[2]  the owner expected
-- Replies  {"done", "", 0, -2, 0}, {"owner-changed", owner of most, 1, ttl, 0} or {"already-gone", …}.
-- A key of another type, or a string longer than 512 bytes, is a WRONGTYPE error and changes nothing. Wakes no
-- waiter: the server notifies clients that track the keys. Redis 5+.
-- Include rueidis-keys.lua
if most == 0 then
    return {"already-gone", "", 0, -2, 0}
end
if ARGV[1] ~= "any" and countOf(ARGV[2]) < most then
    return {"owner-changed", owner, 1, ttlOf(owner), 0}
end
for i = 1, #KEYS do
    if values[i] and (ARGV[1] == "any" or values[i] == ARGV[2]) then
        redis.call("DEL", KEYS[i])
    end
end
return {"done", "", 0, -2, 0}
