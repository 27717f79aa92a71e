-- SPDX-License-Identifier: GPL-3.0-or-later
-- Removes a lock of python-redis-lock, if it still is what was shown, and wakes one waiter by the list.
-- KEYS[1]  the lock, a string: its owner's id
-- KEYS[2]  the list its waiters sleep on: lock-signal:…, computed by the caller
-- ARGV[1]  "owner": only if ARGV[2] holds it; "any": whoever holds it
-- ARGV[2]  the owner expected
-- ARGV[3]  ms after which the signal expires, if nobody takes it
-- Answers  {"done", "", 0, -2, 0}, {"owner-changed", owner, 1, ttl, 0} or {"already-gone", …}. How many woke
--          cannot be known: waiters are served when the script has ended.
-- A key of another type, or a string longer than 512 bytes, is a WRONGTYPE error; nothing was changed.
-- Signals before it deletes: scripts are not rolled back, and a user who may not push must not free a lock
-- that nobody hears of. Redis 5+.
-- Include pythonredislock-owner.lua
if ARGV[1] ~= "any" and owner ~= ARGV[2] then
    return {"owner-changed", owner, 1, redis.call("PTTL", KEYS[1]), 0}
end
-- DEL first, as the library does: after it a server out of memory does not refuse LPUSH any more.
redis.call("DEL", KEYS[2])
local pushed = redis.pcall("LPUSH", KEYS[2], "1")
if type(pushed) == "table" then
    return redis.error_reply("NOPERM The user may not run LPUSH; the lock was not changed")
end
redis.call("PEXPIRE", KEYS[2], ARGV[3])
redis.call("DEL", KEYS[1])
return {"done", "", 0, -2, 0}
