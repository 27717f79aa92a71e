-- SPDX-License-Identifier: GPL-3.0-or-later
-- Gives one permit of a Redisson permit-expirable semaphore back and tells the waiters.
-- KEYS[1]  the semaphore, a string: the number of free permits; may be absent
-- KEYS[2]  its permits, a sorted set: id -> ms since 1970 when it runs out, 922337203685477: never
-- ARGV[1]  id of the permit, as stored
-- ARGV[2]  the same id in its other form (16 bytes, or 32 hex digits), tried if the first is not there; or empty
-- ARGV[3]  channel of the semaphore, computed by the caller: redisson_sc:{KEYS[1]}
-- Answers  {"done", "", 0, ttl, woken} or {"already-gone", "", 0, ttl, 0}: no such permit is out.
-- Keys of other types, or a string that is no whole number, are a WRONGTYPE error; nothing was changed.
-- Publishes before it changes anything: scripts are not rolled back, and a user without the right to publish
-- must not give a permit back that nobody hears of: that is a NOPERM error.
-- As Redisson: a permit whose time is over is given back all the same. Never touches another permit. Redis 5+.
-- Include publish.lua
-- Include permit-number.lua
local id = ARGV[1]
local runsOut = redis.call("ZSCORE", KEYS[2], id)
if not runsOut and ARGV[2] ~= "" then
    id = ARGV[2]
    runsOut = redis.call("ZSCORE", KEYS[2], id)
end
if not runsOut then
    return {"already-gone", "", 0, redis.call("PTTL", KEYS[1]), 0}
end
local message = string.format("%.0f", free + 1)
local woken, refusal = publish(ARGV[3], message)
if refusal then
    return refusal
end
redis.call("INCRBY", KEYS[1], 1)
redis.call("ZREM", KEYS[2], id)
return {"done", "", 0, redis.call("PTTL", KEYS[1]), woken}
