-- SPDX-License-Identifier: GPL-3.0-or-later
-- Returns one permit of a Redisson permit-expirable semaphore and wakes waiters.
-- KEYS[1]  the semaphore, a string: the number of free permits; may be absent
-- KEYS[2]  its permits, a sorted set: id -> expiry in ms since 1970; 922337203685477 means never
-- ARGV[1]  id of the permit, as stored
-- ARGV[2]  the same id in its other form (16 bytes or 32 hex digits), used if the first is missing; or empty
-- ARGV[3]  channel of the semaphore, computed by the caller: redisson_sc:{KEYS[1]}
-- Replies  {"done", "", 0, ttl, woken} or {"already-gone", "", 0, ttl, 0} if no such permit is in use.
-- Keys of other types, or a string that is not a whole number, are a WRONGTYPE error and change nothing. Publishes
-- before any change, because scripts are not rolled back. Without permission to publish, the reply is a NOPERM error
-- and nothing changes. Like Redisson, returns even an expired permit. Never changes another permit. Removes before it
-- counts: a server out of memory rejects INCRBY only as the first write of a script. Redis 5+.
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
redis.call("ZREM", KEYS[2], id)
redis.call("INCRBY", KEYS[1], 1)
return {"done", "", 0, redis.call("PTTL", KEYS[1]), woken}
