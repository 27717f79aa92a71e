-- SPDX-License-Identifier: GPL-3.0-or-later
-- Takes one waiter out of the queue of a Redisson fair lock: one that gives up, or one that is dead.
-- KEYS[1]  the lock, a hash: owner -> number of holds; may be absent
-- KEYS[2]  its queue, a list of owners: redisson_lock_queue:{KEYS[1]}
-- KEYS[3]  their deadlines, a sorted set owner -> ms since 1970: redisson_lock_timeout:{KEYS[1]}
-- ARGV[1]  the waiter, uuid:threadId
-- ARGV[2]  ms it was ready to wait: it gives up itself, and the deadlines behind it come nearer by so much, as
--          Redisson does, and nobody is told; empty: another drops it, which moves no deadline
-- ARGV[3]  channel of the lock, computed by the caller: redisson_lock__channel:{KEYS[1]}; a waiter's own is
--          that, a colon and the owner
-- ARGV[4]  message, "0"
-- Answers  {"done", owner of the lock, holds, ttl, woken} or {"already-gone", …}: it is in no queue.
-- A queue of another type is a WRONGTYPE error; nothing was changed. A wait that is no number is an error.
-- When the first of the queue is dropped and nobody holds the lock, the next is told: publishes before it drops,
-- so a user without the right to publish changes nothing (NOPERM). Never touches the lock. Removes first, which a
-- server out of memory allows. As many steps as threads wait. Redis 5+.
-- Include publish.lua
if ARGV[2] ~= "" and (not string.match(ARGV[2], "^[1-9]%d*$") or #ARGV[2] > 15) then
    return redis.error_reply("ERR The wait must be a whole number of ms; nothing was changed")
end
-- Include fair-state.lua
local queue = redis.call("LRANGE", KEYS[2], 0, -1)
local place = 0
for i, waiter in ipairs(queue) do
    if waiter == ARGV[1] then
        place = i
        break
    end
end
if place == 0 and not redis.call("ZSCORE", KEYS[3], ARGV[1]) then
    return {"already-gone", owner, count, redis.call("PTTL", KEYS[1]), 0}
end
local woken = 0
if ARGV[2] == "" and place == 1 and queue[2] and kind == "none" then
    local channel = ARGV[3] .. ":" .. queue[2]
    local refusal
    woken, refusal = publish(channel, ARGV[4])
    if refusal then
        return refusal
    end
end
redis.call("ZREM", KEYS[3], ARGV[1])
redis.call("LREM", KEYS[2], 0, ARGV[1])
if ARGV[2] ~= "" and place > 0 then
    for i = place + 1, #queue do
        if redis.call("ZSCORE", KEYS[3], queue[i]) then
            redis.call("ZINCRBY", KEYS[3], "-" .. ARGV[2], queue[i])
        end
    end
end
return {"done", owner, count, redis.call("PTTL", KEYS[1]), woken}
