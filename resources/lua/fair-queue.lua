-- SPDX-License-Identifier: GPL-3.0-or-later
-- Included by other scripts, in place of their Include line (core/redis/script.h).
-- KEYS[2]  the queue of a Redisson fair lock, a list of owners; may be omitted with KEYS[3]
-- KEYS[3]  their deadlines, a sorted set owner -> ms since 1970
-- Publishes to the channels, and to the own channel (the lock's, a colon and the owner) of the first waiter whose
-- deadline has not passed by the server's clock. Then drops the waiters before it. Returns the same as publish().
-- Redis 5+.
local function wakefirst(channels, channel, message)
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
    if head and channel ~= "" then
        channels[#channels + 1] = channel .. ":" .. head
    end
    local woken = 0
    for _, name in ipairs(channels) do
        local heard, refusal = publish(name, message)
        if refusal then
            return nil, refusal
        end
        woken = woken + heard
    end
    for _, waiter in ipairs(dead) do
        redis.call("ZREM", KEYS[3], waiter)
        redis.call("LPOP", KEYS[2])
    end
    return woken
end
