-- SPDX-License-Identifier: GPL-3.0-or-later
-- Takes a lock of a user's rule away, or one holder's share of it, if it still is what was shown, and tells the
-- rule's channel.
-- KEYS[1]  the lock
-- ARGV[1]  its type: string, hash, set or zset
-- ARGV[2]  where the owner stands: none, value, before:X, after:X, json:/a/b, field:NAME, field-name, member
-- ARGV[3]  where the count stands: none, value, json:/a/b, field:NAME, field-value
-- ARGV[4]  "hold": one hold of the holder below; "share": all his holds; "all": the whole lock, if those below
--          are its holders; "any": the whole lock, whoever holds it
-- ARGV[5]  channel, computed by the caller; empty: none
-- ARGV[6]  message
-- ARGV[7]  where the end of each holder is written: field-value or score; anything else: he has none of his own
-- ARGV[8]  ms to add to the time that is written: it says when the lock was taken
-- ARGV[9]  what is written: "ms" or "s"
-- ARGV[10] how many fields follow: they are the lock, and the rest of the hash is not; 0: the key is the lock
-- then     these fields; then the holders meant: owner, count (empty: any), …
-- Answers  {"done", owner, count, ttl, woken}, owner and count empty and 0 unless holds of his are left;
--          {"owner-changed", owner, count, ttl, 0} (also when only a count differs) or {"already-gone", …}.
-- Who is past his time by the server's clock is nobody who holds it: he need not be named, and goes with the whole
-- lock; one who is named counts as there, for his time may have run out since.
-- A key of another type or shape, a string longer than 512 bytes, or more than 256 fields or members are a
-- WRONGTYPE error; nothing was changed. Publishes before it changes: a user without the right to publish must
-- not free a lock that nobody hears of. Publishes nothing while holds of the holder are left. Redis 5+.
local function part(value, place)
    if place == "value" then
        return value
    end
    local sort, name = string.match(place, "^(%l+):(.*)$")
    if sort == "json" then
        local ok, at = pcall(cjson.decode, value)
        for step in string.gmatch(name, "[^/]+") do
            at = ok and type(at) == "table" and at[step] or nil
        end
        if type(at) == "number" and at == math.floor(at) then
            at = string.format("%.0f", at)
        end
        return type(at) == "string" and at or nil
    end
    local from, to = string.find(value, name, 1, true)
    if not from then
        return nil
    end
    return sort == "before" and string.sub(value, 1, from - 1) or string.sub(value, to + 1)
end
local function read(place)
    if ARGV[1] == "string" then
        return part(redis.call("GET", KEYS[1]), place)
    end
    return redis.call("HGET", KEYS[1], string.sub(place, 7)) or nil
end
local function numeral(text)
    return text and string.match(text, "^%-?%d+$") and tonumber(text) or nil
end
-- One holder at fixed places; none where the count says nobody. Nil: no such lock.
local function single()
    local owner = ARGV[2] == "none" and "" or read(ARGV[2])
    local count = ARGV[3] == "none" and 1 or numeral(read(ARGV[3]))
    if not owner or not count or (owner == "" and ARGV[2] ~= "none") then
        return nil
    end
    return count > 0 and {{owner, count}} or {}
end
-- A time of his own that is over: he stands there, but holds nothing any more.
local clock = redis.call("TIME")
local now = tonumber(clock[1]) * 1000 + math.floor(tonumber(clock[2]) / 1000)
local function isOver(text)
    return (tonumber(text) or math.huge) * (ARGV[9] == "s" and 1000 or 1) + tonumber(ARGV[8]) <= now
end
-- Each: owner, count, whether his time is over.
local function holders()
    local found = {}
    if ARGV[2] == "field-name" then
        local fields = redis.call("HGETALL", KEYS[1])
        for i = 1, #fields, 2 do
            local count = ARGV[3] == "none" and 1 or numeral(fields[i + 1])
            if not count then
                return nil
            end
            found[#found + 1] = {fields[i], count, ARGV[7] == "field-value" and isOver(fields[i + 1])}
        end
        return found
    end
    if ARGV[2] ~= "member" then
        return single()
    end
    if ARGV[1] == "set" then
        for i, member in ipairs(redis.call("SMEMBERS", KEYS[1])) do
            found[i] = {member, 1}
        end
        return found
    end
    local members = redis.call("ZRANGE", KEYS[1], 0, -1, "WITHSCORES")
    for i = 1, #members, 2 do
        found[#found + 1] = {members[i], 1, ARGV[7] == "score" and isOver(members[i + 1])}
    end
    return found
end
local kind = redis.call("TYPE", KEYS[1]).ok
if kind == "none" then
    return {"already-gone", "", 0, -2, 0}
end
if kind ~= ARGV[1] then
    return redis.error_reply("WRONGTYPE The key holds a " .. kind .. ", no such lock; nothing was changed")
end
local sizes = {string = "STRLEN", hash = "HLEN", set = "SCARD", zset = "ZCARD"}
if redis.call(sizes[kind], KEYS[1]) > (kind == "string" and 512 or 256) then
    return redis.error_reply("WRONGTYPE The key holds a " .. kind .. " too large for such a lock; nothing was changed")
end
local found = holders()
if not found then
    return redis.error_reply("WRONGTYPE The key does not hold what the rule says; nothing was changed")
end
local fields = tonumber(ARGV[10])
local expected = {}
local named = 0
for i = 11 + fields, #ARGV, 2 do
    expected[ARGV[i]] = ARGV[i + 1]
    named = named + 1
end
-- Compares; what is there and was not shown is the answer.
local mine
local stranger
local met = 0
for i = 1, #found do
    local count = expected[found[i][1]]
    if count and (count == "" or tonumber(count) == found[i][2]) then
        mine = found[i]
        met = met + 1
    elseif not found[i][3] and (not stranger or count) then
        stranger = found[i]
    end
end
local ttl = redis.call("PTTL", KEYS[1])
if #found == 0 and ARGV[4] ~= "any" then
    return {"already-gone", "", 0, ttl, 0}
end
local whole = ARGV[4] == "all" or ARGV[4] == "any"
if ARGV[4] ~= "any" and (met < named or (whole and stranger)) then
    stranger = stranger or found[1]
    return {"owner-changed", stranger[1], stranger[2], ttl, 0}
end
if ARGV[4] == "hold" and ARGV[3] ~= "none" and mine[2] > 1 then
    local field = ARGV[3] == "field-value" and mine[1] or string.sub(ARGV[3], 7)
    return {"done", mine[1], redis.call("HINCRBY", KEYS[1], field, -1), ttl, 0}
end
-- Waiters of a cluster may listen sharded: SPUBLISH goes out besides PUBLISH where the server has it (7.0).
local woken = 0
if ARGV[5] ~= "" then
    woken = redis.pcall("PUBLISH", ARGV[5], ARGV[6])
    if type(woken) == "table" then
        local right = string.find(woken.err, " run ", 1, true) and "run PUBLISH" or "use the channel of the lock"
        return redis.error_reply("NOPERM The user may not " .. right .. "; nothing was changed")
    end
    local sharded = redis.REDIS_VERSION_NUM and redis.pcall("SPUBLISH", ARGV[5], ARGV[6])
    if type(sharded) == "number" then
        woken = woken + sharded
    end
end
if fields > 0 then
    for i = 11, 10 + fields do
        redis.call("HDEL", KEYS[1], ARGV[i])
    end
elseif whole or (ARGV[2] ~= "field-name" and ARGV[2] ~= "member") then
    redis.call("DEL", KEYS[1])
else
    local command = {hash = "HDEL", set = "SREM", zset = "ZREM"}
    redis.call(command[kind], KEYS[1], mine[1])
end
return {"done", "", 0, redis.call("PTTL", KEYS[1]), woken}
