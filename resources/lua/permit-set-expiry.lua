-- SPDX-License-Identifier: GPL-3.0-or-later
-- Sets or shortens the expiry of one permit of a Redisson permit-expirable semaphore. Never extends it.
-- KEYS[1]  the semaphore, a string: the number of free permits; not touched
-- KEYS[2]  its permits, a sorted set: id -> expiry in ms since 1970; 922337203685477 means never
-- ARGV[1]  id of the permit, as stored
-- ARGV[2]  the same id in its other form (16 bytes or 32 hex digits), used if the first is missing; or empty
-- ARGV[3]  ms from now, above 0
-- Replies  {"done", id, 1, ms left, 0}: it expires no later than asked (nothing changes if it already expires sooner);
--          or {"already-gone", "", 0, -2, 0} if no such permit is in use, or it has expired.
-- A sorted set of another type is a WRONGTYPE error and changes nothing. Never creates a permit. Uses the server's
-- clock. Redis 5+.
if not string.match(ARGV[3], "^[1-9]%d*$") or #ARGV[3] > 13 then
    return redis.error_reply("ERR The time must be a whole number of ms; nothing was changed")
end
-- Include permit-in-use.lua
local left = math.min(tonumber(runsOut) - now, 1e15)
if left > tonumber(ARGV[3]) then
    left = tonumber(ARGV[3])
    redis.call("ZADD", KEYS[2], string.format("%.0f", now + left), id)
end
return {"done", id, 1, left, 0}
