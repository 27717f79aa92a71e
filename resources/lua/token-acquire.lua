-- SPDX-License-Identifier: GPL-3.0-or-later
-- Acquires a lock that is one string: SET NX, with the expiry in the same command.
-- KEYS[1]  the lock, a string: its owner's token
-- ARGV[1]  token of the new owner
-- ARGV[2]  lease in ms; 0: no expiry
-- Replies  {"done", owner, 1, ttl, 0}, or {"held", owner, 1, ttl, 0}. Then nothing is changed, even if the token is
--          the caller's, because this lock is not reentrant.
-- A key of another type, or a string longer than 512 bytes, is a WRONGTYPE error and changes nothing. Redis 5+.
local taken
if tonumber(ARGV[2]) > 0 then
    taken = redis.call("SET", KEYS[1], ARGV[1], "NX", "PX", ARGV[2])
else
    taken = redis.call("SET", KEYS[1], ARGV[1], "NX")
end
if taken then
    return {"done", ARGV[1], 1, redis.call("PTTL", KEYS[1]), 0}
end
local kind = redis.call("TYPE", KEYS[1]).ok
if kind ~= "string" then
    return redis.error_reply("WRONGTYPE The key holds a " .. kind .. ", no such lock; nothing was changed")
end
if redis.call("STRLEN", KEYS[1]) > 512 then
    return redis.error_reply("WRONGTYPE The key holds a string too long for a lock; nothing was changed")
end
local owner = redis.call("GET", KEYS[1])
return {"held", owner, 1, redis.call("PTTL", KEYS[1]), 0}
