-- SPDX-License-Identifier: GPL-3.0-or-later
-- Makes the first waiter of a Redisson fair lock retry, even if the lock was deleted without a message.
-- KEYS[1]  the lock, a hash: owner -> number of holds; may be absent
-- KEYS[2]  its queue, a list of owners: redisson_lock_queue:{KEYS[1]}
-- KEYS[3]  their deadlines, a sorted set owner -> ms since 1970: redisson_lock_timeout:{KEYS[1]}
-- ARGV[1]  channel of the lock, computed by the caller: redisson_lock__channel:{KEYS[1]}; a waiter's own channel is
--          that, a colon and the owner
-- ARGV[2]  message, "0"
-- Replies  {"done", owner, holds, ttl, woken}; no lock: {"done", "", 0, -2, woken}.
-- A queue of another type is a WRONGTYPE error and changes nothing. Changes nothing while the lock is held.
-- Otherwise, like each of Redisson's scripts, drops the waiters at the head whose deadline has passed by the
-- server's clock. Never changes the lock. Publishes before it drops, so that nothing changes without permission to
-- publish (NOPERM). Redis 5+.
-- Include publish.lua
-- Include fair-state.lua
local clock = redis.call("TIME")
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
local dead = {}
local head = redis.call("LINDEX", KEYS[2], 0)
while kind == "none" and head do
    local deadline = redis.call("ZSCORE", KEYS[3], head)
    if not deadline or tonumber(deadline) > now then
        break
    end
    dead[#dead + 1] = head
    head = redis.call("LINDEX", KEYS[2], #dead)
end
local channels = {ARGV[1]}
if head then
    channels[2] = ARGV[1] .. ":" .. head
end
local woken = 0
for _, channel in ipairs(channels) do
    local heard, refusal = publish(channel, ARGV[2])
    if refusal then
        return refusal
    end
    woken = woken + heard
end
for _, waiter in ipairs(dead) do
    redis.call("ZREM", KEYS[3], waiter)
    redis.call("LPOP", KEYS[2])
end
return {"done", owner, count, redis.call("PTTL", KEYS[1]), woken}
