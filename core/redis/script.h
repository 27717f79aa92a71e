// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The Lua files of resources/lua by name, without ".lua", with their SHA1. Shared code is in files of its
// own, which replace lines like "-- Include publish.lua". Each script with keys first checks whether the user
// may run all its commands (all-allowed.lua). Loaded once, read-only, any thread.

#include "core/redis/reply.h"

namespace lockscope
{

struct Script {
    QByteArray text{};
    QByteArray sha1{}; // 40 hex digits
};

const Script &script(const QByteArray &name); // asserts that the file exists

// Name of the script preceded by within-ttl.lua, with one more argument: the longest TTL that the lock in its
// first key may have. For force-release scripts.
QByteArray withinTtl(const QByteArray &name);

// How to send a script: EVALSHA first, EVAL if needed.
struct ScriptTry {
    bool whole = false; // EVAL, after EVALSHA did not find it; also loads it into the server's cache
    bool asking = false;
};

Batch scriptCall(const Script &script, const std::vector<QByteArray> &keys,
                 const std::vector<QByteArray> &args, const ScriptTry &how = {});

} // namespace lockscope
