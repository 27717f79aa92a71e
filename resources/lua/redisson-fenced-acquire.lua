-- SPDX-License-Identifier: GPL-3.0-or-later
-- Acquires a Redisson fenced lock, or adds a hold if the owner already has it. Increments its token in both cases.
-- KEYS[1]  the lock, a hash: owner -> number of holds
-- KEYS[2]  its token, a counter: redisson_lock_token:{KEYS[1]}
-- ARGV[1]  owner, uuid:threadId
-- ARGV[2]  lease in ms, above 0
-- Replies  {"done", owner, holds, ttl, 0}, or {"held", owner, holds, ttl, 0}. Then nothing is changed.
-- A key of another type, a hash that is not such a lock, or a token that is not a number is a WRONGTYPE error and
-- changes nothing. A lease that PEXPIRE would reject is an error before any change. Never changes another owner's
-- lock; never sets an expiry on the token. Same commands as Redisson since 3.19.0 (INCR, HINCRBY, PEXPIRE). Redis
-- 5+.
if not string.match(ARGV[2], "^[1-9]%d*$") or #ARGV[2] > 15 then
    return redis.error_reply("ERR The lease must be a whole number of ms; nothing was changed")
end
local kind = redis.call("TYPE", KEYS[1]).ok
if kind ~= "none" and kind ~= "hash" then
    return redis.error_reply("WRONGTYPE The key holds a " .. kind .. ", no such lock; nothing was changed")
end
-- Include hold-count.lua
if kind == "hash" then
    if redis.call("HLEN", KEYS[1]) ~= 1 then
        return redis.error_reply("WRONGTYPE The key holds a hash of several fields, no such lock; nothing was changed")
    end
    local held = redis.call("HGETALL", KEYS[1])
    local count = holdcount(held[2])
    if not count then
        return redis.error_reply("WRONGTYPE The key holds a hash without a hold count, no such lock; nothing was changed")
    end
    if held[1] ~= ARGV[1] then
        return {"held", held[1], count, redis.call("PTTL", KEYS[1]), 0}
    end
    if count == 2147483647 then
        return redis.error_reply("TOOLARGE The lock has as many holds as Redisson can count; nothing was changed")
    end
end
local tokens = redis.call("TYPE", KEYS[2]).ok
local token = "0"
if tokens == "string" then
    token = redis.call("STRLEN", KEYS[2]) <= 18 and redis.call("GET", KEYS[2]) or ""
end
if (tokens ~= "none" and tokens ~= "string") or (token ~= "0" and not string.match(token, "^%-?[1-9]%d*$")) then
    return redis.error_reply("WRONGTYPE The token of the lock is no number; nothing was changed")
end
-- INCR comes first, so that an error, for example on a server out of memory, precedes any change.
local counted = denied("INCR") or redis.pcall("INCR", KEYS[2])
if type(counted) == "table" then
    return counted
end
local count = redis.call("HINCRBY", KEYS[1], ARGV[1], 1)
redis.call("PEXPIRE", KEYS[1], ARGV[2])
return {"done", ARGV[1], count, redis.call("PTTL", KEYS[1]), 0}
