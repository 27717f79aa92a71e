-- SPDX-License-Identifier: GPL-3.0-or-later
-- Acquires a Redisson fair lock if it is the owner's turn, adds a hold if the owner already has it, or queues.
-- KEYS[1]  the lock, a hash: owner -> number of holds
-- KEYS[2]  its queue, a list of owners: redisson_lock_queue:{KEYS[1]}
-- KEYS[3]  their deadlines, a sorted set owner -> ms since 1970: redisson_lock_timeout:{KEYS[1]}
-- ARGV[1]  owner, uuid:threadId
-- ARGV[2]  lease in ms, above 0
-- ARGV[3]  ms the owner is willing to wait, above 0. When it acquires the lock, the other deadlines move earlier by
--          this, as in Redisson
-- ARGV[4]  "queue": joins the end of the queue if refused; "once": does not
-- Replies  {"done", owner, holds, ttl, 0}; {"held", owner, holds, ttl, 0}; or, if the lock is free but another waiter
--          is first in the queue, {"held", "", 0, ms until its deadline, 0}.
-- A key of another type, or a hash that is not such a lock, is a WRONGTYPE error and changes nothing. A lease or
-- wait that is not a number is an error before any change. First drops the waiters at the head whose deadline has
-- passed by the server's clock, at most 500; all others keep their place. Never changes another owner's lock. The
-- number of steps grows with the number of waiters: if they have more than 2000 deadlines, an acquire that could
-- change them is an error (TOOLARGE) and changes nothing. Same commands as Redisson since 3.32.0. Redis 5+.
if not string.match(ARGV[2], "^[1-9]%d*$") or #ARGV[2] > 15 then
    return redis.error_reply("ERR The lease must be a whole number of ms; nothing was changed")
end
if not string.match(ARGV[3], "^[1-9]%d*$") or #ARGV[3] > 15 then
    return redis.error_reply("ERR The wait must be a whole number of ms; nothing was changed")
end
local kind = redis.call("TYPE", KEYS[1]).ok
if kind ~= "none" and kind ~= "hash" then
    return redis.error_reply("WRONGTYPE The key holds a " .. kind .. ", no such lock; nothing was changed")
end
-- Include hold-count.lua
local holder = false
local count = 0
if kind == "hash" then
    if redis.call("HLEN", KEYS[1]) ~= 1 then
        return redis.error_reply("WRONGTYPE The key holds a hash of several fields, no such lock; nothing was changed")
    end
    local held = redis.call("HGETALL", KEYS[1])
    holder = held[1]
    count = holdcount(held[2])
    if not count then
        return redis.error_reply("WRONGTYPE The key holds a hash without a hold count, no such lock; nothing was changed")
    end
end
local listed = redis.call("TYPE", KEYS[2]).ok
local scored = redis.call("TYPE", KEYS[3]).ok
if (listed ~= "none" and listed ~= "list") or (scored ~= "none" and scored ~= "zset") then
    return redis.error_reply("WRONGTYPE The queue of the lock holds a " .. listed .. " and a " .. scored .. "; nothing was changed")
end
local clock = redis.call("TIME")
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
local dead = 0
local head = redis.call("LINDEX", KEYS[2], 0)
local deadline = head and redis.call("ZSCORE", KEYS[3], head)
local mine = not holder or holder == ARGV[1]
if mine and redis.call("ZCARD", KEYS[3]) > 2000 then
    return redis.error_reply("TOOLARGE The queue has more than 2000 waiters, too many for one step; nothing was changed. Waking the waiters drops the dead ones, 500 at a time")
end
if holder == ARGV[1] and count == 2147483647 then
    return redis.error_reply("TOOLARGE The lock has as many holds as Redisson can count; nothing was changed")
end
while dead < 500 and head and deadline and tonumber(deadline) <= now do
    redis.call("ZREM", KEYS[3], head)
    redis.call("LPOP", KEYS[2])
    dead = dead + 1
    head = redis.call("LINDEX", KEYS[2], 0)
    deadline = head and redis.call("ZSCORE", KEYS[3], head)
end
if not holder and (not head or head == ARGV[1]) then
    redis.call("LPOP", KEYS[2])
    redis.call("ZREM", KEYS[3], ARGV[1])
    for _, waiter in ipairs(redis.call("ZRANGE", KEYS[3], 0, -1)) do
        redis.call("ZINCRBY", KEYS[3], "-" .. ARGV[3], waiter)
    end
    redis.call("HSET", KEYS[1], ARGV[1], 1)
    redis.call("PEXPIRE", KEYS[1], ARGV[2])
    return {"done", ARGV[1], 1, redis.call("PTTL", KEYS[1]), 0}
end
if holder == ARGV[1] then
    count = redis.call("HINCRBY", KEYS[1], ARGV[1], 1)
    redis.call("PEXPIRE", KEYS[1], ARGV[2])
    return {"done", ARGV[1], count, redis.call("PTTL", KEYS[1]), 0}
end
local ttl = redis.call("PTTL", KEYS[1])
if ARGV[4] == "queue" and not redis.call("ZSCORE", KEYS[3], ARGV[1]) then
    local last = redis.call("LINDEX", KEYS[2], -1)
    local before = last and last ~= ARGV[1] and redis.call("ZSCORE", KEYS[3], last)
    local from = before and tonumber(before) or now + ttl
    if redis.call("ZADD", KEYS[3], string.format("%.0f", from + ARGV[3]), ARGV[1]) == 1 then
        redis.call("RPUSH", KEYS[2], ARGV[1])
    end
end
if holder then
    return {"held", holder, count, ttl, 0}
end
return {"held", "", 0, deadline and math.max(0, tonumber(deadline) - now) or -2, 0}
