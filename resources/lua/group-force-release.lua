-- SPDX-License-Identifier: GPL-3.0-or-later
-- Removes a Redisson group multi-lock with all its values, if the held values are those shown.
-- KEYS[1]  the group, a hash. For each value its 22-letter hash v: v -> owner, v:owner:expire_time -> ms since 1970,
--          v:owner:lock_count -> holds. A value whose time has passed is free although its fields exist
-- ARGV[1]  "holders": only if exactly the values of ARGV[4…] are held; "owner": only if ARGV[4] alone holds values;
--          "any": no comparison
-- ARGV[2]  channel of the group, computed by the caller: redisson_lock__channel:{KEYS[1]}
-- ARGV[3]  message, "0"
-- ARGV[4…] "holders": for each value its hash, owner and number of holds, 0 = any; "owner": the owner, and the number
--          of holds of its only value, empty = any
-- Replies  {"done", "", 0, -2, woken}, {"owner-changed", owner, holds, ms left, 0} with a value that differs, or
--          {"already-gone", …} if no value is held.
-- A shown value that has expired since is no difference. A key of another type, or a hash with other fields, is a
-- WRONGTYPE error and changes nothing. Publishes before any change, because scripts are not rolled back. Without
-- permission to publish, the reply is a NOPERM error and nothing changes. Uses the server's clock. Rejects a hash of
-- more than 3000 fields. Redis 5+.
-- Include publish.lua
local kind = redis.call("TYPE", KEYS[1]).ok
if kind == "none" then
    return {"already-gone", "", 0, -2, 0}
end
if kind ~= "hash" then
    return redis.error_reply("WRONGTYPE The key holds a " .. kind .. ", no such lock; nothing was changed")
end
-- Include group-values.lua
local held = {}
for field in pairs(fields) do
    if #field == 22 and holder(field) then
        held[#held + 1] = field
    end
end
if #held == 0 then
    return {"already-gone", "", 0, redis.call("PTTL", KEYS[1]), 0}
end
local expected = {}
if ARGV[1] == "holders" then
    for i = 4, #ARGV, 3 do
        expected[ARGV[i]] = {ARGV[i + 1], tonumber(ARGV[i + 2])}
        if fields[ARGV[i]] ~= ARGV[i + 1] then
            local owner, count, left = holder(held[1])
            return {"owner-changed", owner, count, left, 0}
        end
    end
end
for _, value in ipairs(held) do
    local owner, count, left = holder(value)
    local same = ARGV[1] == "any"
    if ARGV[1] == "holders" then
        local wanted = expected[value]
        same = wanted and wanted[1] == owner and (wanted[2] == 0 or wanted[2] == count)
    elseif ARGV[1] == "owner" then
        same = owner == ARGV[4] and (ARGV[5] == "" or (#held == 1 and count == tonumber(ARGV[5])))
    end
    if not same then
        return {"owner-changed", owner, count, left, 0}
    end
end
local woken, refusal = publish(ARGV[2], ARGV[3])
if refusal then
    return refusal
end
redis.call("DEL", KEYS[1])
return {"done", "", 0, -2, woken}
