-- SPDX-License-Identifier: GPL-3.0-or-later
-- Makes the first waiter of a Redisson fair lock try again, also when the lock is gone and nobody told it.
-- KEYS[1]  the lock, a hash: owner -> number of holds; may be absent
-- KEYS[2]  its queue, a list of owners: redisson_lock_queue:{KEYS[1]}
-- KEYS[3]  their deadlines, a sorted set owner -> ms since 1970: redisson_lock_timeout:{KEYS[1]}
-- ARGV[1]  channel of the lock, computed by the caller: redisson_lock__channel:{KEYS[1]}; a waiter's own is
--          that, a colon and the owner
-- ARGV[2]  message, "0"
-- Answers  {"done", owner, holds, ttl, woken}; no lock: {"done", "", 0, -2, woken}.
-- A queue of another type is a WRONGTYPE error; nothing was changed.
-- While the lock is held nothing is changed. When it is absent, the waiters at the head whose deadline is past, by
-- the server's clock, are dropped: each of Redisson's scripts would do that. Never touches the lock.
-- Publishes before it drops: a user without the right to publish changes nothing (NOPERM). Redis 5+.
local listed = redis.call("TYPE", KEYS[2]).ok
local scored = redis.call("TYPE", KEYS[3]).ok
if (listed ~= "none" and listed ~= "list") or (scored ~= "none" and scored ~= "zset") then
    return redis.error_reply("WRONGTYPE The queue of the lock holds a " .. listed .. " and a " .. scored .. "; nothing was changed")
end
local owner = ""
local count = 0
local kind = redis.call("TYPE", KEYS[1]).ok
if kind == "hash" and redis.call("HLEN", KEYS[1]) == 1 then
    local held = redis.call("HGETALL", KEYS[1])
    if tonumber(held[2]) then
        owner = held[1]
        count = tonumber(held[2])
    end
end
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
-- Waiters of a cluster may listen sharded: SPUBLISH goes out besides PUBLISH where the server has it (7.0).
local woken = 0
for _, channel in ipairs(channels) do
    local heard = redis.pcall("PUBLISH", channel, ARGV[2])
    if type(heard) == "table" then
        local right = string.find(heard.err, " run ", 1, true) and "run PUBLISH" or "use the channel of the lock"
        return redis.error_reply("NOPERM The user may not " .. right .. "; nothing was changed")
    end
    woken = woken + heard
    if redis.REDIS_VERSION_NUM then
        local sharded = redis.pcall("SPUBLISH", channel, ARGV[2])
        if type(sharded) == "number" then
            woken = woken + sharded
        end
    end
end
for _, waiter in ipairs(dead) do
    redis.call("ZREM", KEYS[3], waiter)
    redis.call("LPOP", KEYS[2])
end
return {"done", owner, count, redis.call("PTTL", KEYS[1]), woken}
