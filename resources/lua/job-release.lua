-- SPDX-License-Identifier: GPL-3.0-or-later
-- Releases a job's lock, for its worker only: compare-and-delete.
-- KEYS[1]  the lock, a string: its worker's token
-- KEYS[2]  the set of jobs that the queue considers stalled unless they are renewed
-- ARGV[1]  owner
-- ARGV[2]  the job's id in that set
-- Replies  {"done", "", 0, -2, 0}, {"owner-changed", owner, 1, ttl, 0} or {"already-gone", …}.
-- A key of another type, or a string longer than 512 bytes, is a WRONGTYPE error and changes nothing. Never changes
-- the job: the queue finds it without a lock and runs it again. Redis 5+.
-- Include job-set.lua
redis.call("DEL", KEYS[1])
redis.call("SREM", KEYS[2], ARGV[2])
return {"done", "", 0, -2, 0}
