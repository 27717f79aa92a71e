-- SPDX-License-Identifier: GPL-3.0-or-later
-- Not called by itself: stands in place of the line of a script that includes it (core/redis/script.h).
-- Publishes, and answers how many clients heard it; or nil and the answer for a user without the right to publish,
-- in the same words on every server.
-- Waiters of a cluster may listen sharded: SPUBLISH goes out besides PUBLISH where the server has it (7.0). Redis 5+.
local function publish(channel, message)
    local woken = redis.pcall("PUBLISH", channel, message)
    if type(woken) == "table" then
        local right = string.find(woken.err, " run ", 1, true) and "run PUBLISH" or "use the channel of the lock"
        return nil, redis.error_reply("NOPERM The user may not " .. right .. "; nothing was changed")
    end
    if redis.REDIS_VERSION_NUM then
        local sharded = redis.pcall("SPUBLISH", channel, message)
        if type(sharded) == "number" then
            woken = woken + sharded
        end
    end
    return woken
end
