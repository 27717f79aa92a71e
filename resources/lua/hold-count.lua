-- SPDX-License-Identifier: GPL-3.0-or-later
-- Included by other scripts, in place of their Include line (core/redis/script.h).
-- The number of holds that Redisson would read from a field, a Java int above 0; nil if it would fail. HINCRBY by 1
-- or -1 then succeeds. Redis 5+.
local function holdcount(text)
    local count = text and #text <= 10 and string.match(text, "^[1-9]%d*$") and tonumber(text)
    return count and count <= 2147483647 and count or nil
end
