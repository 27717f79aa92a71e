-- SPDX-License-Identifier: GPL-3.0-or-later
-- Included by other scripts, in place of their Include line (core/redis/script.h).
-- KEYS     the lock, three strings: its owner in each
-- Reads the value of each key and finds the owner of most keys, or replies with a WRONGTYPE error. Redis 5+.
local values = {}
for i = 1, #KEYS do
    local kind = redis.call("TYPE", KEYS[i]).ok
    if kind ~= "string" and kind ~= "none" then
        return redis.error_reply("WRONGTYPE " .. KEYS[i] .. " holds a " .. kind .. ", no lock; nothing was changed")
    end
    if kind == "string" and redis.call("STRLEN", KEYS[i]) > 512 then
        return redis.error_reply("WRONGTYPE " .. KEYS[i] .. " holds too long a string; nothing was changed")
    end
    values[i] = kind == "string" and redis.call("GET", KEYS[i])
end
local function countOf(owner)
    local count = 0
    for i = 1, #KEYS do
        if values[i] and values[i] == owner then
            count = count + 1
        end
    end
    return count
end
local owner = ""
local most = 0
for i = 1, #KEYS do
    if values[i] and countOf(values[i]) > most then
        owner = values[i]
        most = countOf(owner)
    end
end
local function ttlOf(who)
    for i = 1, #KEYS do
        if values[i] and values[i] == who then
            return redis.call("PTTL", KEYS[i])
        end
    end
    return -2
end
