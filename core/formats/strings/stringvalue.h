// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Classifies the value of a string key that may be a lock: a token of a known library, a name, a constant, or
// plain data. Shared by the families with one string key. Pure; any thread.

#include "core/formats/format.h"

namespace lockscope
{

enum class ValueSort {
    Token,    // in the format of a lock library: one owner, usually one acquisition
    Opaque,   // short and unstructured: may name a holder
    Constant, // means "locked" and names no holder: 1, true, locked, a thread's name
    Number,   // a small integer: a process id, a counter
    Time,     // a point in time
    Text,     // words
    Data,     // not a lock: JSON, long, an empty structure, or a word for "free"
};

struct StringValue {
    ValueSort sort = ValueSort::Data;
    const std::vector<std::string_view> *libraries = nullptr; // never null; empty: unknown library
    bool tellsAlone = false; // near certain even if the key's name says nothing
    bool certainWithName = false;
    const char *shape = nullptr; // description; source text for translation in context "StringValue"
};

StringValue stringValue(const KeyReading &reading);
// True if the name contains a word for lock or a library's fixed prefix.
bool isLockName(QByteArrayView key);
// True if a user's rule assigns the kind, and the value is a complete non-empty string.
bool isRuled(const KeyReading &reading, std::string_view kind);
// True for the names of Laravel's scheduler, unique jobs and overlap middleware, after any prefix.
bool isLaravelName(QByteArrayView key);

} // namespace lockscope
