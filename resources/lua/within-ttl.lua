-- SPDX-License-Identifier: GPL-3.0-or-later
-- Prepended to another script (core/redis/script.h), which then runs only if the lock's TTL is no longer than that
-- of the lock shown. A longer TTL means that the lock was renewed or acquired again, possibly by the same owner.
-- KEYS[1]  the lock, whose own expiry is compared
-- ARGV[#]  the last argument, removed for the other script: the longest TTL in ms; -1: the lock had no expiry when
--          shown and must have none
-- Replies  {"owner-changed", "", 0, ttl, 0}. Then nothing is changed. Redis 5+.
do
    local longest = tonumber(table.remove(ARGV))
    local left = redis.call("PTTL", KEYS[1])
    if left ~= -2 and (left > longest or (left == -1 and longest ~= -1)) then
        return {"owner-changed", "", 0, left, 0}
    end
end
