-- SPDX-License-Identifier: GPL-3.0-or-later
-- Makes the waiters of a Redisson lock retry. Changes nothing.
-- KEYS[1]  the lock, a hash: owner -> number of holds, for a read-write lock also mode -> read or write; may be absent:
--          a plain DEL leaves waiters behind
-- ARGV[1]  channel of the lock, computed by the caller: redisson_lock__channel:{KEYS[1]}; for a read-write lock
--          redisson_rwlock:{KEYS[1]}
-- ARGV[2]  message: "0" for one waiter of each client, "1" for all of them
-- Replies  {"done", owner, holds, ttl, woken}; no lock: {"done", "", 0, -2, woken}. Owner and holds are those of the
--          first holder, if the hash is such a lock.
-- Redis 5+.
-- Include publish.lua
-- Include hold-count.lua
local owner = ""
local count = 0
if redis.call("TYPE", KEYS[1]).ok == "hash" and redis.call("HLEN", KEYS[1]) <= 1024 then
    local fields = redis.call("HGETALL", KEYS[1])
    if #fields == 2 or redis.call("HEXISTS", KEYS[1], "mode") == 1 then
        local first = fields[1] == "mode" and 3 or 1
        if fields[first] and holdcount(fields[first + 1]) then
            owner = fields[first]
            count = holdcount(fields[first + 1])
        end
    end
end
local woken, refusal = publish(ARGV[1], ARGV[2])
if refusal then
    return refusal
end
return {"done", owner, count, redis.call("PTTL", KEYS[1]), woken}
