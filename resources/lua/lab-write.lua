-- SPDX-License-Identifier: GPL-3.0-or-later
-- A resource that a lock protects, for the lab. Accepts a write, or rejects it if its fencing token is older than
-- the last one seen (Kleppmann, "How to do distributed locking", 2016).
-- KEYS[1]  the resource, a hash: writer, token
-- ARGV[1]  the writer
-- ARGV[2]  its fencing token; empty: none, accepted without a check
-- Replies  1 if accepted; 0 if rejected without a change. The resource expires after ten minutes. Redis 5+.
local token = tonumber(ARGV[2])
if token and token < tonumber(redis.call("HGET", KEYS[1], "token") or "0") then
    return 0
end
redis.call("HSET", KEYS[1], "writer", ARGV[1])
if token then
    redis.call("HSET", KEYS[1], "token", ARGV[2])
end
redis.call("PEXPIRE", KEYS[1], 600000)
return 1
