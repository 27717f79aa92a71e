-- SPDX-License-Identifier: GPL-3.0-or-later
-- A resource that a lock protects, for the lab: takes a write, or refuses one whose fencing token is older than
-- the last that it saw (Kleppmann, "How to do distributed locking", 2016).
-- KEYS[1]  the resource, a hash: writer, token
-- ARGV[1]  who writes
-- ARGV[2]  his fencing token; empty: he has none, and none is asked for
-- Answers  1, or 0 and nothing was changed. The resource expires after ten minutes. Redis 5+.
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
