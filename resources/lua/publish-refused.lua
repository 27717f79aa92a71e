-- SPDX-License-Identifier: GPL-3.0-or-later
-- Included by other scripts, in place of their Include line (core/redis/script.h). The error reply after PUBLISH failed,
-- with the same text on every server: the user may not publish, or the server has no such command (renamed). Redis 5+.
local function refused(told)
    if string.find(told.err, "Unknown Redis command", 1, true) then
        return redis.error_reply("ERR unknown command 'publish'; nothing was changed")
    end
    local right = string.find(told.err, " run ", 1, true) and "run PUBLISH" or "use the channel of the lock"
    return redis.error_reply("NOPERM The user may not " .. right .. "; nothing was changed")
end
