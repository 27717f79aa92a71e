// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What the value of a string key says when the key may be a lock: a token of a known library, some name, a
// constant, or plain data. Shared by the families that keep a lock in one string. Pure; any thread.

#include "core/formats/format.h"

namespace lockscope
{

enum class ValueSort {
    Token,    // a shape that lock libraries make: one owner, most often one acquisition
    Opaque,   // short and without structure: may name a holder
    Constant, // says "locked" and names nobody: 1, true, locked, a thread's name
    Number,   // a small integer: a process id, a counter
    Time,     // a point in time
    Text,     // words
    Data,     // no lock's value: JSON, long, empty structure, or a word for "free"
};

struct StringValue {
    ValueSort sort = ValueSort::Data;
    const std::vector<std::string_view> *libraries = nullptr; // never null; empty: no library known
    bool tellsAlone = false; // near certain without any help from the key's name
    bool certainWithName = false;
    const char *shape = nullptr; // what it looks like; source text of a translation in context "StringValue"
};

StringValue stringValue(const KeyReading &reading);
// The name says lock, by a word or by a library's fixed prefix.
bool isLockName(QByteArrayView key);
// A user's rule says it is of that kind, and the string can be one: it is there, and short.
bool isRuled(const KeyReading &reading, std::string_view kind);
// One of the names Laravel's scheduler, unique jobs and overlap middleware give, whatever stands before.
bool isLaravelName(QByteArrayView key);

} // namespace lockscope
