// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A user's rule: which keys are locks and how to read them. It names a known kind or describes its own. The
// members are explained in resources/docs/rules.md. Value; any thread.

#include "core/values/lock.h"

#include <QList>
#include <QString>

namespace lockscope
{

// Where a value is found in a key. Written as "value", "json:/holder/id", "before:|", "field:owner", …
struct RulePlace {
    enum class Kind {
        Nowhere,    // "none"
        Expiry,     // "ttl": the expiry of the key itself
        Value,      // "value": the whole string
        Json,       // "json:/a/b": a member of the JSON in a string
        Before,     // "before:X": the text before the first X
        After,      // "after:X": the text after it
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
std::optional<RulePlace> placeFromText(const QByteArray &text); // nullopt: not a valid place

// The kind in a rule for keys that are not locks.
inline constexpr std::string_view NoLockKind = "none";

struct Rule {
    QList<QByteArray> patterns{};
    QByteArray kind{}; // a known kind or NoLockKind; empty: the rule describes one
    QString note{};    // the user's note, shown with the lock

    // Only for a kind of its own:
    QByteArray name{};
    QString title{};
    ValueType type = ValueType::None;
    RulePlace owner{};
    RulePlace count{};
    RulePlace expires{.kind = RulePlace::Kind::Expiry};
    bool seconds = false;    // the time is in seconds, else in milliseconds
    milliseconds validFor{}; // if not 0, the time is when the lock was taken, and it ends this much later
    qint64 limit = 0;        // maximum number of holders; 0: unlimited
    QByteArray channel{};    // with {key}; empty: no message is published
    QByteArray message{};
    QList<QByteArray> companions{}; // with {key}
    milliseconds lease{std::chrono::seconds(30)};
    bool removesFields = false; // a release removes the named fields, not the key

    friend bool operator==(const Rule &, const Rule &) = default;
    bool isOwnKind() const { return kind.isEmpty(); }
    bool saysNoLock() const { return kind == QByteArrayView(NoLockKind.data(), NoLockKind.size()); }
};

} // namespace lockscope
