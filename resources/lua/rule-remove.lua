-- SPDX-License-Identifier: GPL-3.0-or-later
-- Removes a lock of a user's rule, or one holder's share of it, if it is still as shown, and publishes on the rule's
-- channel.
-- KEYS[1]  the lock
-- ARGV[1]  its type: string, hash, set or zset
-- ARGV[2]  the owner's place: none, value, before:X, after:X, json:/a/b, field:NAME, field-name, member
-- ARGV[3]  the count's place: none, value, json:/a/b, field:NAME, field-value
-- ARGV[4]  "hold": one hold of the holder below; "share": all its holds; "all": the whole lock, if those below are its
--          holders; "any": the whole lock without a comparison
-- ARGV[5]  channel, computed by the caller; empty: none
-- ARGV[6]  message
-- ARGV[7]  the place of each holder's end: field-value or score; newest: the score is when it took its share, and the
--          key expires one timeout after the newest score; anything else: holders have no end of their own
-- ARGV[8]  ms to add after reading, for a rule whose time is that of the acquire
-- ARGV[9]  unit of the time: "ms" or "s"
-- ARGV[10] number of fields that follow: only they are the lock, not the rest of the hash; 0: the whole key is the lock
-- then     these fields; then the holders to compare: owner, count (empty: any), …
-- Replies  {"done", owner, count, ttl, woken}, owner and count are empty and 0 unless the owner has holds left;
--          {"owner-changed", owner, count, ttl, 0} (also if only a count differs) or {"already-gone", …}.
-- A holder that has expired by the server's clock no longer holds the lock. It need not be named, and is removed
-- with the whole lock; if it is named, it counts as a holder, because it may have expired since it was shown. A key
-- of another type or shape, a string longer than 512 bytes, or more than 256 fields or members are a WRONGTYPE error
-- and change nothing. Publishes before any change, so that nothing changes without permission to publish. Publishes
-- nothing while the holder has holds left. Redis 5+.
-- Include publish.lua
-- Include rule-holders.lua
if redis.call(sizes[kind], KEYS[1]) > (kind == "string" and 512 or 256) then
    return redis.error_reply("WRONGTYPE The key holds a " .. kind .. " too large for such a lock; nothing was changed")
end
local found = holders()
if not found then
    return redis.error_reply(notSuch)
end
local fields = tonumber(ARGV[10])
local expected = {}
local named = 0
for i = 11 + fields, #ARGV, 2 do
    expected[ARGV[i]] = ARGV[i + 1]
    named = named + 1
end
-- Compares, and replies with a holder that was not shown.
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
