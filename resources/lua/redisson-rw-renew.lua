-- SPDX-License-Identifier: GPL-3.0-or-later
-- Puts the expiry of a Redisson read-write lock off, for one of its holders: the watchdog's tick.
-- KEYS[1]  the lock, a hash: mode -> read or write, and owner -> number of read holds, owner:write -> of write holds
-- KEYS[2]  what the keys of its read holds begin with: {KEYS[1]}, or KEYS[1] where that brings a brace; such a key is
--          KEYS[2]:owner:rwlock_timeout:1 and so on, a string with an expiry of its own
-- ARGV[1]  "read", "write", or "either": the read holds if there are any, else the write holds
-- ARGV[2]  the owner as a reader, uuid:threadId
-- ARGV[3]  the owner as the writer, uuid:threadId:write
-- ARGV[4]  lease in ms from now, longer than 0
-- Answers  {"done", owner as reader or writer, holds, ttl, 0}, {"owner-changed", a holder, holds, ttl, 0} or
--          {"already-gone", …}.
-- A key of another type, or a hash that is no such lock, is a WRONGTYPE error; nothing was changed.
-- More than 5000 read holds to look at are an error before anything is changed: a script blocks the server.
-- Renews the owner's own read holds and the lock, not the holds of other readers, as Redisson since 4.4.0.
-- Never creates a key. Redis 5+.
local kind = redis.call("TYPE", KEYS[1]).ok
if kind == "none" then
    return {"already-gone", "", 0, -2, 0}
end
if kind ~= "hash" then
    return redis.error_reply("WRONGTYPE The key holds a " .. kind .. ", no such lock; nothing was changed")
end
if redis.call("HLEN", KEYS[1]) > 1024 then
    return redis.error_reply("WRONGTYPE The key holds a hash of too many fields, no such lock; nothing was changed")
end
local fields = redis.call("HGETALL", KEYS[1])
local mode = false
local names = {}
local counts = {}
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
local me = ARGV[2]
if ARGV[1] == "write" or (ARGV[1] == "either" and not counts[me]) then
    me = ARGV[3]
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
if not counts[me] then
    return {"owner-changed", names[1] or "", names[1] and counts[names[1]] or 0, redis.call("PTTL", KEYS[1]), 0}
end
local keys = holdkeys({me})
if not keys then
    return redis.error_reply("ERR The lock has too many read holds for one step; nothing was changed")
end
for _, key in ipairs(keys) do
    redis.call("PEXPIRE", key, ARGV[4])
end
redis.call("PEXPIRE", KEYS[1], ARGV[4])
return {"done", me, counts[me], redis.call("PTTL", KEYS[1]), 0}
