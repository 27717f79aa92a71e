-- SPDX-License-Identifier: GPL-3.0-or-later
-- Removes a lock of Symfony's RedisStore with all holds, if they are still those shown.
-- KEYS[1]  the lock, a sorted set: token -> end of the hold in ms by the server's clock; __write__ if exclusive
-- ARGV[1]  "any": no comparison; "these": only if exactly these hold it:
-- ARGV[2…] for each: "read", "write" or "" (either), then its token
-- Replies  {"done", "", 0, -2, 0}, {"owner-changed", owner, 1, ttl, 0} or {"already-gone", "", 0, -2, 0}.
-- An expected holder whose hold has expired but is still in the set counts as a holder. A key of another type, more
-- than 256 members, or members that are not such tokens, are a WRONGTYPE error and change nothing. Wakes no waiter:
-- waiters of this kind poll. Redis 5+.
-- Include short-sorted-set.lua
local time = redis.call("TIME")
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
local expected = {}
local missing = 0
for i = 2, #ARGV, 2 do
    expected[ARGV[i + 1]] = ARGV[i]
    missing = missing + 1
end
local held = redis.call("ZRANGE", KEYS[1], 0, -1, "WITHSCORES")
local mode = redis.call("ZSCORE", KEYS[1], "__write__") and "write" or "read"
local last = ""
for i = 1, #held, 2 do
    local token = held[i]
    if token ~= "__write__" then
        if not (#token == 44 and string.match(token, "^[%w+/]+=$")) then
            return redis.error_reply("WRONGTYPE The key holds a member that is no lock owner; nothing was changed")
        end
        last = token
        local meant = expected[token]
        if meant == "" or meant == mode then
            missing = missing - 1
        elseif ARGV[1] ~= "any" and (meant or tonumber(held[i + 1]) > now) then
            return {"owner-changed", token, 1, redis.call("PTTL", KEYS[1]), 0}
        end
    end
end
if last == "" then
    return redis.error_reply("WRONGTYPE The key holds no lock owner; nothing was changed")
end
if missing > 0 then
    return {"owner-changed", last, 1, redis.call("PTTL", KEYS[1]), 0}
end
redis.call("DEL", KEYS[1])
return {"done", "", 0, -2, 0}
