-- SPDX-License-Identifier: GPL-3.0-or-later
-- Removes a Redisson read-write lock with all its readers or its writer, if it still is what was shown.
-- KEYS[1]  the lock, a hash: mode -> read or write, and owner -> number of read holds, owner:write -> of write holds
-- KEYS[2]  what the keys of its read holds begin with: {KEYS[1]}, or KEYS[1] where that brings a brace; such a key is
--          KEYS[2]:owner:rwlock_timeout:1 and so on, a string with an expiry of its own
-- ARGV[1]  "these": only if its holders are exactly those of ARGV[4] and on; "any": whoever holds it
-- ARGV[2]  channel of the lock, computed by the caller: redisson_rwlock:{KEYS[1]}
-- ARGV[3]  message, "1": all waiters try again
-- ARGV[4]  a holder expected, uuid:threadId or uuid:threadId:write, ARGV[5] his number of holds (0: any), and so on
-- Answers  {"done", "", 0, -2, woken}, {"owner-changed", a holder, holds, ttl, 0} (a holder that was not expected or
--          has another number of holds, else one of those left) or {"already-gone", …}.
-- A key of another type, or a hash that is no such lock, is a WRONGTYPE error; nothing was changed.
-- More than 5000 read holds to look at are an error before anything is changed: a script blocks the server.
-- Publishes before it deletes: a user without the right to publish changes nothing (NOPERM). Deletes the keys of
-- the read holds too. Never touches unlock latches. Redis 5+.
-- Waiters of a cluster may listen sharded: SPUBLISH goes out besides PUBLISH where the server has it (7.0).
local function wake(message)
    local woken = redis.pcall("PUBLISH", ARGV[2], message)
    if type(woken) == "table" then
        local right = string.find(woken.err, " run ", 1, true) and "run PUBLISH" or "use the channel of the lock"
        return nil, redis.error_reply("NOPERM The user may not " .. right .. "; nothing was changed")
    end
    if redis.REDIS_VERSION_NUM then
        local sharded = redis.pcall("SPUBLISH", ARGV[2], message)
        if type(sharded) == "number" then
            woken = woken + sharded
        end
    end
    return woken
end
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
if ARGV[1] == "these" then
    local expected = {}
    local missing = false
    for i = 4, #ARGV, 2 do
        expected[ARGV[i]] = ARGV[i + 1]
        missing = missing or not counts[ARGV[i]]
    end
    local odd = missing and names[1] or false
    for _, name in ipairs(names) do
        local count = expected[name]
        if not count or (count ~= "0" and tonumber(count) ~= counts[name]) then
            odd = name
        end
    end
    if odd or missing then
        return {"owner-changed", odd or "", odd and counts[odd] or 0, redis.call("PTTL", KEYS[1]), 0}
    end
end
local keys = holdkeys(names)
if not keys then
    return redis.error_reply("ERR The lock has too many read holds for one step; nothing was changed")
end
local woken, refusal = wake(ARGV[3])
if refusal then
    return refusal
end
for _, key in ipairs(keys) do
    redis.call("DEL", key)
end
redis.call("DEL", KEYS[1])
return {"done", "", 0, -2, woken}
