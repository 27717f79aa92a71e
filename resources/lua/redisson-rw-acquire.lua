-- SPDX-License-Identifier: GPL-3.0-or-later
-- Acquires a Redisson read-write lock for reading or writing, or adds a hold if the owner already has it.
-- KEYS[1]  the lock, a hash: mode -> read or write, and owner -> number of read holds, owner:write -> of write holds
-- KEYS[2]  the prefix of this owner's read hold keys, {KEYS[1]}:owner:rwlock_timeout. Each key, KEYS[2]:1 and so on, is
--          a string with its own expiry
-- ARGV[1]  "read" or "write"
-- ARGV[2]  the owner as a reader, uuid:threadId
-- ARGV[3]  the owner as the writer, uuid:threadId:write
-- ARGV[4]  lease in ms, above 0
-- Replies  {"done", owner as reader or writer, holds, ttl, 0}, or {"held", a holder, holds, ttl, 0}. Then nothing is
--          changed.
-- A key of another type, or a hash that is not such a lock, is a WRONGTYPE error and changes nothing. A lease that
-- PEXPIRE would reject is an error before any change, so that no lock is left without an expiry. As in Redisson,
-- readers share the lock and the writer may read too; a reader cannot become the writer. Another write hold adds the
-- lease to the time left. Redis 5+.
if not string.match(ARGV[4], "^[1-9]%d*$") or #ARGV[4] > 15 then
    return redis.error_reply("ERR The lease must be a whole number of ms; nothing was changed")
end
local me = ARGV[1] == "write" and ARGV[3] or ARGV[2]
local function isForeign(key)
    local held = redis.call("TYPE", key).ok
    return held ~= "string" and held ~= "none"
end
local foreign = redis.error_reply("WRONGTYPE The key of the read hold holds another type; nothing was changed")
local kind = redis.call("TYPE", KEYS[1]).ok
if kind == "none" then
    if ARGV[1] == "read" then
        if isForeign(KEYS[2] .. ":1") then
            return foreign
        end
        redis.call("SET", KEYS[2] .. ":1", "1")
        redis.call("PEXPIRE", KEYS[2] .. ":1", ARGV[4])
    end
    redis.call("HSET", KEYS[1], "mode", ARGV[1])
    redis.call("HSET", KEYS[1], me, 1)
    redis.call("PEXPIRE", KEYS[1], ARGV[4])
    return {"done", me, 1, redis.call("PTTL", KEYS[1]), 0}
end
if kind ~= "hash" then
    return redis.error_reply("WRONGTYPE The key holds a " .. kind .. ", no such lock; nothing was changed")
end
local mode = redis.call("HGET", KEYS[1], "mode")
if mode ~= "read" and mode ~= "write" then
    return redis.error_reply("WRONGTYPE The key holds a hash without a mode, no such lock; nothing was changed")
end
local mine = redis.call("HGET", KEYS[1], me)
if mine and not string.match(mine, "^[1-9]%d*$") then
    return redis.error_reply("WRONGTYPE The key holds a hash without a hold count, no such lock; nothing was changed")
end
if mine and (#mine > 10 or tonumber(mine) >= 2147483647) then
    return redis.error_reply("WRONGTYPE The key holds a hash with a hold count that Redisson cannot read, no such lock; nothing was changed")
end
if ARGV[1] == "read" and (mode == "read" or redis.call("HEXISTS", KEYS[1], ARGV[3]) == 1) then
    local key = KEYS[2] .. ":" .. string.format("%.0f", (mine or 0) + 1)
    if tonumber(mine or 0) >= 1000 then
        return redis.error_reply("TOOLARGE The owner has 1000 read holds; nothing was changed")
    end
    if isForeign(key) then
        return foreign
    end
    redis.call("SET", key, "1")
    redis.call("PEXPIRE", key, ARGV[4])
    local count = redis.call("HINCRBY", KEYS[1], me, 1)
    if redis.call("PTTL", KEYS[1]) < tonumber(ARGV[4]) then
        redis.call("PEXPIRE", KEYS[1], ARGV[4])
    end
    return {"done", me, count, redis.call("PTTL", KEYS[1]), 0}
end
if ARGV[1] == "write" and mode == "write" and mine then
    local count = redis.call("HINCRBY", KEYS[1], me, 1)
    redis.call("PEXPIRE", KEYS[1], string.format("%.0f", math.max(1, math.min(redis.call("PTTL", KEYS[1]) + ARGV[4], 1e15))))
    return {"done", me, count, redis.call("PTTL", KEYS[1]), 0}
end
-- Include hold-count.lua
local holder = ""
local count = 0
if redis.call("HLEN", KEYS[1]) <= 1024 then
    local fields = redis.call("HGETALL", KEYS[1])
    for i = 1, #fields, 2 do
        local writes = string.find(fields[i], ":write", 1, true)
        if fields[i] ~= "mode" and holdcount(fields[i + 1]) and (holder == "" or writes) then
            holder = fields[i]
            count = holdcount(fields[i + 1])
        end
    end
end
return {"held", holder, count, redis.call("PTTL", KEYS[1]), 0}
