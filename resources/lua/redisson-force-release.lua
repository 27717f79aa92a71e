-- SPDX-License-Identifier: GPL-3.0-or-later
-- Removes a Redisson reentrant lock with all holds and wakes its waiters, if it still is what was shown.
-- KEYS[1]  the lock, a hash: owner -> number of holds
-- KEYS[2]  its queue, a list of owners, and KEYS[3] their deadlines, a sorted set owner -> ms since 1970:
--          redisson_lock_queue:{KEYS[1]}, redisson_lock_timeout:{KEYS[1]}. Only a fair lock has them; both may be
--          left out
-- ARGV[1]  "owner": only if ARGV[2] holds it; "any": whoever holds it
-- ARGV[2]  the owner expected
-- ARGV[3]  the number of holds expected; empty: any
-- ARGV[4]  channel of the lock, computed by the caller: redisson_lock__channel:{KEYS[1]}; the first waiter of a
--          queue has its own: that, a colon and the owner
-- ARGV[5]  message, "0"
-- Answers  {"done", "", 0, -2, woken}, {"owner-changed", owner, holds, ttl, 0} (also when only the number of
--          holds differs) or {"already-gone", …}.
-- A key of another type, or a hash that is no such lock, is a WRONGTYPE error; nothing was changed.
-- Even "any" takes only what looks like a Redisson owner: one field uuid:thread.
-- Publishes before it deletes: scripts are not rolled back, and a user without the right to publish must not
-- free a lock that nobody hears of: that is a NOPERM error, in the same words on every server. Of a queue only
-- the waiters at the head whose deadline is past go, as each of Redisson's scripts for fair locks does. Never
-- touches unlock latches or fencing tokens, nor keys of another type in place of the queue. Redis 5+.
local kind = redis.call("TYPE", KEYS[1]).ok
if kind == "none" then
    return {"already-gone", "", 0, -2, 0}
end
if kind ~= "hash" then
    return redis.error_reply("WRONGTYPE The key holds a " .. kind .. ", no such lock; nothing was changed")
end
if redis.call("HLEN", KEYS[1]) ~= 1 then
    return redis.error_reply("WRONGTYPE The key holds a hash of several fields, no such lock; nothing was changed")
end
local held = redis.call("HGETALL", KEYS[1])
local count = tonumber(held[2])
if not count then
    return redis.error_reply("WRONGTYPE The key holds a hash without a hold count, no such lock; nothing was changed")
end
if ARGV[1] ~= "any" and held[1] ~= ARGV[2] then
    return {"owner-changed", held[1], count, redis.call("PTTL", KEYS[1]), 0}
end
if ARGV[3] ~= "" and held[2] ~= ARGV[3] then
    return {"owner-changed", held[1], count, redis.call("PTTL", KEYS[1]), 0}
end
if ARGV[1] == "any" and not string.match(held[1], "^%x+%-%x+%-%x+%-%x+%-%x+:%-?%d+") then
    return redis.error_reply("WRONGTYPE The key holds a hash whose field is no lock owner; nothing was changed")
end
-- The first waiter of a fair lock whose deadline is not past, by the server's clock; those before it are dropped.
local dead = {}
local head = false
if KEYS[2] and redis.call("TYPE", KEYS[2]).ok == "list" then
    local dated = redis.call("TYPE", KEYS[3]).ok == "zset"
    local clock = redis.call("TIME")
    local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
    head = redis.call("LINDEX", KEYS[2], 0)
    while head and dated do
        local deadline = redis.call("ZSCORE", KEYS[3], head)
        if not deadline or tonumber(deadline) > now then
            break
        end
        dead[#dead + 1] = head
        head = redis.call("LINDEX", KEYS[2], #dead)
    end
end
local channels = {ARGV[4]}
if head then
    channels[2] = ARGV[4] .. ":" .. head
end
-- Waiters of a cluster may listen sharded: SPUBLISH goes out besides PUBLISH where the server has it (7.0).
local woken = 0
for _, channel in ipairs(channels) do
    local heard = redis.pcall("PUBLISH", channel, ARGV[5])
    if type(heard) == "table" then
        local right = string.find(heard.err, " run ", 1, true) and "run PUBLISH" or "use the channel of the lock"
        return redis.error_reply("NOPERM The user may not " .. right .. "; nothing was changed")
    end
    woken = woken + heard
    if redis.REDIS_VERSION_NUM then
        local sharded = redis.pcall("SPUBLISH", channel, ARGV[5])
        if type(sharded) == "number" then
            woken = woken + sharded
        end
    end
end
for _, waiter in ipairs(dead) do
    redis.call("ZREM", KEYS[3], waiter)
    redis.call("LPOP", KEYS[2])
end
redis.call("DEL", KEYS[1])
return {"done", "", 0, -2, woken}
