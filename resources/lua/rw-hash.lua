-- SPDX-License-Identifier: GPL-3.0-or-later
-- Not called by itself: stands in place of the line of a script that includes it (core/redis/script.h).
-- What the scripts of Redisson's read-write lock read of it.
-- KEYS[1]  the lock, a hash: mode -> read or write, and owner -> number of read holds, owner:write -> of write holds
-- KEYS[2]  what the keys of its read holds begin with: {KEYS[1]}, or KEYS[1] where that brings a brace; such a key is
--          KEYS[2]:owner:rwlock_timeout:1 and so on, a string with an expiry of its own
-- A key of another type, or a hash that is no such lock, is a WRONGTYPE error.
-- More than 5000 read holds to look at are an error: a script blocks the server. Redis 5+.
local kind = redis.call("TYPE", KEYS[1]).ok
local mode = false
local names = {}
local counts = {}
-- Reads the hash into those; answers the error instead, if it is no such lock.
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
            if #fields[i + 1] > 10 or tonumber(fields[i + 1]) > 2147483647 then
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
-- The keys of all read holds of these holders; nil if there are more than 5000. A writer has none.
local function holdkeys(holders)
    local keys = {}
    for _, name in ipairs(holders) do
        local count = string.find(name, ":write", 1, true) and 0 or counts[name]
        if #keys + count > 5000 then
            return nil
        end
        for i = count, 1, -1 do
            keys[#keys + 1] = KEYS[2] .. ":" .. name .. ":rwlock_timeout:" .. string.format("%.0f", i)
        end
    end
    return keys
end
-- Whom ARGV[1] to ARGV[3] mean: the owner as a reader, or as the writer.
local function meant()
    if ARGV[1] == "write" or (ARGV[1] == "either" and not counts[ARGV[2]]) then
        return ARGV[3]
    end
    return ARGV[2]
end
-- That none of these owners is a holder: says who is.
local function changed()
    return {"owner-changed", names[1] or "", names[1] and counts[names[1]] or 0, redis.call("PTTL", KEYS[1]), 0}
end
