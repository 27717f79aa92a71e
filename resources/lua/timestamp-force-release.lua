-- SPDX-License-Identifier: GPL-3.0-or-later
-- Removes a lock whose value is the time when it ends, if it is still as shown.
-- KEYS[1]  the lock, a string: the time when it ends, in seconds (10 digits, optional fraction) or ms (13 digits) since
--          1970; 2147483649 means never. After that time the key remains, but the lock is free
-- ARGV[1]  "owner": only if the value is ARGV[2], byte by byte; "any": no comparison
-- ARGV[2]  the value expected
-- Replies  {"done", "", 0, -2, 0}, {"owner-changed", value, 1, ms left, 0} or {"already-gone", …}: the key is gone, or
--          its time has passed and nothing is changed.
-- A key of another type, a string that is not such a time, or one with an expiry is a WRONGTYPE error and changes
-- nothing. Uses the server's clock. Wakes no waiter: waiters of this kind poll. Redis 5+.
-- Include timestamp-value.lua
if not held then
    return {"already-gone", "", 0, -1, 0}
end
if ARGV[1] ~= "any" and value ~= ARGV[2] then
    return {"owner-changed", value, 1, left, 0}
end
redis.call("DEL", KEYS[1])
return {"done", "", 0, -2, 0}
