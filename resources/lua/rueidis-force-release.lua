-- SPDX-License-Identifier: GPL-3.0-or-later
-- Removes a lock of rueidislock, if it still is what was shown.
-- KEYS     the lock, three strings: its owner in each
-- ARGV[1]  "owner": only if nobody has more of the keys than ARGV[2], and only those; "any": all of them
-- ARGV[2]  the owner expected
-- Answers  {"done", "", 0, -2, 0}, {"owner-changed", owner of most, 1, ttl, 0} or {"already-gone", …}.
-- A key of another type, or a string longer than 512 bytes, is a WRONGTYPE error; nothing was changed.
-- Wakes nobody: the server tells who follows the keys. Redis 5+.
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
