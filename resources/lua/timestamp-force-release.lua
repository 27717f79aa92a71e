-- SPDX-License-Identifier: GPL-3.0-or-later
-- Removes a lock whose value is the time when it ends, if it still is what was shown.
-- KEYS[1]  the lock, a string: the time at which it stops being valid, in seconds (10 digits, maybe a fraction) or
--          ms (13 digits) since 1970; 2147483649 is never. The key stays when that time is past: free then
-- ARGV[1]  "owner": only if the value is ARGV[2], letter by letter; "any": whatever it is
-- ARGV[2]  the value expected
-- Answers  {"done", "", 0, -2, 0}, {"owner-changed", value, 1, ms left, 0} or {"already-gone", …}: the key is gone,
--          or its time is past and nothing was changed.
-- A key of another type, a string that is no such time, or one with an expiry is a WRONGTYPE error; nothing was
-- changed.
-- The server's clock decides. Wakes nobody: waiters of this kind poll. Redis 5+.
-- Include timestamp-value.lua
if not held then
    return {"already-gone", "", 0, -1, 0}
end
if ARGV[1] ~= "any" and value ~= ARGV[2] then
    return {"owner-changed", value, 1, left, 0}
end
redis.call("DEL", KEYS[1])
return {"done", "", 0, -2, 0}
