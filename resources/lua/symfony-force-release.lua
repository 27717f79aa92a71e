-- SPDX-License-Identifier: GPL-3.0-or-later
-- Removes a lock of Symfony's RedisStore with all holds, if they still are those shown.
-- KEYS[1]  the lock, a sorted set: token -> server time in ms at which the hold ends; __write__ for an exclusive one
-- ARGV[1]  "any": whoever holds it; "these": only if exactly these do:
-- ARGV[2…] a pair for each: "read", "write" or "" (either), and his token
-- Answers  {"done", "", 0, -2, 0}, {"owner-changed", owner, 1, ttl, 0} or {"already-gone", "", 0, -2, 0}.
-- One expected whose hold is over meanwhile, but who stands there still, counts as there.
-- A key of another type, more than 256 members, or members that are no such tokens, are a WRONGTYPE error; nothing
-- was changed. Wakes nobody: waiters of this kind poll. Redis 5+.
local kind = redis.call("TYPE", KEYS[1]).ok
if kind == "none" then
    return {"already-gone", "", 0, -2, 0}
end
if kind ~= "zset" then
    return redis.error_reply("WRONGTYPE The key holds a " .. kind .. ", no such lock; nothing was changed")
end
if redis.call("ZCARD", KEYS[1]) > 256 then
    return redis.error_reply("WRONGTYPE The key holds more than 256 members; nothing was changed")
end
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
