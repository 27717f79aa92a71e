-- SPDX-License-Identifier: GPL-3.0-or-later
-- Publishes the message of a user's rule, so that waiters retry. Changes nothing.
-- KEYS[1]  the lock, of any type; may be absent: a plain DEL leaves waiters behind
-- ARGV[1]  channel, computed by the caller
-- ARGV[2]  message
-- Replies  {"done", "", 0, ttl, woken} without the owner, which is not read. Redis 5+.
-- Include publish.lua
local woken, refusal = publish(ARGV[1], ARGV[2])
if refusal then
    return refusal
end
return {"done", "", 0, redis.call("PTTL", KEYS[1]), woken}
