-- SPDX-License-Identifier: GPL-3.0-or-later
-- Returns one permit of a semaphore of the gem redis-semaphore.
-- KEYS[1]  SEMAPHORE:n:GRABBED, a hash: token -> time of the acquire, in s
-- KEYS[2]  SEMAPHORE:n:AVAILABLE, a list of the free tokens, on which waiters sleep
-- KEYS[3]  SEMAPHORE:n:EXISTS, a string: the semaphore exists. If it has an expiry, the other keys have the same
-- ARGV[1]  the token
-- Replies  {"done", "", 0, ttl, 0}, {"owner-changed", a token, 1, ttl, 0} if others are held, but not this one, or
--          {"already-gone", "", 0, -2, 0}.
-- A key of another type is a WRONGTYPE error and changes nothing. Pushing to the list wakes one waiter. The number
-- of waiters is unknown. Redis 5+.
local types = {"hash", "list", "string"}
for i = 1, 3 do
    local kind = redis.call("TYPE", KEYS[i]).ok
    if kind ~= "none" and kind ~= types[i] then
        return redis.error_reply("WRONGTYPE The key " .. KEYS[i] .. " holds a " .. kind .. "; nothing was changed")
    end
end
if redis.call("HDEL", KEYS[1], ARGV[1]) == 0 then
    local other = redis.call("HLEN", KEYS[1]) <= 256 and redis.call("HKEYS", KEYS[1])[1]
    if other then
        return {"owner-changed", other, 1, redis.call("PTTL", KEYS[1]), 0}
    end
    return {"already-gone", "", 0, -2, 0}
end
redis.call("LPUSH", KEYS[2], ARGV[1])
local ttl = redis.call("PTTL", KEYS[3])
if ttl > 0 then
    redis.call("PEXPIRE", KEYS[2], string.format("%.0f", math.min(ttl, 1e15)))
end
return {"done", "", 0, redis.call("PTTL", KEYS[1]), 0}
