-- SPDX-License-Identifier: GPL-3.0-or-later
-- Acquires a permit of a semaphore of the gem redis-semaphore.
-- KEYS[1]  SEMAPHORE:n:GRABBED, a hash: token -> time of the acquire, in s
-- KEYS[2]  SEMAPHORE:n:AVAILABLE, a list of the free tokens, on which waiters sleep
-- KEYS[3]  SEMAPHORE:n:EXISTS, a string: the semaphore exists. If it has an expiry, the other keys have the same
-- ARGV[1]  the token: used if it is free; otherwise any free token is renamed to it
-- Replies  {"done", token, 1, ttl, 0}, {"held", a token, 1, ttl, 0} if none is free, or {"already-gone", "", 0, -2, 0}
--          if the semaphore does not exist. It is not created, because only its clients know its size.
-- A key of another type is a WRONGTYPE error and changes nothing, and so are more than 5000 free tokens (TOOLARGE). The number of tokens does not change. Redis 5+.
local types = {"hash", "list", "string"}
for i = 1, 3 do
    local kind = redis.call("TYPE", KEYS[i]).ok
    if kind ~= "none" and kind ~= types[i] then
        return redis.error_reply("WRONGTYPE The key " .. KEYS[i] .. " holds a " .. kind .. "; nothing was changed")
    end
end
if redis.call("HEXISTS", KEYS[1], ARGV[1]) == 1 then
    return {"held", ARGV[1], 1, redis.call("PTTL", KEYS[1]), 0}
end
if redis.call("LLEN", KEYS[2]) > 5000 then
    return redis.error_reply("TOOLARGE The list of the free tokens has more than 5000; nothing was changed")
end
if redis.call("LREM", KEYS[2], 1, ARGV[1]) == 0 and not redis.call("LPOP", KEYS[2]) then
    if redis.call("EXISTS", KEYS[1], KEYS[3]) == 0 then
        return {"already-gone", "", 0, -2, 0}
    end
    local other = redis.call("HLEN", KEYS[1]) <= 256 and redis.call("HKEYS", KEYS[1])[1]
    return {"held", other or "", 1, redis.call("PTTL", KEYS[1]), 0}
end
local time = redis.call("TIME")
redis.call("HSET", KEYS[1], ARGV[1], time[1] .. "." .. string.format("%06d", tonumber(time[2])))
return {"done", ARGV[1], 1, redis.call("PTTL", KEYS[1]), 0}
