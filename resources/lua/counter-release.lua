-- SPDX-License-Identifier: GPL-3.0-or-later
-- Releases a lock of the first caller of INCR.
-- KEYS[1]  the lock, a string: the number of INCR calls since it was acquired; the first caller holds it
-- ARGV[1]  the number when it was acquired or shown, at least 1
-- Replies  {"done", "", 0, -2, 0}, {"owner-changed", number, 1, ttl, 0} if the number is smaller, because the lock was
--          deleted and acquired again; or {"already-gone", …}, also if the number is below 1,
--          because then it has no holder.
-- A key of another type, or a string that is not a whole number, is a WRONGTYPE error and changes nothing. A larger
-- number is the same lock, incremented by other callers. Wakes no waiter. Redis 5+.
-- Include counter-value.lua
if tonumber(value) < 1 then
    return {"already-gone", "", 0, redis.call("PTTL", KEYS[1]), 0}
end
if tonumber(value) < tonumber(ARGV[1]) then
    return {"owner-changed", value, 1, redis.call("PTTL", KEYS[1]), 0}
end
redis.call("DEL", KEYS[1])
return {"done", "", 0, -2, 0}
