-- SPDX-License-Identifier: GPL-3.0-or-later
-- Puts the expiry of a lock of rueidislock off, for who holds a majority of its keys only.
-- KEYS     the lock, three strings: its owner in each
-- ARGV[1]  owner
-- ARGV[2]  lease in ms from now, longer than 0
-- Answers  {"done", owner, 1, ttl, 0}, {"owner-changed", owner of most, 1, ttl, 0}, or {"already-gone", …}: no
--          key is there, or the owner's majority is gone and nobody has more.
-- A key of another type, or a string longer than 512 bytes, is a WRONGTYPE error; nothing was changed.
-- Never creates a key. Redis 5+.
-- What each key holds, and who has most of them.
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
if countOf(ARGV[1]) * 2 <= #KEYS then
    if most == 0 or countOf(ARGV[1]) == most then
        return {"already-gone", "", 0, -2, 0}
    end
    return {"owner-changed", owner, 1, ttlOf(owner), 0}
end
for i = 1, #KEYS do
    if values[i] and values[i] == ARGV[1] then
        redis.call("PEXPIRE", KEYS[i], ARGV[2])
    end
end
return {"done", owner, 1, ttlOf(owner), 0}
