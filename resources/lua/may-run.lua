-- SPDX-License-Identifier: GPL-3.0-or-later
-- Checks whether this user may run commands, without running them.
-- ARGV     for each command, the number of its words, then the words
-- Replies  a number for each: 1 yes, 0 no, -1 unknown command
-- Redis 7.0+; an older server replies -1 for all.
local answers = {}
local at = 1
while at <= #ARGV do
    local count = tonumber(ARGV[at])
    local known, may = pcall(redis.acl_check_cmd, unpack(ARGV, at + 1, at + count))
    answers[#answers + 1] = known and (may and 1 or 0) or -1
    at = at + count + 1
end
return answers
