-- SPDX-License-Identifier: GPL-3.0-or-later
-- Puts the expiry of a job's lock off, for its worker only, and takes the job out of those to be looked at.
-- KEYS[1]  the lock, a string: its worker's token
-- KEYS[2]  the set of jobs that the queue takes for stalled unless they are renewed
-- ARGV[1]  owner
-- ARGV[2]  lease in ms from now, longer than 0
-- ARGV[3]  the job's id, the member of the set
-- Answers  {"done", owner, 1, ttl, 0}, {"owner-changed", owner, 1, ttl, 0} or {"already-gone", …}.
-- A key of another type, or a string longer than 512 bytes, is a WRONGTYPE error; nothing was changed.
-- Never creates a key. Redis 5+.
-- Include job-set.lua
-- The lock is written anew, as BullMQ and Bull do it.
redis.call("SET", KEYS[1], ARGV[1], "PX", ARGV[2])
redis.call("SREM", KEYS[2], ARGV[3])
return {"done", owner, 1, redis.call("PTTL", KEYS[1]), 0}
