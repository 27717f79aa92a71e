// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A user's rule: which keys are locks, and how to read them. Either it names a known kind, or it describes
// one of its own. What each member means: resources/docs/rules.md. Value; any thread.

#include "core/values/lock.h"

#include <QList>
#include <QString>

namespace lockscope
{

// Where in a key something stands. Written as "value", "json:/holder/id", "before:|", "field:owner", …
struct RulePlace {
    enum class Kind {
        Nowhere,    // "none"
        Expiry,     // "ttl": the expiry of the key itself
        Value,      // "value": the whole string
        Json,       // "json:/a/b": a member of the JSON in a string
        Before,     // "before:X": what stands before the first X of a string
        After,      // "after:X": what stands after it
        Field,      // "field:NAME": the value of that field
        FieldName,  // "field-name": each field of the hash is a holder, named by it
        FieldValue, // "field-value": the value of the holder's own field
        Member,     // "member": each member of the set is a holder
        Score,      // "score": the score of that member
    };
    Kind kind = Kind::Nowhere;
    QByteArray argument{}; // of Json, Before, After, Field
    friend bool operator==(const RulePlace &, const RulePlace &) = default;
};

QByteArray placeText(const RulePlace &place);
std::optional<RulePlace> placeFromText(const QByteArray &text); // nothing: no such place

struct Rule {
    QList<QByteArray> patterns{};
    QByteArray kind{}; // a known kind; empty: the rule describes its own
    QString note{};    // of the person, shown with the lock

    // of a kind of its own
    QByteArray name{};
    QString title{};
    ValueType type = ValueType::None;
    RulePlace owner{};
    RulePlace count{};
    RulePlace expires{.kind = RulePlace::Kind::Expiry};
    bool seconds = false;    // the time there is in seconds, else in milliseconds
    milliseconds validFor{}; // not 0: the time there is when it was taken; it ends so much later
    qint64 limit = 0;        // so many holders at most; 0: not said
    QByteArray channel{};    // with {key}; empty: nobody is told
    QByteArray message{};
    QList<QByteArray> companions{}; // with {key}
    milliseconds lease{std::chrono::seconds(30)};
    bool removesFields = false; // a release takes the fields named away, not the key

    friend bool operator==(const Rule &, const Rule &) = default;
    bool isOwnKind() const { return kind.isEmpty(); }
};

} // namespace lockscope
