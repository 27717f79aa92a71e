// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Classifies the value of a string key that may be a lock: a token of a known library, a name, a constant, or
// plain data. Shared by the families with one string key. Pure; any thread.

#include "core/formats/format.h"
#include "core/formats/lockwords.h"

namespace lockscope
{

// A longer value is Data, unless it is in the format of a library: in one word, and in words with spaces.
inline constexpr qsizetype MaxOpaqueBytes = 128;
inline constexpr qsizetype MaxTextBytes = 64;

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
// What the name says; a library's fixed prefix counts as the word for lock.
LockSense nameSense(QByteArrayView key);
// How sure it is that the string is a lock, by its name and value; nullopt: it is none. A random token that
// expires counts under any name that says lock. A value that any program may store, such as "1" or a word,
// needs a name that means nothing else.
std::optional<Confidence> namedConfidence(const StringValue &value, const KeyReading &reading);
// True if a user's rule assigns the kind, and the value is a complete non-empty string.
bool isRuled(const KeyReading &reading, std::string_view kind);
// True for keys of Laravel's cache under the default prefixes. Cached values are serialised by PHP, so a bare
// token there is a lock of Cache::lock().
bool isLaravelCacheName(QByteArrayView key);
// True for a random token that expires, under "l:" and a name, as Sentry writes. Other programs may, too.
bool isSentryLock(const KeyReading &reading);
// True for the lock of RQ's scheduler, after any prefix.
bool isRqScheduler(QByteArrayView key);
// True for the names of Laravel's scheduler, unique jobs and overlap middleware, after any prefix.
bool isLaravelName(QByteArrayView key);

} // namespace lockscope
