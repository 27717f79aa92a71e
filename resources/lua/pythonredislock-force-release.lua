-- SPDX-License-Identifier: GPL-3.0-or-later
-- Removes a lock of python-redis-lock, if it is still as shown, and wakes one waiter through the list.
-- KEYS[1]  the lock, a string: its owner's id
-- KEYS[2]  the list on which waiters sleep: lock-signal:…, computed by the caller
-- ARGV[1]  "owner": only if ARGV[2] holds it; "any": no comparison
-- ARGV[2]  the owner expected
-- ARGV[3]  ms until an unused signal expires
-- Replies  {"done", "", 0, -2, 0}, {"owner-changed", owner, 1, ttl, 0} or {"already-gone", …}. The number of woken
--          waiters is unknown, because they wake after the script ends.
-- A key of another type, or a string longer than 512 bytes, is a WRONGTYPE error and changes nothing. Signals before
-- it deletes, because scripts are not rolled back: without permission to push, nothing changes. Redis 5+.
-- Include pythonredislock-owner.lua
if ARGV[1] ~= "any" and owner ~= ARGV[2] then
    return {"owner-changed", owner, 1, redis.call("PTTL", KEYS[1]), 0}
end
-- Include pythonredislock-signal.lua
local refusal = signal(ARGV[3])
if refusal then
    return refusal
end
redis.call("DEL", KEYS[1])
return {"done", "", 0, -2, 0}
