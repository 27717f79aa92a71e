-- SPDX-License-Identifier: GPL-3.0-or-later
-- Included by other scripts, in place of their Include line (core/redis/script.h). Publishes on the channels from
-- ARGV[first] on and returns the number of receivers; or nil and an error reply, if it must and the user may not publish
-- or the server has no such command (renamed).
-- No SPUBLISH: the library subscribes by pattern, which sharded pub/sub does not support. Redis 5+.
-- Include publish-refused.lua
local function publish(first, message, must)
    local woken = 0
    for i = first, #ARGV do
        local told = redis.pcall("PUBLISH", ARGV[i], message)
        if type(told) == "number" then
            woken = woken + told
        elseif must then
            return nil, refused(told)
        end
    end
    return woken
end
