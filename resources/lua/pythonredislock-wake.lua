-- SPDX-License-Identifier: GPL-3.0-or-later
-- Makes one waiter of a python-redis-lock lock retry. Never changes the lock.
-- KEYS[1]  the lock, a string: its owner's id; may be absent: a plain DEL leaves waiters behind
-- KEYS[2]  the list on which waiters sleep: lock-signal:…, computed by the caller
-- ARGV[1]  ms until an unused signal expires
-- Replies  {"done", owner, 1, ttl, 0}; no lock: {"done", "", 0, -2, 0}. The number of woken waiters is unknown.
-- A signal key of another type is a WRONGTYPE error and changes nothing. Redis 5+.
local signals = redis.call("TYPE", KEYS[2]).ok
if signals ~= "list" and signals ~= "none" then
    return redis.error_reply("WRONGTYPE The signal key holds a " .. signals .. ", no list; nothing was changed")
end
local owner = ""
local count = 0
if redis.call("TYPE", KEYS[1]).ok == "string" and redis.call("STRLEN", KEYS[1]) <= 512 then
    owner = redis.call("GET", KEYS[1])
    count = 1
end
-- Include pythonredislock-signal.lua
local refusal = signal(ARGV[1])
if refusal then
    return refusal
end
return {"done", owner, count, redis.call("PTTL", KEYS[1]), 0}
