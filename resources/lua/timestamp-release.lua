-- SPDX-License-Identifier: GPL-3.0-or-later
-- Releases a lock whose value is the time when it ends, for its owner only: compare-and-delete.
-- KEYS[1]  the lock, a string: the time when it ends, in seconds (10 digits, optional fraction) or ms (13 digits) since
--          1970; 2147483649 means never. After that time the key remains, but the lock is free
-- ARGV[1]  owner: the value that it wrote
-- Replies  {"done", "", 0, -2, 0}, {"owner-changed", value, 1, ms left, 0} or {"already-gone", …}: the key is gone, or
--          another owner's time in it has passed.
-- A key of another type, a string that is not such a time, or one with an expiry is a WRONGTYPE error and changes
-- nothing. The owner's value is deleted even if its time has passed, because the lock was not acquired since. Uses
-- the server's clock. Wakes no waiter: waiters of this kind poll. Redis 5+.
-- Include timestamp-value.lua
if value == ARGV[1] then
    redis.call("DEL", KEYS[1])
    return {"done", "", 0, -2, 0}
end
if not held then
    return {"already-gone", "", 0, -1, 0}
end
return {"owner-changed", value, 1, left, 0}
