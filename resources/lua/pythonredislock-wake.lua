-- SPDX-License-Identifier: GPL-3.0-or-later
-- Makes one waiter of a lock of python-redis-lock try again. Never touches the lock.
-- KEYS[1]  the lock, a string: its owner's id; may be absent: waiters left behind by a plain DEL
-- KEYS[2]  the list its waiters sleep on: lock-signal:…, computed by the caller
-- ARGV[1]  ms after which the signal expires, if nobody takes it
-- Answers  {"done", owner, 1, ttl, 0}; no lock: {"done", "", 0, -2, 0}. How many woke cannot be known.
-- A signal key of another type is a WRONGTYPE error; nothing was changed. Redis 5+.
local signal = redis.call("TYPE", KEYS[2]).ok
if signal ~= "list" and signal ~= "none" then
    return redis.error_reply("WRONGTYPE The signal key holds a " .. signal .. ", no list; nothing was changed")
end
local owner = ""
local count = 0
if redis.call("TYPE", KEYS[1]).ok == "string" and redis.call("STRLEN", KEYS[1]) <= 512 then
    owner = redis.call("GET", KEYS[1])
    count = 1
end
-- DEL first, as the library does: after it a server out of memory does not refuse LPUSH any more.
redis.call("DEL", KEYS[2])
local pushed = redis.pcall("LPUSH", KEYS[2], "1")
if type(pushed) == "table" then
    return redis.error_reply("NOPERM The user may not run LPUSH; the lock was not changed")
end
redis.call("PEXPIRE", KEYS[2], ARGV[1])
return {"done", owner, count, redis.call("PTTL", KEYS[1]), 0}
