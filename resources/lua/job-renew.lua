-- SPDX-License-Identifier: GPL-3.0-or-later
-- Extends a job's lock, for its worker only, and removes the job from the set of possibly stalled jobs.
-- KEYS[1]  the lock, a string: its worker's token
-- KEYS[2]  the set of jobs that the queue considers stalled unless they are renewed
-- ARGV[1]  owner
-- ARGV[2]  lease in ms from now, above 0
-- ARGV[3]  the job's id in that set
-- Replies  {"done", owner, 1, ttl, 0}, {"owner-changed", owner, 1, ttl, 0} or {"already-gone", …}.
-- A key of another type, or a string longer than 512 bytes, is a WRONGTYPE error and changes nothing. Never creates
-- a key. Redis 5+.
-- Include job-set.lua
-- Writes the lock again, like BullMQ and Bull.
redis.call("SET", KEYS[1], ARGV[1], "PX", ARGV[2])
redis.call("SREM", KEYS[2], ARGV[3])
return {"done", owner, 1, redis.call("PTTL", KEYS[1]), 0}
