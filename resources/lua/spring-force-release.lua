-- SPDX-License-Identifier: GPL-3.0-or-later
-- Removes a lock of Spring Integration's registry, if it still is what was shown, and tells the waiters.
-- KEYS[1]  the lock, a string: the UUID of its registry
-- ARGV[1]  "owner": only if ARGV[2] holds it; "any": whoever holds it
-- ARGV[2]  the owner expected
-- ARGV[3]  "must": who may not publish frees nothing; "may": it may be a lock whose waiters poll
-- ARGV[4]  message: the name of the lock
-- ARGV[5…] channels that may be the lock's own, computed by the caller: at most eight
-- Answers  {"done", "", 0, -2, woken}, {"owner-changed", owner, 1, ttl, 0} or {"already-gone", …}.
-- A key of another type, or a string longer than 512 bytes, is a WRONGTYPE error; nothing was changed.
-- Publishes before it deletes: scripts are not rolled back. No SPUBLISH: the library listens by pattern, which
-- sharded channels do not have. Redis 5+.
-- Include short-string.lua
local owner = redis.call("GET", KEYS[1])
if ARGV[1] ~= "any" and owner ~= ARGV[2] then
    return {"owner-changed", owner, 1, redis.call("PTTL", KEYS[1]), 0}
end
local woken = 0
for i = 5, #ARGV do
    local told = redis.pcall("PUBLISH", ARGV[i], ARGV[4])
    if type(told) == "number" then
        woken = woken + told
    elseif ARGV[3] == "must" then
        local right = string.find(told.err, " run ", 1, true) and "run PUBLISH" or "use the channel of the lock"
        return redis.error_reply("NOPERM The user may not " .. right .. "; nothing was changed")
    end
end
-- As the library: UNLINK, or DEL where that is not allowed.
if type(redis.pcall("UNLINK", KEYS[1])) == "table" then
    redis.call("DEL", KEYS[1])
end
return {"done", "", 0, -2, woken}
