-- SPDX-License-Identifier: GPL-3.0-or-later
-- Sets or shortens the expiry of a lock of rueidislock. Never extends it.
-- KEYS     the lock, three strings: its owner in each
-- ARGV[1]  "owner": only the keys of ARGV[2], and only if no other owner has more keys; "any": all keys
-- ARGV[2]  the owner to compare
-- ARGV[3]  ms from now, above 0
-- Replies  {"done", owner, 1, ttl, 0}: it expires no later than asked (nothing changes if it already expires sooner);
--          {"owner-changed", …} or {"already-gone", …}.
-- A key of another type, or a string longer than 512 bytes, is a WRONGTYPE error and changes nothing. Never creates
-- a key. Redis 5+.
-- Include rueidis-keys.lua
if most == 0 then
    return {"already-gone", "", 0, -2, 0}
end
if ARGV[1] ~= "any" and countOf(ARGV[2]) < most then
    return {"owner-changed", owner, 1, ttlOf(owner), 0}
end
local whose = ARGV[1] == "any" and owner or ARGV[2]
for i = 1, #KEYS do
    if values[i] and (ARGV[1] == "any" or values[i] == ARGV[2]) then
        local ttl = redis.call("PTTL", KEYS[i])
        if ttl < 0 or ttl > tonumber(ARGV[3]) then
            redis.call("PEXPIRE", KEYS[i], ARGV[3])
        end
    end
end
return {"done", whose, 1, ttlOf(whose), 0}
