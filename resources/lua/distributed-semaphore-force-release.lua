-- SPDX-License-Identifier: GPL-3.0-or-later
-- Frees all permits of a semaphore of DistributedLock, if its holders are still those shown.
-- KEYS[1]  the semaphore, a sorted set: holder's id -> end of its permit in ms by the server's clock
-- ARGV[1]  "any": no comparison; "these": only if exactly these hold it:
-- ARGV[2…] for each: its mode (ignored), then its id
-- Replies  {"done", "", 0, -2, 0}, {"owner-changed", owner, 1, ttl of the key, 0} or {"already-gone", "", 0, -2, 0}.
-- An expected holder that has expired but is still in the set counts as a holder. A key of another type, more than
-- 256 members, or members that are not such ids, are a WRONGTYPE error and change nothing. Wakes no waiter: waiters
-- of this kind poll. Redis 5+.
-- Include short-sorted-set.lua
local time = redis.call("TIME")
local now = tonumber(time[1]) * 1000 + tonumber(time[2]) / 1000
local expected = {}
local missing = 0
for i = 2, #ARGV, 2 do
    expected[ARGV[i + 1]] = true
    missing = missing + 1
end
local held = redis.call("ZRANGE", KEYS[1], 0, -1, "WITHSCORES")
for i = 1, #held, 2 do
    if not string.match(held[i], "^.+_%d+_%x+$") then
        return redis.error_reply("WRONGTYPE The key holds a member that is no lock owner; nothing was changed")
    end
    if expected[held[i]] then
        missing = missing - 1
    elseif ARGV[1] ~= "any" and tonumber(held[i + 1]) > now then
        return {"owner-changed", held[i], 1, redis.call("PTTL", KEYS[1]), 0}
    end
end
if missing > 0 then
    return {"owner-changed", held[1], 1, redis.call("PTTL", KEYS[1]), 0}
end
redis.call("DEL", KEYS[1])
return {"done", "", 0, -2, 0}
