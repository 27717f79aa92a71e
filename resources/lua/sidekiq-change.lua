-- SPDX-License-Identifier: GPL-3.0-or-later
-- Included by other scripts, in place of their Include line (core/redis/script.h).
-- KEYS[1]  the hash of a lock of sidekiq-unique-jobs: as in sidekiq-force-release.lua
-- Compares the holders if ARGV[2] is "these". Redis 5+.
for i = 2, #KEYS do
    local other = redis.call("TYPE", KEYS[i]).ok
    if other ~= "none" and other ~= types[i] then
        return redis.error_reply("WRONGTYPE The key " .. KEYS[i] .. " holds a " .. other .. "; nothing was changed")
    end
end
local expected = {}
local missing = 0
for i = 3, #ARGV, 2 do
    expected[ARGV[i + 1]] = true
    missing = missing + 1
end
local held = redis.call("HGETALL", KEYS[1])
for i = 1, #held, 2 do
    if not string.match(held[i + 1], "^{.*}$") and not string.match(held[i + 1], "^%d+%.?%d*$") then
        return redis.error_reply("WRONGTYPE The key holds a hash that is no such lock; nothing was changed")
    end
    if expected[held[i]] then
        missing = missing - 1
    elseif ARGV[2] ~= "any" then
        return {"owner-changed", held[i], 1, redis.call("PTTL", KEYS[1]), 0}
    end
end
if missing > 0 then
    return {"owner-changed", held[1], 1, redis.call("PTTL", KEYS[1]), 0}
end
