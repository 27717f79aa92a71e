-- SPDX-License-Identifier: GPL-3.0-or-later
-- Returns the fencing token of a Redisson fenced lock's holder, for the lab. Changes nothing.
-- KEYS[1]  the lock, a hash: owner -> number of holds
-- KEYS[2]  its token, a counter: redisson_lock_token:{KEYS[1]}
-- ARGV[1]  owner
-- Replies  the token as a string, or nil if the owner does not hold the lock. Redis 5+.
if redis.call("HEXISTS", KEYS[1], ARGV[1]) == 0 then
    return false
end
return redis.call("GET", KEYS[2])
