-- SPDX-License-Identifier: GPL-3.0-or-later
-- Removes one waiter from the queue of a Redisson fair lock, because it gives up or is dead.
-- KEYS[1]  the lock, a hash: owner -> number of holds; may be absent
-- KEYS[2]  its queue, a list of owners: redisson_lock_queue:{KEYS[1]}
-- KEYS[3]  their deadlines, a sorted set owner -> ms since 1970: redisson_lock_timeout:{KEYS[1]}
-- ARGV[1]  the waiter, uuid:threadId
-- ARGV[2]  ms it was willing to wait, if the waiter itself gives up. As in Redisson, the deadlines behind it move
--          earlier by this and no waiter is woken. Empty: another client drops it, which moves no deadline
-- ARGV[3]  channel of the lock, computed by the caller: redisson_lock__channel:{KEYS[1]}; a waiter's own channel is
--          that, a colon and the owner
-- ARGV[4]  message, "0"
-- Replies  {"done", owner of the lock, holds, ttl, woken} or {"already-gone", …} if it is not queued.
-- A queue of another type is a WRONGTYPE error and changes nothing. A wait that is not a number is an error. If it
-- drops the first waiter of a free lock, it wakes the next one. It publishes before it drops, so that nothing
-- changes without permission to publish (NOPERM). Never changes the lock. Removes before it writes, which works on a
-- server out of memory. The number of steps grows with the number of waiters: in a longer queue, a waiter that is not
-- among the first 2000, or gives up itself, is an error (TOOLARGE) and changes nothing. Redis 5+.
-- Include publish.lua
if ARGV[2] ~= "" and (not string.match(ARGV[2], "^[1-9]%d*$") or #ARGV[2] > 15) then
    return redis.error_reply("ERR The wait must be a whole number of ms; nothing was changed")
end
-- Include fair-state.lua
local length = redis.call("LLEN", KEYS[2])
if ARGV[2] ~= "" and length > 2000 then
    return redis.error_reply("TOOLARGE The queue has more than 2000 waiters, too many for one step; nothing was changed. Waking the waiters drops the dead ones, 500 at a time")
end
local queue = redis.call("LRANGE", KEYS[2], 0, 1999)
local place = 0
for i, waiter in ipairs(queue) do
    if waiter == ARGV[1] then
        place = i
        break
    end
end
if place == 0 and length > #queue then
    return redis.error_reply("TOOLARGE The waiter is not among the first 2000 of the queue; nothing was changed")
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
redis.call("LREM", KEYS[2], length > #queue and 1 or 0, ARGV[1])
if ARGV[2] ~= "" and place > 0 then
    for i = place + 1, #queue do
        if redis.call("ZSCORE", KEYS[3], queue[i]) then
            redis.call("ZINCRBY", KEYS[3], "-" .. ARGV[2], queue[i])
        end
    end
end
return {"done", owner, count, redis.call("PTTL", KEYS[1]), woken}
