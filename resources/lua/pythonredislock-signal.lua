-- SPDX-License-Identifier: GPL-3.0-or-later
-- Included by other scripts, in place of their Include line (core/redis/script.h).
-- KEYS[2]  the list of signals of a lock of python-redis-lock
-- Leaves one signal in the list for life ms; a waiter takes it. Returns a reply instead if that is not possible, and
-- then the lock must stay as it is. Redis 5+.
local function signal(life)
    local refusal = denied("LPUSH")
    if refusal then
        return refusal
    end
    if redis.call("LLEN", KEYS[2]) > 1000 then
        return redis.error_reply("TOOLARGE The list of signals has more than 1000; nothing was changed")
    end
    -- Before Redis 7.0, PEXPIRE shows whether the user may run it, before a signal could stay forever.
    local dated = redis.pcall("PEXPIRE", KEYS[2], life)
    if type(dated) == "table" then
        return redis.error_reply("NOPERM The user may not run PEXPIRE; the lock was not changed")
    end
    -- DEL first, as in the library: after it, a server out of memory no longer rejects LPUSH.
    redis.call("DEL", KEYS[2])
    local pushed = redis.pcall("LPUSH", KEYS[2], "1")
    if type(pushed) == "table" then
        return redis.error_reply("NOPERM The user may not run LPUSH; the lock was not changed")
    end
    redis.call("PEXPIRE", KEYS[2], life)
end
