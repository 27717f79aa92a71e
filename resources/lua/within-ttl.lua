-- SPDX-License-Identifier: GPL-3.0-or-later
-- Not called by itself: stands before the text of another script (core/redis/script.h), which then runs only
-- if the lock has no longer to live than the one that was shown can have. More left means that it was taken
-- anew, if only by the same owner.
-- KEYS[1]   the lock, whose own expiry is meant
-- ARGV[#]   the last one, which the other script does not see: the longest time to live, in ms; -1: the lock
--           was shown without an expiry, and must have none
-- Answers   {"owner-changed", "", 0, ttl, 0}, and nothing was changed. Redis 5+.
do
    local longest = tonumber(table.remove(ARGV))
    local left = redis.call("PTTL", KEYS[1])
    if left ~= -2 and (left > longest or (left == -1 and longest ~= -1)) then
        return {"owner-changed", "", 0, left, 0}
    end
end
