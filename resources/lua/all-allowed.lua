-- SPDX-License-Identifier: GPL-3.0-or-later
-- Precedes every script that has keys (core/redis/script.cpp), with the commands that it calls in place of COMMANDS. A
-- script is not rolled back: a command that this user may not run would leave those before it done. PUBLISH is
-- checked by publish.lua.
-- Replies  a NOPERM error. Then nothing is changed. Redis 7.0+; an older server cannot be asked.
local function denied(command)
    if redis.acl_check_cmd and not redis.acl_check_cmd(command, KEYS[1]) then
        return redis.error_reply("NOPERM The user may not run '" .. string.lower(command) .. "'; nothing was changed")
    end
end
for _, command in ipairs({COMMANDS}) do
    local refusal = denied(command)
    if refusal then
        return refusal
    end
end
