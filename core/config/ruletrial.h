// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Making a rule from a key that was looked at: a first draft, and what a rule makes of that key. Pure; any
// thread.

#include "core/values/rule.h"

#include <QStringList>

namespace lockscope
{

struct KeyReading;

struct RuleTrial {
    QString obstacle{}; // why the key is no lock by this rule; empty: it is one
    bool ofKnownKind = false;
    QVarLengthArray<Holder, 1> holders{}; // empty: free
    std::optional<milliseconds> left{};   // until it ends; nothing: it does not end
    std::optional<Permits> permits{};
    QByteArray channel{}; // empty: none
};

RuleTrial tryRule(const Rule &rule, const KeyReading &reading);

// The variable parts of the name as *, and the places that look like an owner, a count, a time.
Rule draftRule(const KeyReading &reading);
// The places that this key has, to choose from.
struct RulePlaces {
    QStringList owner{};
    QStringList count{};
    QStringList expires{};
};
RulePlaces placesIn(const KeyReading &reading);

// Of the name alone: numbers, ids, and else its last part become *.
QByteArray draftPattern(const QByteArray &key);

} // namespace lockscope
