-- SPDX-License-Identifier: GPL-3.0-or-later
-- Included by other scripts, in place of their Include line (core/redis/script.h).
-- KEYS[1]  the group, a hash, read by group-values.lua
-- ARGV[1]  owner
-- values   a list of hashes of values; if it is empty, those that the owner holds are added
-- Replies that they are gone or of another owner, if any of them is not the owner's. Redis 5+.
if #values == 0 then
    for field, owner in pairs(fields) do
        if #field == 22 and owner == ARGV[1] and holder(field) then
            values[#values + 1] = field
        end
    end
end
if #values == 0 then
    return {"already-gone", "", 0, redis.call("PTTL", KEYS[1]), 0}
end
for _, value in ipairs(values) do
    local owner, count, left = holder(value)
    if owner ~= ARGV[1] then
        return {owner and "owner-changed" or "already-gone", owner or "", count, owner and left or -2, 0}
    end
end
