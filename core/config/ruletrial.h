// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Creates a first draft of a rule from a key, and tests a rule on a key. Pure; any thread.

#include "core/values/rule.h"

#include <QStringList>

namespace lockscope
{

struct KeyReading;

struct RuleTrial {
    QString obstacle{}; // why the key is not a lock by this rule; empty: it is one
    bool ofKnownKind = false;
    bool saysNoLock = false;              // and so nothing more is known of the key
    QVarLengthArray<Holder, 1> holders{}; // empty: free
    std::optional<milliseconds> left{};   // until it ends; none: it never ends
    std::optional<Permits> permits{};
    QByteArray channel{}; // empty: none
};

bool isMeant(const Rule &rule, QByteArrayView key); // by one of its patterns
RuleTrial tryRule(const Rule &rule, const KeyReading &reading);

// Replaces variable parts of the name by *, and guesses the places of owner, count and expiry.
Rule draftRule(const KeyReading &reading);
// The places that exist in this key.
struct RulePlaces {
    QStringList owner{};
    QStringList count{};
    QStringList expires{};
};
RulePlaces placesIn(const KeyReading &reading);

// From the name alone: replaces numbers and ids by *, or the last part if there are none.
QByteArray draftPattern(const QByteArray &key);
// Of keys that are no locks: numbers and ids become *. A name without them stands for itself, for its
// neighbours may well be locks.
QByteArray draftNoLockPattern(const QByteArray &key);

} // namespace lockscope
