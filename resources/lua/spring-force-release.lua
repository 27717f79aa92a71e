-- SPDX-License-Identifier: GPL-3.0-or-later
-- Removes a lock of Spring Integration's registry, if it is still as shown, and notifies the waiters.
-- KEYS[1]  the lock, a string: the UUID of its registry
-- ARGV[1]  "owner": only if ARGV[2] holds it; "any": no comparison
-- ARGV[2]  the owner expected
-- ARGV[3]  "must": without permission to publish, changes nothing; "may": publishing is optional, because waiters may
--          poll
-- ARGV[4]  message: the name of the lock
-- ARGV[5…] channels that may be the lock's, computed by the caller: at most sixteen
-- Replies  {"done", "", 0, -2, woken}, {"owner-changed", owner, 1, ttl, 0} or {"already-gone", …}.
-- A key of another type, or a string longer than 512 bytes, is a WRONGTYPE error and changes nothing. Publishes
-- before it deletes, because scripts are not rolled back. Redis 5+.
-- Include spring-publish.lua
-- Include short-string.lua
local owner = redis.call("GET", KEYS[1])
if ARGV[1] ~= "any" and owner ~= ARGV[2] then
    return {"owner-changed", owner, 1, redis.call("PTTL", KEYS[1]), 0}
end
local woken, refusal = publish(5, ARGV[4], ARGV[3] == "must")
if refusal then
    return refusal
end
-- Like the library: UNLINK, or DEL if UNLINK is not permitted.
if type(redis.pcall("UNLINK", KEYS[1])) == "table" then
    redis.call("DEL", KEYS[1])
end
return {"done", "", 0, -2, woken}
