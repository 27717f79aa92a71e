-- SPDX-License-Identifier: GPL-3.0-or-later
-- Gives one permit of a semaphore of the gem redis-semaphore back.
-- KEYS[1]  SEMAPHORE:n:GRABBED, a hash: token -> the time it was taken, in s
-- KEYS[2]  SEMAPHORE:n:AVAILABLE, a list of the free tokens, on which waiters sleep
-- KEYS[3]  SEMAPHORE:n:EXISTS, a string: there is such a semaphore; its expiry, if any, is that of the others
-- ARGV[1]  the token
-- Answers  {"done", "", 0, ttl, 0}, {"owner-changed", a token, 1, ttl, 0} where others are held but not this one, or
--          {"already-gone", "", 0, -2, 0}.
-- A key of another type is a WRONGTYPE error; nothing was changed. One sleeper on the list wakes by itself; how many
-- sleep is not known. Redis 5+.
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
    redis.call("PEXPIRE", KEYS[2], ttl)
end
return {"done", "", 0, redis.call("PTTL", KEYS[1]), 0}
