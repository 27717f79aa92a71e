-- SPDX-License-Identifier: GPL-3.0-or-later
-- Included by other scripts, in place of their Include line (core/redis/script.h). Publishes and returns the number
-- of receivers; or nil and an error reply with the same text on every server, if the user may not
-- publish or the server has no such command (renamed).
-- Waiters of a cluster may use sharded pub/sub, so SPUBLISH is sent besides PUBLISH if the server has it (7.0).
-- Redis 5+.
-- Include publish-refused.lua
local function publish(channel, message)
    local woken = redis.pcall("PUBLISH", channel, message)
    if type(woken) == "table" then
        return nil, refused(woken)
    end
    if redis.REDIS_VERSION_NUM then
        local sharded = redis.pcall("SPUBLISH", channel, message)
        if type(sharded) == "number" then
            woken = woken + sharded
        end
    end
    return woken
end
