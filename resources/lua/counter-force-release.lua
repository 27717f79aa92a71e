-- SPDX-License-Identifier: GPL-3.0-or-later
-- Removes a lock of the first caller of INCR, if the number is still as shown.
-- KEYS[1]  the lock, a string: the number of INCR calls since it was acquired; the first caller holds it
-- ARGV[1]  "owner": only if the number is ARGV[2]; "any": no comparison
-- ARGV[2]  the number expected
-- Replies  {"done", "", 0, -2, 0}, {"owner-changed", number, 1, ttl, 0} or {"already-gone", …}.
-- A key of another type, or a string that is not a whole number, is a WRONGTYPE error and changes nothing. Even
-- "any" rejects a number below 1, because it has no holder. Wakes no waiter. Redis 5+.
-- Include counter-value.lua
if tonumber(value) < 1 then
    return {"already-gone", "", 0, redis.call("PTTL", KEYS[1]), 0}
end
if ARGV[1] ~= "any" and value ~= ARGV[2] then
    return {"owner-changed", value, 1, redis.call("PTTL", KEYS[1]), 0}
end
redis.call("DEL", KEYS[1])
return {"done", "", 0, -2, 0}
