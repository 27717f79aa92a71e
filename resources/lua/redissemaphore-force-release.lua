-- SPDX-License-Identifier: GPL-3.0-or-later
-- Returns all permits of a semaphore of the gem redis-semaphore, if those held are still as shown.
-- KEYS[1]  SEMAPHORE:n:GRABBED, a hash: token -> time of the acquire, in s
-- KEYS[2]  SEMAPHORE:n:AVAILABLE, a list of the free tokens, on which waiters sleep
-- KEYS[3]  SEMAPHORE:n:EXISTS, a string: the semaphore exists. If it has an expiry, the other keys have the same
-- ARGV[1]  "any": no comparison; "these": only if exactly these tokens are held:
-- ARGV[2…] for each: its mode (ignored), then its token
-- Replies  {"done", "", 0, -2, 0}, {"owner-changed", a token, 1, ttl, 0} or {"already-gone", "", 0, -2, 0}.
-- A key of another type, a hash of more than 256 fields, or one whose values are not times, is a WRONGTYPE error and
-- changes nothing. Pushing to the list wakes its waiters. Redis 5+.
local types = {"hash", "list", "string"}
for i = 1, 3 do
    local kind = redis.call("TYPE", KEYS[i]).ok
    if kind ~= "none" and kind ~= types[i] then
        return redis.error_reply("WRONGTYPE The key " .. KEYS[i] .. " holds a " .. kind .. "; nothing was changed")
    end
end
if redis.call("HLEN", KEYS[1]) > 256 then
    return redis.error_reply("WRONGTYPE The key holds a hash of more than 256 fields; nothing was changed")
end
local expected = {}
local missing = 0
for i = 2, #ARGV, 2 do
    expected[ARGV[i + 1]] = true
    missing = missing + 1
end
local held = redis.call("HGETALL", KEYS[1])
if #held == 0 then
    return {"already-gone", "", 0, -2, 0}
end
for i = 1, #held, 2 do
    if not string.match(held[i + 1], "^%d+%.?%d*$") then
        return redis.error_reply("WRONGTYPE The key holds a hash that is no such lock; nothing was changed")
    end
    if expected[held[i]] then
        missing = missing - 1
    elseif ARGV[1] ~= "any" then
        return {"owner-changed", held[i], 1, redis.call("PTTL", KEYS[1]), 0}
    end
end
if missing > 0 then
    return {"owner-changed", held[1], 1, redis.call("PTTL", KEYS[1]), 0}
end
redis.call("DEL", KEYS[1])
for i = 1, #held, 2 do
    redis.call("LPUSH", KEYS[2], held[i])
end
local ttl = redis.call("PTTL", KEYS[3])
if ttl > 0 then
    redis.call("PEXPIRE", KEYS[2], string.format("%.0f", math.min(ttl, 1e15)))
end
return {"done", "", 0, -2, 0}
