-- SPDX-License-Identifier: GPL-3.0-or-later
-- Included by other scripts, in place of their Include line (core/redis/script.h).
-- KEYS[1]  a hash, the group of a Redisson multi-lock, as in group-release.lua
-- Reads it, or replies with an error if it is too large or not such a lock. holder(value) returns its owner by the
-- server's clock, the number of holds and the ms left. Redis 5+.
if redis.call("HLEN", KEYS[1]) > 1500 or #ARGV > 800 then
    return redis.error_reply("TOOLARGE The group has too many values for one step, more than 500; nothing was changed")
end
-- Include hold-count.lua
local all = redis.call("HGETALL", KEYS[1])
local fields = {}
for i = 1, #all, 2 do
    local part, rest = string.match(all[i], "^([%w+/]+)(.*)$")
    local known = part and #part == 22
    if known and rest ~= "" then
        local number = all[i + 1]
        known = string.match(rest, "^:[%x%-]+:.+:expire_time$") and #number <= 15 and string.match(number, "^%d+$")
        known = known or (string.match(rest, "^:[%x%-]+:.+:lock_count$") and holdcount(number))
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
