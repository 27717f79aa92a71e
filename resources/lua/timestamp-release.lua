-- SPDX-License-Identifier: GPL-3.0-or-later
-- Gives a lock back whose value is the time when it ends, for its owner only: compare and delete.
-- KEYS[1]  the lock, a string: the time at which it stops being valid, in seconds (10 digits, maybe a fraction) or
--          ms (13 digits) since 1970; 2147483649 is never. The key stays when that time is past: free then
-- ARGV[1]  owner: the value he wrote
-- Answers  {"done", "", 0, -2, 0}, {"owner-changed", value, 1, ms left, 0} or {"already-gone", …}: the key is gone,
--          or another's time in it is past.
-- A key of another type, a string that is no such time, or one with an expiry is a WRONGTYPE error; nothing was
-- changed.
-- His own value goes even when its time is past: nobody has taken the lock since.
-- The server's clock decides. Wakes nobody: waiters of this kind poll. Redis 5+.
-- Include timestamp-value.lua
if value == ARGV[1] then
    redis.call("DEL", KEYS[1])
    return {"done", "", 0, -2, 0}
end
if not held then
    return {"already-gone", "", 0, -1, 0}
end
return {"owner-changed", value, 1, left, 0}
