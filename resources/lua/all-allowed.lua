-- SPDX-License-Identifier: GPL-3.0-or-later
-- Precedes every script that has keys (core/redis/script.cpp), with the commands that it calls in place of COMMANDS. A
-- script is not rolled back: a command that this user may not run would leave those before it done. PUBLISH is
-- checked by publish.lua.
-- Replies  a NOPERM error, or one that the server has no such command, as if renamed. Then nothing is changed. Redis 7.0+;
--          an older server cannot be asked.
-- Redis 8 checks the number of arguments too, so more and more are tried, and none for TIME. Each is the key: a command
-- may take several.
local function mayRun(command)
    local words = {command, KEYS[1]}
    while #words < 10 do
        local known, may = pcall(redis.acl_check_cmd, unpack(words))
        if known then
            return true, may
        end
        if not string.find(type(may) == "table" and may.err or may, "Wrong number of args", 1, true) then
            return false
        end
        words[#words + 1] = KEYS[1]
    end
    return pcall(redis.acl_check_cmd, command)
end
local function denied(command)
    if not redis.acl_check_cmd then
        return nil
    end
    local known, may = mayRun(command)
    if not known then
        return redis.error_reply("ERR unknown command '" .. string.lower(command) .. "'; nothing was changed")
    end
    if not may then
        return redis.error_reply("NOPERM The user may not run '" .. string.lower(command) .. "'; nothing was changed")
    end
end
for _, command in ipairs({COMMANDS}) do
    local refusal = denied(command)
    if refusal then
        return refusal
    end
end
