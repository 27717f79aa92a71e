// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The Lua files of resources/lua, by name without ".lua", with their SHA1. Loaded once, read-only, any
// thread.

#include <QByteArray>

namespace lockscope
{

struct Script {
    QByteArray text{};
    QByteArray sha1{}; // 40 hex digits
};

const Script &script(const QByteArray &name); // asserts that the file exists

} // namespace lockscope
