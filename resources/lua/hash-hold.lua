-- SPDX-License-Identifier: GPL-3.0-or-later
-- Included by other scripts, in place of their Include line (core/redis/script.h).
-- KEYS[1]  the lock, a hash: owner -> number of holds; it exists, and kind is its type
-- Reads held and count, or replies with a WRONGTYPE error. Redis 5+.
if kind ~= "hash" then
    return redis.error_reply("WRONGTYPE The key holds a " .. kind .. ", no such lock; nothing was changed")
end
if redis.call("HLEN", KEYS[1]) ~= 1 then
    return redis.error_reply("WRONGTYPE The key holds a hash of several fields, no such lock; nothing was changed")
end
local held = redis.call("HGETALL", KEYS[1])
-- Include hold-count.lua
local count = holdcount(held[2])
if not count then
    return redis.error_reply("WRONGTYPE The key holds a hash without a hold count, no such lock; nothing was changed")
end
