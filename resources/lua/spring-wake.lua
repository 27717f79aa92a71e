-- SPDX-License-Identifier: GPL-3.0-or-later
-- Makes the waiters of a lock of Spring Integration's registry retry. Changes nothing.
-- KEYS[1]  the lock, a string: the UUID of its registry; may be absent
-- ARGV[1]  message: the name of the lock
-- ARGV[2…] channels that may be the lock's, computed by the caller: at most sixteen
-- Replies  {"done", owner, 1, ttl, woken}; no lock: {"done", "", 0, -2, woken}. Redis 5+.
-- Include spring-publish.lua
local owner = ""
local count = 0
if redis.call("TYPE", KEYS[1]).ok == "string" and redis.call("STRLEN", KEYS[1]) <= 512 then
    owner = redis.call("GET", KEYS[1])
    count = 1
end
local woken, refusal = publish(2, ARGV[1], true)
if refusal then
    return refusal
end
return {"done", owner, count, redis.call("PTTL", KEYS[1]), woken}
