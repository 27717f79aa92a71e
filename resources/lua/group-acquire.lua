-- SPDX-License-Identifier: GPL-3.0-or-later
-- Acquires values of a Redisson group multi-lock, all or none. Values that the owner already holds get one more
-- hold.
-- KEYS[1]  the group, a hash. For each value its 22-letter hash v: v -> owner, v:owner:expire_time -> ms since 1970,
--          v:owner:lock_count -> holds. A value whose time has passed is free although its fields exist
-- ARGV[1]  owner, uuid:threadId
-- ARGV[2]  lease in ms, above 0
-- ARGV[3…] the hashes of the values, at least one
-- Replies  {"done", owner, most holds of one value, ms left, 0}, or {"held", owner, holds, ms left, 0} with the owner
--          whose hold lasts longest. Then nothing is changed.
-- A key of another type, or a hash with other fields, is a WRONGTYPE error and changes nothing. Like Redisson,
-- extends the expiry of the hash to the lease, but never shortens it. Uses the server's clock. Rejects a hash of
-- more than 3000 fields. Redis 5+.
if not string.match(ARGV[2], "^[1-9]%d*$") or #ARGV[2] > 13 then
    return redis.error_reply("ERR The lease must be a whole number of ms; nothing was changed")
end
local kind = redis.call("TYPE", KEYS[1]).ok
if kind ~= "hash" and kind ~= "none" then
    return redis.error_reply("WRONGTYPE The key holds a " .. kind .. ", no such lock; nothing was changed")
end
-- Include group-values.lua
for i = 3, #ARGV do
    if fields[ARGV[i] .. ":" .. ARGV[1] .. ":lock_count"] == "2147483647" then
        return redis.error_reply("TOOLARGE The lock has as many holds as Redisson can count; nothing was changed")
    end
end
local other = {"", 0, 0}
for i = 3, #ARGV do
    local owner, count, left = holder(ARGV[i])
    if owner and owner ~= ARGV[1] and left > other[3] then
        other = {owner, count, left}
    end
end
if other[3] > 0 then
    return {"held", other[1], other[2], other[3], 0}
end
local most = 0
local lease = tonumber(ARGV[2])
local left = lease
for i = 3, #ARGV do
    local mine = ARGV[i] .. ":" .. ARGV[1]
    local ends = tonumber(fields[mine .. ":expire_time"] or "")
    redis.call("HSET", KEYS[1], ARGV[i], ARGV[1])
    if not ends or ends < now + lease then
        redis.call("HSET", KEYS[1], mine .. ":expire_time", string.format("%.0f", now + lease))
    end
    most = math.max(most, redis.call("HINCRBY", KEYS[1], mine .. ":lock_count", 1))
end
local ttl = redis.call("PTTL", KEYS[1])
if kind == "none" or (ttl > 0 and lease > ttl) then
    redis.call("PEXPIRE", KEYS[1], ARGV[2])
end
return {"done", ARGV[1], most, left, 0}
