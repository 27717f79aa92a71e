-- SPDX-License-Identifier: GPL-3.0-or-later
-- Releases a lock of Spring Integration's registry, for its owner only, and notifies the waiters.
-- KEYS[1]  the lock, a string: the UUID of its registry
-- ARGV[1]  owner
-- ARGV[2]  "must": without permission to publish, changes nothing; "may": publishing is optional, because waiters may
--          poll
-- ARGV[3]  message: the name of the lock
-- ARGV[4…] channels that may be the lock's, computed by the caller: at most sixteen
-- Replies  {"done", "", 0, -2, woken}, {"owner-changed", owner, 1, ttl, 0} or {"already-gone", …}.
-- A key of another type, or a string longer than 512 bytes, is a WRONGTYPE error and changes nothing. Publishes
-- before it deletes, because scripts are not rolled back. Redis 5+.
-- Include spring-publish.lua
-- Include short-string.lua
local owner = redis.call("GET", KEYS[1])
if owner ~= ARGV[1] then
    return {"owner-changed", owner, 1, redis.call("PTTL", KEYS[1]), 0}
end
local woken, refusal = publish(4, ARGV[3], ARGV[2] == "must")
if refusal then
    return refusal
end
-- Like the library: UNLINK, or DEL if UNLINK is not permitted.
if type(redis.pcall("UNLINK", KEYS[1])) == "table" then
    redis.call("DEL", KEYS[1])
end
return {"done", "", 0, -2, woken}
