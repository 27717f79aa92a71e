// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The Lua files of resources/lua, by name without ".lua", with their SHA1. What several scripts share stands
// in a file of its own, in place of the line "-- Include publish.lua" of each. Loaded once, read-only, any
// thread.

#include "core/redis/reply.h"

namespace lockscope
{

struct Script {
    QByteArray text{};
    QByteArray sha1{}; // 40 hex digits
};

const Script &script(const QByteArray &name); // asserts that the file exists

// The same script with within-ttl.lua before it: it takes one more argument, the longest time to live that
// the lock under its first key may have. For those that force a release.
QByteArray withinTtl(const QByteArray &name);

// How a script is sent: as short as may be, until the server wants more.
struct ScriptTry {
    bool whole = false; // EVAL, for EVALSHA found no script; that also puts it into the server's cache
    bool asking = false;
};

Batch scriptCall(const Script &script, const std::vector<QByteArray> &keys,
                 const std::vector<QByteArray> &args, const ScriptTry &how = {});

} // namespace lockscope
