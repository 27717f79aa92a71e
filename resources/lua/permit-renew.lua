-- SPDX-License-Identifier: GPL-3.0-or-later
-- Sets the expiry of one permit of a Redisson permit-expirable semaphore.
-- KEYS[1]  the semaphore, a string: the number of free permits; not touched
-- KEYS[2]  its permits, a sorted set: id -> expiry in ms since 1970; 922337203685477 means never
-- ARGV[1]  id of the permit, as stored
-- ARGV[2]  the same id in its other form (16 bytes or 32 hex digits), used if the first is missing; or empty
-- ARGV[3]  lease in ms from now, above 0; 0: never expires
-- Replies  {"done", id, 1, ms left, 0} or {"already-gone", "", 0, -2, 0} if no such permit is in use, or it has expired
--          and another client may acquire it.
-- A sorted set of another type is a WRONGTYPE error and changes nothing. Never creates a permit. Uses the server's
-- clock. Redis 5+.
if not string.match(ARGV[3], "^%d+$") or #ARGV[3] > 13 then
    return redis.error_reply("ERR The lease must be a whole number of ms; nothing was changed")
end
-- Include permit-in-use.lua
if ARGV[3] == "0" then
    redis.call("ZADD", KEYS[2], "922337203685477", id)
    return {"done", id, 1, -1, 0}
end
redis.call("ZADD", KEYS[2], string.format("%.0f", now + tonumber(ARGV[3])), id)
return {"done", id, 1, tonumber(ARGV[3]), 0}
