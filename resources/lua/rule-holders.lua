-- SPDX-License-Identifier: GPL-3.0-or-later
-- Included by other scripts, in place of their Include line (core/redis/script.h). KEYS[1], ARGV[1] to ARGV[3] and
-- ARGV[7] to ARGV[9] are the lock of a user's rule and the places in it, as in rule-remove.lua. Reads holders and
-- counts, or replies with a WRONGTYPE error if it is not such a lock; if holders() returns nil, notSuch is the error.
-- Lua reads numbers in JSON as doubles: from 2^53 on, several have the same text. Redis 5+.
local notSuch = "WRONGTYPE The key does not hold what the rule says; nothing was changed"
local function part(value, place)
    if place == "value" then
        return value
    end
    local sort, name = string.match(place, "^(%l+):(.*)$")
    if sort == "json" then
        local ok, at = pcall(cjson.decode, value)
        for step in string.gmatch(name, "[^/]+") do
            at = ok and type(at) == "table" and at[step] or nil
        end
        if type(at) == "number" and math.abs(at) >= 2 ^ 53 and ARGV[4] ~= "any" then
            notSuch = "WRONGTYPE The number in " .. place .. " is too large to be compared exactly; nothing was changed"
            return nil
        end
        if type(at) == "number" and at == math.floor(at) then
            at = string.format("%.0f", at)
        end
        return type(at) == "string" and at or nil
    end
    local from, to = string.find(value, name, 1, true)
    if not from then
        return nil
    end
    return sort == "before" and string.sub(value, 1, from - 1) or string.sub(value, to + 1)
end
local function read(place)
    if ARGV[1] == "string" then
        return part(redis.call("GET", KEYS[1]), place)
    end
    return redis.call("HGET", KEYS[1], string.sub(place, 7)) or nil
end
local function numeral(text)
    return text and string.match(text, "^%-?%d+$") and tonumber(text) or nil
end
-- Reads one holder from fixed places; none if the count is 0. Nil: not such a lock.
local function single()
    local owner = ARGV[2] == "none" and "" or read(ARGV[2])
    local count = ARGV[3] == "none" and 1 or numeral(read(ARGV[3]))
    if not owner or not count or (owner == "" and ARGV[2] ~= "none") then
        return nil
    end
    return count > 0 and {{owner, count}} or {}
end
-- True if the holder's own time has passed: it is still stored, but holds nothing.
local clock = redis.call("TIME")
local now = tonumber(clock[1]) * 1000 + math.floor(tonumber(clock[2]) / 1000)
local function isOver(text)
    return (tonumber(text) or math.huge) * (ARGV[9] == "s" and 1000 or 1) + tonumber(ARGV[8]) <= now
end
-- How long a share lasts if the key expires that long after the newest time. Nil: a clock is ahead by more than 1 s.
local function timeoutAfter(newest)
    local ttl = redis.call("PTTL", KEYS[1])
    local timeout = ttl + now - newest
    return ttl >= 0 and timeout > 0 and newest <= now + 1000 and timeout or nil
end
-- Returns for each: owner, count, whether it has expired.
local function holders()
    local found = {}
    if ARGV[2] == "field-name" then
        local fields = redis.call("HGETALL", KEYS[1])
        for i = 1, #fields, 2 do
            local count = ARGV[3] == "none" and 1 or numeral(fields[i + 1])
            if not count then
                return nil
            end
            found[#found + 1] = {fields[i], count, ARGV[7] == "field-value" and isOver(fields[i + 1])}
        end
        return found
    end
    if ARGV[2] ~= "member" then
        return single()
    end
    if ARGV[1] == "set" then
        for i, member in ipairs(redis.call("SMEMBERS", KEYS[1])) do
            found[i] = {member, 1}
        end
        return found
    end
    local members = redis.call("ZRANGE", KEYS[1], 0, -1, "WITHSCORES")
    local timeout = ARGV[7] == "newest" and timeoutAfter(tonumber(members[#members]))
    for i = 1, #members, 2 do
        local over = ARGV[7] == "score" and isOver(members[i + 1])
        if timeout then
            over = tonumber(members[i + 1]) + timeout <= now
        end
        found[#found + 1] = {members[i], 1, over}
    end
    return found
end
local kind = redis.call("TYPE", KEYS[1]).ok
if kind == "none" then
    return {"already-gone", "", 0, -2, 0}
end
if kind ~= ARGV[1] then
    return redis.error_reply("WRONGTYPE The key holds a " .. kind .. ", no such lock; nothing was changed")
end
local sizes = {string = "STRLEN", hash = "HLEN", set = "SCARD", zset = "ZCARD"}
