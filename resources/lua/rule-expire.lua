-- SPDX-License-Identifier: GPL-3.0-or-later
-- Extends a lock of a user's rule for its owner, or shortens it for any caller.
-- KEYS[1]  the lock
-- ARGV[1]  its type: string, hash, set or zset
-- ARGV[2]  the owner's place: none, value, before:X, after:X, json:/a/b, field:NAME, field-name, member
-- ARGV[3]  the count's place: none, value, json:/a/b, field:NAME, field-value
-- ARGV[4]  "renew": extends to ARGV[6] ms from now, for a holder only; "sooner": the key expires no later than that
-- ARGV[5]  the holder; for "sooner", empty means any
-- ARGV[6]  ms, above 0
-- ARGV[7]  the place of its end: ttl, field:NAME, field-value, score or, to make it expire sooner only, newest (as in
--          rule-remove.lua)
-- ARGV[8]  ms to subtract before writing, for a rule whose time is that of the acquire
-- ARGV[9]  unit of the time: "ms" or "s"
-- Replies  {"done", owner, count, ttl, 0}; {"owner-changed", owner, count, ttl, 0} or {"already-gone", …}, also if the
--          holder is one of several and has expired: another client may take its place.
-- A key of another type or shape, a string longer than 512 bytes, or more than 256 fields or members are a WRONGTYPE
-- error and change nothing. Never creates a key. "renew" shortens the expiry of the key, or sets the first one, only
-- if that is the end of this holder alone; "sooner" never extends it. Redis 5+.
-- Include rule-holders.lua
if redis.call(sizes[kind], KEYS[1]) > (kind == "string" and 512 or 256) then
    return redis.error_reply("WRONGTYPE The key holds a " .. kind .. " too large for such a lock; nothing was changed")
end
local found = holders()
if not found then
    return redis.error_reply(notSuch)
end
local mine = ARGV[5] == "" and found[1] or nil
-- One that still holds it, if any does.
local other = found[1]
for i = 1, #found do
    if found[i][1] == ARGV[5] then
        mine = found[i]
    end
    if other[3] and not found[i][3] then
        other = found[i]
    end
end
local ttl = redis.call("PTTL", KEYS[1])
if #found == 0 then
    return {"already-gone", "", 0, ttl, 0}
end
if not mine then
    return {"owner-changed", other[1], other[2], ttl, 0}
end
if ARGV[4] == "renew" and mine[3] then
    return {"already-gone", "", 0, ttl, 0}
end
local lease = tonumber(ARGV[6])
if ARGV[4] == "sooner" then
    if ttl < 0 or ttl > lease then
        redis.call("PEXPIRE", KEYS[1], ARGV[6])
    end
    return {"done", mine[1], mine[2], redis.call("PTTL", KEYS[1]), 0}
end
if ARGV[7] ~= "ttl" then
    local time = now + lease - tonumber(ARGV[8])
    local text = ARGV[9] == "s" and string.format("%.3f", time / 1000) or string.format("%.0f", time)
    local field = ARGV[7] == "field-value" and mine[1] or string.sub(ARGV[7], 7)
    if ARGV[7] == "score" then
        redis.call("ZADD", KEYS[1], "XX", text, mine[1])
    else
        -- A client that writes whole seconds may be unable to read a fraction.
        if ARGV[9] == "s" and not string.find(redis.call("HGET", KEYS[1], field) or "", ".", 1, true) then
            text = string.format("%.0f", time / 1000)
        end
        redis.call("HSET", KEYS[1], field, text)
    end
end
-- The expiry of the key is also that of the other holders.
if (ARGV[7] == "ttl" and #found == 1) or (ttl >= 0 and ttl < lease) then
    redis.call("PEXPIRE", KEYS[1], ARGV[6])
end
return {"done", mine[1], mine[2], ARGV[7] == "ttl" and redis.call("PTTL", KEYS[1]) or lease, 0}
