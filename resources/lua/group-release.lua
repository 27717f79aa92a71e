-- SPDX-License-Identifier: GPL-3.0-or-later
-- Releases one hold of each value of a Redisson group multi-lock. The last hold removes the value.
-- KEYS[1]  the group, a hash. For each value its 22-letter hash v: v -> owner, v:owner:expire_time -> ms since 1970,
--          v:owner:lock_count -> holds. A value whose time has passed is free although its fields exist
-- ARGV[1]  owner
-- ARGV[2]  lease in ms, set for values that keep holds, as in Redisson
-- ARGV[3]  channel of the group, computed by the caller: redisson_lock__channel:{KEYS[1]}
-- ARGV[4]  message, "0"
-- ARGV[5…] the hashes of the values; none: all that the owner holds
-- Replies  {"done", owner, most holds left of one value, ttl, woken}, {"done", "", 0, ttl, woken} if all are free;
--          {"owner-changed", owner, holds, ms left, 0} or {"already-gone", …} if any named value is not the owner's.
--          Then nothing is changed (Redisson would release the others).
-- A key of another type, or a hash with other fields, is a WRONGTYPE error and changes nothing. Publishes before any
-- change, because scripts are not rolled back. Without permission to publish, the reply is a NOPERM error and
-- nothing changes. Uses the server's clock. Rejects a hash of more than 3000 fields. Redis 5+.
-- Include publish.lua
if not string.match(ARGV[2], "^[1-9]%d*$") or #ARGV[2] > 13 then
    return redis.error_reply("ERR The lease must be a whole number of ms; nothing was changed")
end
local kind = redis.call("TYPE", KEYS[1]).ok
if kind == "none" then
    return {"already-gone", "", 0, -2, 0}
end
if kind ~= "hash" then
    return redis.error_reply("WRONGTYPE The key holds a " .. kind .. ", no such lock; nothing was changed")
end
-- Include group-values.lua
local values = {}
for i = 5, #ARGV do
    values[#values + 1] = ARGV[i]
end
-- Include group-owned.lua
local gone = 0
for _, value in ipairs(values) do
    local _, count = holder(value)
    if count < 2 then
        gone = gone + 1
    end
end
local woken = 0
if gone > 0 then
    local refusal
    woken, refusal = publish(ARGV[3], ARGV[4])
    if refusal then
        return refusal
    end
end
local most = 0
local lease = tonumber(ARGV[2])
for _, value in ipairs(values) do
    local mine = value .. ":" .. ARGV[1]
    local _, count, left = holder(value)
    if count < 2 then
        redis.call("HDEL", KEYS[1], value, mine .. ":expire_time", mine .. ":lock_count")
    else
        most = math.max(most, redis.call("HINCRBY", KEYS[1], mine .. ":lock_count", -1))
        if left < lease then
            redis.call("HSET", KEYS[1], mine .. ":expire_time", string.format("%.0f", now + lease))
        end
    end
end
local ttl = redis.call("PTTL", KEYS[1])
if most > 0 and ttl > 0 and ttl < lease then
    redis.call("PEXPIRE", KEYS[1], ARGV[2])
    ttl = redis.call("PTTL", KEYS[1])
end
return {"done", most > 0 and ARGV[1] or "", most, ttl, woken}
