-- SPDX-License-Identifier: GPL-3.0-or-later
-- Removes one value of a Redisson group multi-lock with all its holds, if it still is what was shown.
-- KEYS[1]  the group, a hash. For each value its 22-letter hash v: v -> owner, v:owner:expire_time -> ms since
--          1970, v:owner:lock_count -> holds. A value whose time is past is free though its fields are there
-- ARGV[1]  "owner": only if ARGV[2] holds it; "any": whoever holds it
-- ARGV[2]  the owner expected
-- ARGV[3]  the number of holds expected; empty: any
-- ARGV[4]  channel of the group, computed by the caller: redisson_lock__channel:{KEYS[1]}
-- ARGV[5]  message, "0"
-- ARGV[6]  the hash of the value
-- Answers  {"done", "", 0, ttl, woken}, {"owner-changed", owner, holds, ms left, 0} or {"already-gone", …}: nobody
--          holds this value, or its time is past.
-- A key of another type, or a hash with other fields, is a WRONGTYPE error; nothing was changed.
-- Publishes before it changes anything: scripts are not rolled back, and a user without the right to publish
-- must not free a value that nobody hears of: that is a NOPERM error.
-- Never touches another value.
-- The server's clock decides. Refuses a hash of more than 3000 fields. Redis 5+.
local kind = redis.call("TYPE", KEYS[1]).ok
if kind == "none" then
    return {"already-gone", "", 0, -2, 0}
end
if kind ~= "hash" then
    return redis.error_reply("WRONGTYPE The key holds a " .. kind .. ", no such lock; nothing was changed")
end
if redis.call("HLEN", KEYS[1]) > 3000 then
    return redis.error_reply("ERR The group has too many values for one step; nothing was changed")
end
local all = redis.call("HGETALL", KEYS[1])
local fields = {}
for i = 1, #all, 2 do
    local part, rest = string.match(all[i], "^([%w+/]+)(.*)$")
    local known = part and #part == 22
    if known and rest ~= "" then
        known = string.match(rest, "^:[%x%-]+:.+:expire_time$") or string.match(rest, "^:[%x%-]+:.+:lock_count$")
    end
    if not known then
        return redis.error_reply("WRONGTYPE The key holds a hash with other fields, no such lock; nothing was changed")
    end
    fields[all[i]] = all[i + 1]
end
local time = redis.call("TIME")
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
local function holder(value)
    local owner = fields[value]
    local ends = owner and tonumber(fields[value .. ":" .. owner .. ":expire_time"] or "")
    if not ends or ends <= now then
        return nil, 0, 0
    end
    return owner, tonumber(fields[value .. ":" .. owner .. ":lock_count"] or "") or 1, ends - now
end
local owner, count, left = holder(ARGV[6])
if not owner then
    return {"already-gone", "", 0, redis.call("PTTL", KEYS[1]), 0}
end
if (ARGV[1] ~= "any" and owner ~= ARGV[2]) or (ARGV[3] ~= "" and count ~= tonumber(ARGV[3])) then
    return {"owner-changed", owner, count, left, 0}
end
-- Waiters of a cluster may listen sharded: SPUBLISH goes out besides PUBLISH where the server has it (7.0).
local woken = redis.pcall("PUBLISH", ARGV[4], ARGV[5])
if type(woken) == "table" then
    local right = string.find(woken.err, " run ", 1, true) and "run PUBLISH" or "use the channel of the lock"
    return redis.error_reply("NOPERM The user may not " .. right .. "; nothing was changed")
end
if redis.REDIS_VERSION_NUM then
    local sharded = redis.pcall("SPUBLISH", ARGV[4], ARGV[5])
    if type(sharded) == "number" then
        woken = woken + sharded
    end
end
local held = ARGV[6] .. ":" .. owner
redis.call("HDEL", KEYS[1], ARGV[6], held .. ":expire_time", held .. ":lock_count")
return {"done", "", 0, redis.call("PTTL", KEYS[1]), woken}
