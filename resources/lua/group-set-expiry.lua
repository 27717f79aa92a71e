-- SPDX-License-Identifier: GPL-3.0-or-later
-- Shortens values of a Redisson group multi-lock. Never extends them.
-- KEYS[1]  the group, a hash. For each value its 22-letter hash v: v -> owner, v:owner:expire_time -> ms since 1970,
--          v:owner:lock_count -> holds. A value whose time has passed is free although its fields exist
-- ARGV[1]  "owner": only the values that ARGV[2] holds; "any": no comparison
-- ARGV[2]  the owner to compare
-- ARGV[3]  ms from now, above 0
-- ARGV[4…] the hashes of the values; none: all
-- Replies  {"done", owner, holds, longest ms left of those values, 0}: they end no later than asked; {"owner-changed",
--          owner, holds, ms left, 0} if others hold them; or {"already-gone", …}.
-- A key of another type, or a hash with other fields, is a WRONGTYPE error and changes nothing. Sets the expiry of
-- the hash only if it has none. Never acquires a value. Uses the server's clock. Rejects a hash of more than 3000
-- fields. Redis 5+.
if not string.match(ARGV[3], "^[1-9]%d*$") or #ARGV[3] > 13 then
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
local wanted = {}
for i = 4, #ARGV do
    wanted[ARGV[i]] = true
end
local meant = {}
local other
local longest = 0
for value in pairs(fields) do
    local owner, _, left = holder(value)
    if #value == 22 and owner then
        longest = math.max(longest, left)
        if #ARGV < 4 or wanted[value] then
            if ARGV[1] == "any" or owner == ARGV[2] then
                meant[#meant + 1] = value
            else
                other = value
            end
        end
    end
end
if #meant == 0 then
    if not other then
        return {"already-gone", "", 0, redis.call("PTTL", KEYS[1]), 0}
    end
    local owner, count, left = holder(other)
    return {"owner-changed", owner, count, left, 0}
end
local most = 0
local lease = tonumber(ARGV[3])
for _, value in ipairs(meant) do
    local owner, _, left = holder(value)
    if left > lease then
        left = lease
        redis.call("HSET", KEYS[1], value .. ":" .. owner .. ":expire_time", string.format("%.0f", now + lease))
    end
    most = math.max(most, left)
end
if redis.call("PTTL", KEYS[1]) == -1 then
    redis.call("PEXPIRE", KEYS[1], string.format("%.0f", longest))
end
local owner, count = holder(meant[1])
return {"done", owner, count, most, 0}
