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
-- Include publish.lua
-- Include rule-holders.lua
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
local woken = 0
if ARGV[5] ~= "" then
    local refusal
    woken, refusal = publish(ARGV[5], ARGV[6])
    if refusal then
        return refusal
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
