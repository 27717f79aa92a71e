-- SPDX-License-Identifier: GPL-3.0-or-later
-- Removes one value of a Redisson group multi-lock with all its holds, if it is still as shown.
-- KEYS[1]  the group, a hash. For each value its 22-letter hash v: v -> owner, v:owner:expire_time -> ms since 1970,
--          v:owner:lock_count -> holds. A value whose time has passed is free although its fields exist
-- ARGV[1]  "owner": only if ARGV[2] holds it; "any": no comparison
-- ARGV[2]  the owner expected
-- ARGV[3]  the number of holds expected; empty: any
-- ARGV[4]  channel of the group, computed by the caller: redisson_lock__channel:{KEYS[1]}
-- ARGV[5]  message, "0"
-- ARGV[6]  the hash of the value
-- Replies  {"done", "", 0, ttl, woken}, {"owner-changed", owner, holds, ms left, 0} or {"already-gone", …} if the value
--          has no holder or has expired.
-- A key of another type, or a hash with other fields, is a WRONGTYPE error and changes nothing. Publishes before any
-- change, because scripts are not rolled back. Without permission to publish, the reply is a NOPERM error and
-- nothing changes. Never touches another value. Uses the server's clock. Rejects a hash of more than 3000 fields.
-- Redis 5+.
-- Include publish.lua
local kind = redis.call("TYPE", KEYS[1]).ok
if kind == "none" then
    return {"already-gone", "", 0, -2, 0}
end
if kind ~= "hash" then
    return redis.error_reply("WRONGTYPE The key holds a " .. kind .. ", no such lock; nothing was changed")
end
-- Include group-values.lua
local owner, count, left = holder(ARGV[6])
if not owner then
    return {"already-gone", "", 0, redis.call("PTTL", KEYS[1]), 0}
end
if (ARGV[1] ~= "any" and owner ~= ARGV[2]) or (ARGV[3] ~= "" and count ~= tonumber(ARGV[3])) then
    return {"owner-changed", owner, count, left, 0}
end
local woken, refusal = publish(ARGV[4], ARGV[5])
if refusal then
    return refusal
end
local held = ARGV[6] .. ":" .. owner
redis.call("HDEL", KEYS[1], ARGV[6], held .. ":expire_time", held .. ":lock_count")
return {"done", "", 0, redis.call("PTTL", KEYS[1]), woken}
