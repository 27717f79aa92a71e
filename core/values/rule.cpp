// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/values/rule.h"

#include <array>

namespace lockscope
{

namespace
{

struct PlaceWord {
    RulePlace::Kind kind;
    QByteArrayView word; // a trailing colon means that an argument follows
};

constexpr std::array<PlaceWord, 11> Words{{{RulePlace::Kind::Nowhere, "none"},
                                           {RulePlace::Kind::Expiry, "ttl"},
                                           {RulePlace::Kind::Value, "value"},
                                           {RulePlace::Kind::Json, "json:"},
                                           {RulePlace::Kind::Before, "before:"},
                                           {RulePlace::Kind::After, "after:"},
                                           {RulePlace::Kind::Field, "field:"},
                                           {RulePlace::Kind::FieldName, "field-name"},
                                           {RulePlace::Kind::FieldValue, "field-value"},
                                           {RulePlace::Kind::Member, "member"},
                                           {RulePlace::Kind::Score, "score"}}};

// "/a/b": nested members of objects.
bool isJsonPath(const QByteArray &path)
{
    return path.size() > 1 && path.startsWith('/') && !path.endsWith('/') && !path.contains("//");
}

} // namespace

QByteArray placeText(const RulePlace &place)
{
    for (const PlaceWord &each : Words) {
        if (each.kind == place.kind)
            return each.word.toByteArray() + place.argument;
    }
    return {};
}

std::optional<RulePlace> placeFromText(const QByteArray &text)
{
    for (const PlaceWord &each : Words) {
        if (!each.word.endsWith(':')) {
            if (text == each.word)
                return RulePlace{.kind = each.kind};
            continue;
        }
        const QByteArray argument = text.mid(each.word.size());
        if (!text.startsWith(each.word) || argument.isEmpty())
            continue;
        if (each.kind == RulePlace::Kind::Json && !isJsonPath(argument))
            return {};
        return RulePlace{.kind = each.kind, .argument = argument};
    }
    return {};
}

} // namespace lockscope
