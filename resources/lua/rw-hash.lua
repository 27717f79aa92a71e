-- SPDX-License-Identifier: GPL-3.0-or-later
-- Included by other scripts, in place of their Include line (core/redis/script.h). Functions of the scripts for
-- Redisson's read-write lock.
-- KEYS[1]  the lock, a hash: mode -> read or write, and owner -> number of read holds, owner:write -> of write holds
-- KEYS[2]  the prefix of its read hold keys: {KEYS[1]}, or KEYS[1] if it has braces. Each key,
--          KEYS[2]:owner:rwlock_timeout:1 and so on, is a string with its own expiry
-- A key of another type, or a hash that is not such a lock, is a WRONGTYPE error. More than 1000 read holds are an
-- error (TOOLARGE) before any change, because a script blocks the server. Redis 5+.
-- Include hold-count.lua
local kind = redis.call("TYPE", KEYS[1]).ok
local mode = false
local names = {}
local counts = {}
-- Reads the hash into those; answers the error instead, if it is not such a lock.
local function readlock()
    if kind ~= "hash" then
        return redis.error_reply("WRONGTYPE The key holds a " .. kind .. ", no such lock; nothing was changed")
    end
    if redis.call("HLEN", KEYS[1]) > 1024 then
        return redis.error_reply("WRONGTYPE The key holds a hash of too many fields, no such lock; nothing was changed")
    end
    local fields = redis.call("HGETALL", KEYS[1])
    for i = 1, #fields, 2 do
        if fields[i] == "mode" then
            mode = fields[i + 1]
        else
            if not string.match(fields[i], "^%x+%-%x+%-%x+%-%x+%-%x+:%-?%d+") or not string.match(fields[i + 1], "^[1-9]%d*$") then
                return redis.error_reply("WRONGTYPE The key holds a hash with fields of no holder, no such lock; nothing was changed")
            end
            if not holdcount(fields[i + 1]) then
                return redis.error_reply("WRONGTYPE The key holds a hash with a hold count that Redisson cannot read, no such lock; nothing was changed")
            end
            names[#names + 1] = fields[i]
            counts[fields[i]] = tonumber(fields[i + 1])
        end
    end
    if mode ~= "read" and mode ~= "write" then
        return redis.error_reply("WRONGTYPE The key holds a hash without a mode, no such lock; nothing was changed")
    end
end
-- The keys of all read holds of these holders, but for one; nil and the reply if there are more than 1000, or one is no string.
-- A writer has none.
local function holdkeys(holders, but)
    local keys = {}
    for _, name in ipairs(holders) do
        local count = (name == but or string.find(name, ":write", 1, true)) and 0 or counts[name]
        if #keys + count > 1000 then
            return nil, redis.error_reply("TOOLARGE The lock has too many read holds for one step, more than 1000; nothing was changed")
        end
        for i = count, 1, -1 do
            local key = KEYS[2] .. ":" .. name .. ":rwlock_timeout:" .. string.format("%.0f", i)
            local held = redis.call("TYPE", key).ok
            if held ~= "string" and held ~= "none" then
                return nil, redis.error_reply("WRONGTYPE The key of a read hold holds a " .. held .. "; nothing was changed")
            end
            keys[#keys + 1] = key
        end
    end
    return keys
end
-- A TTL as an argument of PEXPIRE, which rejects those that overflow.
local function ms(ttl)
    return string.format("%.0f", math.min(ttl, 1e15))
end
-- The owner in ARGV[1] to ARGV[3], as a reader or as the writer.
local function meant()
    if ARGV[1] == "write" or (ARGV[1] == "either" and not counts[ARGV[2]]) then
        return ARGV[3]
    end
    return ARGV[2]
end
-- The reply if none of these owners is a holder, with one that is.
local function changed()
    return {"owner-changed", names[1] or "", names[1] and counts[names[1]] or 0, redis.call("PTTL", KEYS[1]), 0}
end
