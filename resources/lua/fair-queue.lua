-- SPDX-License-Identifier: GPL-3.0-or-later
-- Included by other scripts, in place of their Include line (core/redis/script.h).
-- KEYS[2]  the queue of a Redisson fair lock, a list of owners; may be omitted with KEYS[3]
-- KEYS[3]  their deadlines, a sorted set owner -> ms since 1970
-- Publishes to the channels, and to the own channel (the lock's, a colon and the owner) of the first waiter that is
-- not dead: its deadline has not passed by the server's clock, and it is not one of silent whose channel has no
-- subscriber. If drops, then removes the dead waiters before it, and all those of silent without a subscriber that
-- are among the first 512. Looks at no more than 500 dead waiters at the head, as a script blocks the server: if the
-- next one is dead too, nobody is told, and another wake goes on from there. Returns the number woken, that waiter
-- (empty: none) and those removed; or, with nothing changed, nil and the reply of publish(). Redis 5+.
local function wakefirst(channels, channel, message, silent, drops)
    local woken = 0
    for _, name in ipairs(channels) do
        local heard, refusal = publish(name, message)
        if refusal then
            return nil, refusal
        end
        woken = woken + heard
    end
    if channel == "" or not KEYS[2] or redis.call("TYPE", KEYS[2]).ok ~= "list" then
        return woken, "", {}
    end
    local unheard = {}
    for _, owner in ipairs(silent) do
        unheard[owner] = true
    end
    local dated = redis.call("TYPE", KEYS[3]).ok == "zset"
    local clock = redis.call("TIME")
    local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
    local first = ""
    local dead = {}
    local head = redis.call("LINDEX", KEYS[2], 0)
    while head and first == "" and #dead < 500 do
        -- No owner is that long: nobody can be told.
        if #head > 512 then
            break
        end
        local deadline = dated and redis.call("ZSCORE", KEYS[3], head)
        local heard = 0
        if not deadline or tonumber(deadline) > now then
            local refusal
            heard, refusal = publish(channel .. ":" .. head, message)
            if refusal then
                return nil, refusal
            end
            if heard > 0 or not unheard[head] then
                first = head
            end
        end
        woken = woken + heard
        unheard[head] = nil
        if first == "" then
            dead[#dead + 1] = head
            head = redis.call("LINDEX", KEYS[2], #dead)
        end
    end
    if not drops then
        return woken, first, {}
    end
    local near = {}
    if next(unheard) then
        for _, owner in ipairs(redis.call("LRANGE", KEYS[2], 0, 511)) do
            near[owner] = true
        end
    end
    for _, owner in ipairs(silent) do
        if unheard[owner] and near[owner] then
            local heard, refusal = publish(channel .. ":" .. owner, message)
            if refusal then
                return nil, refusal
            end
            woken = woken + heard
            if heard == 0 then
                dead[#dead + 1] = owner
            end
        end
    end
    local dropped = {}
    for _, owner in ipairs(dead) do
        if dated then
            redis.call("ZREM", KEYS[3], owner)
        end
        if redis.call("LREM", KEYS[2], 1, owner) == 1 then
            dropped[#dropped + 1] = owner
        end
    end
    return woken, first, dropped
end
-- As many arguments as there are from this one on: owners for whom nobody listened when they were asked for.
local function from(place)
    local rest = {}
    for i = place, #ARGV do
        rest[#rest + 1] = ARGV[i]
    end
    return rest
end
