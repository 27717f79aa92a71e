-- SPDX-License-Identifier: GPL-3.0-or-later
-- Extends values of a Redisson group multi-lock, for their owner only, as the watchdog does.
-- KEYS[1]  the group, a hash. For each value its 22-letter hash v: v -> owner, v:owner:expire_time -> ms since 1970,
--          v:owner:lock_count -> holds. A value whose time has passed is free although its fields exist
-- ARGV[1]  owner
-- ARGV[2]  lease in ms from now, above 0
-- ARGV[3…] the hashes of the values; none: all that the owner holds
-- Replies  {"done", owner, most holds of one value, ms left, 0}; {"owner-changed", owner, holds, ms left, 0} or
--          {"already-gone", …} if any named value is not the owner's. Then nothing is changed.
-- A key of another type, or a hash with other fields, is a WRONGTYPE error and changes nothing. Never acquires an
-- expired value again. Uses the server's clock. Rejects a hash of more than 3000 fields. Redis 5+.
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
for i = 3, #ARGV do
    values[#values + 1] = ARGV[i]
end
-- Include group-owned.lua
local most = 0
local lease = tonumber(ARGV[2])
for _, value in ipairs(values) do
    local _, count = holder(value)
    most = math.max(most, count)
    redis.call("HSET", KEYS[1], value .. ":" .. ARGV[1] .. ":expire_time", string.format("%.0f", now + lease))
end
local ttl = redis.call("PTTL", KEYS[1])
if ttl > 0 and ttl < lease then
    redis.call("PEXPIRE", KEYS[1], ARGV[2])
end
return {"done", ARGV[1], most, lease, 0}
