-- SPDX-License-Identifier: GPL-3.0-or-later
-- Included by other scripts, in place of their Include line (core/redis/script.h).
-- KEYS[2]  the queue of a Redisson fair lock, a list of owners; may be omitted with KEYS[3]
-- KEYS[3]  their deadlines, a sorted set owner -> ms since 1970
-- Publishes to the channels, and to the own channel (the lock's, a colon and the owner) of each waiter at the head
-- whose deadline has passed by the server's clock: its client may still listen, and nothing else would wake it once
-- it is dropped. Then to that of the next waiter, unless it is one of silent and its channel has no subscriber. If
-- drops, then removes the waiters before that one, and all those of silent without a subscriber that are among the
-- first 512. Looks at no more than 500 waiters at the head, as a script blocks the server: if all of them are passed
-- over, another wake goes on from there. Returns the number woken, the first waiter that stays (empty: none) and those
-- removed; or, with nothing changed, nil and the reply of publish(). Redis 5+.
local function wakefirst(channels, channel, message, silent, drops)
    local woken = 0
    local sent = {}
    for _, name in ipairs(channels) do
        local heard, refusal = publish(name, message)
        if refusal then
            return nil, refusal
        end
        woken = woken + heard
        sent[name] = heard
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
    local passed = {}
    local head = redis.call("LINDEX", KEYS[2], 0)
    while head and first == "" and #passed < 500 do
        -- No owner is that long: nobody can be told.
        if #head > 512 then
            break
        end
        local deadline = dated and redis.call("ZSCORE", KEYS[3], head)
        local isDue = not deadline or tonumber(deadline) > now
        local own = channel .. ":" .. head
        local heard = sent[own]
        if not heard then
            local refusal
            heard, refusal = publish(own, message)
            if refusal then
                return nil, refusal
            end
            woken = woken + heard
        end
        if isDue and (heard > 0 or not unheard[head]) then
            first = head
        end
        unheard[head] = nil
        if first == "" then
            passed[#passed + 1] = head
            head = redis.call("LINDEX", KEYS[2], #passed)
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
                passed[#passed + 1] = owner
            end
        end
    end
    local dropped = {}
    for _, owner in ipairs(passed) do
        if dated then
            redis.call("ZREM", KEYS[3], owner)
        end
        if redis.call("LREM", KEYS[2], 1, owner) == 1 then
            dropped[#dropped + 1] = owner
        end
    end
    return woken, first, dropped
end
-- The arguments from this one on: channels of waiters that listen but are not in the queue, which begin with the
-- lock's channel and a colon, and owners for whom nobody listened. Returns the channels, after the lock's own, and
-- these owners.
local function from(place, channel)
    local channels = {channel}
    local silent = {}
    for i = place, #ARGV do
        local list = string.sub(ARGV[i], 1, #channel + 1) == channel .. ":" and channels or silent
        list[#list + 1] = ARGV[i]
    end
    return channels, silent
end
