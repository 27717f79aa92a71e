// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/rulejson.h"

#include "core/base/jsonlines.h"
#include "core/base/tr.h"
#include "core/config/rulemembers.h"
#include "core/formats/format.h"
#include "core/redis/glob.h"
#include "core/values/kindname.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <array>

namespace lockscope
{
namespace
{

using Where = RulePlace::Kind;

constexpr int RulesVersion = 1;
constexpr qsizetype LongestName = 32;

struct TypeWord {
    ValueType type;
    const char *word;
};
constexpr std::array<TypeWord, 4> Types{{{ValueType::String, "string"},
                                         {ValueType::Hash, "hash"},
                                         {ValueType::Set, "set"},
                                         {ValueType::SortedSet, "zset"}}};

QString quoted(const QString &text)
{
    return QStringLiteral("\"%1\"").arg(text);
}

QString quotedList(const QStringList &texts)
{
    QStringList all;
    for (const QString &text : texts)
        all << quoted(text);
    return all.join(QLatin1String(", "));
}

bool isKindName(const QString &name)
{
    const auto good = [](QChar c) {
        return (c >= u'a' && c <= u'z') || (c >= u'0' && c <= u'9') || c == u'-';
    };
    return name.size() >= 2 && name.size() <= LongestName && name[0] >= u'a' && name[0] <= u'z' &&
           std::all_of(name.begin(), name.end(), good);
}

void takePatterns(RuleMembers &members, Rule &rule)
{
    if (!members.has("pattern"))
        return members.wrongRule(
            Tr::tr("\"pattern\" is missing: a glob for the keys, such as \"billing:lock:*\""));
    rule.patterns = members.texts("pattern", Tr::tr("must be a glob such as \"billing:lock:*\", or a list of "
                                                    "globs, each of 1 to 512 bytes"));
    for (const QByteArray &pattern : std::as_const(rule.patterns)) {
        if (isBoundless(pattern))
            members.wrong("pattern", Tr::tr("%1 would match nearly every key: it needs some fixed text")
                                         .arg(quoted(QString::fromUtf8(pattern))));
    }
}

void takeKind(RuleMembers &members, Rule &rule)
{
    const auto kind = members.text("kind");
    if (!kind)
        return;
    rule.kind = *kind;
    if (!rule.saysNoLock() && !knownKinds().contains(QString::fromUtf8(*kind)))
        members.wrong("kind", Tr::tr("%1 is not a lock kind; the kinds are %2")
                                  .arg(quoted(QString::fromUtf8(*kind)),
                                       quotedList(knownKinds() << QString::fromUtf8(NoLockKind))));
}

void takeName(RuleMembers &members, Rule &rule)
{
    const auto name = members.text("name");
    if (!name)
        return;
    rule.name = *name;
    const QString words = QString::fromUtf8(*name);
    if (!isKindName(words))
        members.wrong("name", Tr::tr("must be 2 to 32 lowercase letters, digits and hyphens, starting with a "
                                     "letter, such as \"billing-lock\""));
    else if (knownKinds().contains(words))
        members.wrong("name", Tr::tr("%1 is a built-in kind: choose another name, or use \"kind\": %1 "
                                     "without describing how to read it")
                                  .arg(quoted(words)));
}

void takeType(RuleMembers &members, Rule &rule)
{
    if (!members.has("type"))
        return members.wrongRule(
            Tr::tr("\"type\" is missing: \"string\", \"hash\", \"set\" or \"zset\", as returned by TYPE"));
    const auto word = members.text("type");
    const auto found = std::find_if(Types.begin(), Types.end(),
                                    [&word](const TypeWord &type) { return word && *word == type.word; });
    if (found != Types.end())
        rule.type = found->type;
    else if (word)
        members.wrong("type", Tr::tr("must be \"string\", \"hash\", \"set\" or \"zset\""));
}

// The valid places for each type. Those for one holder and for several exclude each other.
QList<Where> ownerPlaces(const Rule &rule)
{
    switch (rule.type) {
    case ValueType::String:
        return {Where::Value, Where::Json, Where::Before, Where::After, Where::Nowhere};
    case ValueType::Hash:
        return {Where::Field, Where::FieldName};
    default:
        return {Where::Member};
    }
}

QList<Where> countPlaces(const Rule &rule)
{
    if (rule.type == ValueType::String)
        return {Where::Nowhere, Where::Value, Where::Json};
    if (rule.type != ValueType::Hash)
        return {Where::Nowhere};
    return {Where::Nowhere, rule.owner.kind == Where::FieldName ? Where::FieldValue : Where::Field};
}

QList<Where> expiryPlaces(const Rule &rule)
{
    if (rule.type == ValueType::String)
        return {Where::Expiry, Where::Value, Where::Json, Where::Before, Where::After};
    if (rule.type == ValueType::Set)
        return {Where::Expiry};
    if (rule.type == ValueType::SortedSet)
        return {Where::Expiry, Where::Score};
    return {Where::Expiry, rule.owner.kind == Where::FieldName ? Where::FieldValue : Where::Field};
}

QString exampleOf(Where place)
{
    switch (place) {
    case Where::Json:
        return QStringLiteral("json:/holder/id");
    case Where::Before:
        return QStringLiteral("before:|");
    case Where::After:
        return QStringLiteral("after:|");
    case Where::Field:
        return QStringLiteral("field:NAME");
    default:
        return QString::fromUtf8(placeText({.kind = place}));
    }
}

void takePlace(RuleMembers &members, const char *member, const QList<Where> &places, RulePlace &place)
{
    const auto words = members.text(member, RuleMembers::LongestBytes);
    if (!words)
        return;
    const auto found = placeFromText(*words);
    if (found && places.contains(found->kind)) {
        place = *found;
        return;
    }
    QStringList examples;
    for (const Where each : places)
        examples << exampleOf(each);
    members.wrong(member, Tr::tr("%1 is not available in such a key; use one of %2")
                              .arg(quoted(QString::fromUtf8(*words)), quotedList(examples)));
}

void refuseSamePlace(RuleMembers &members, const char *member, const RulePlace &place, const RulePlace &other)
{
    if (place == other && place.kind != Where::Nowhere && place.kind != Where::Expiry)
        members.wrong(member, Tr::tr("cannot also be %1: this rule reads something else there")
                                  .arg(quoted(QString::fromUtf8(placeText(place)))));
}

void takePlaces(RuleMembers &members, Rule &rule)
{
    const bool ownerSaid = members.has("owner");
    if (!ownerSaid && rule.type == ValueType::Hash)
        members.wrongRule(Tr::tr("\"owner\" is missing: \"field-name\" if each field is a holder, or "
                                 "\"field:NAME\" if one field names the holder"));
    if (rule.type == ValueType::Set || rule.type == ValueType::SortedSet)
        rule.owner.kind = Where::Member;
    takePlace(members, "owner", ownerPlaces(rule), rule.owner);
    takePlace(members, "count", countPlaces(rule), rule.count);
    takePlace(members, "expires", expiryPlaces(rule), rule.expires);
    const bool valueIsTaken = rule.count.kind == Where::Value || rule.expires.kind == Where::Value;
    if (!ownerSaid && rule.type == ValueType::String && !valueIsTaken)
        rule.owner.kind = Where::Value;
    refuseSamePlace(members, "count", rule.count, rule.owner);
    refuseSamePlace(members, "expires", rule.expires, rule.owner);
    refuseSamePlace(members, "expires", rule.expires, rule.count);
}

void takeTimes(RuleMembers &members, bool endSaid, Rule &rule)
{
    const bool inKey = rule.expires.kind != Where::Expiry;
    if (inKey && !members.has("unit"))
        members.wrongRule(
            Tr::tr("\"unit\" is missing: \"ms\" or \"s\", the unit of the Unix time in \"expires\""));
    for (const char *member : {"unit", "valid_for"}) {
        if (!endSaid && members.take(member))
            members.wrong(member, Tr::tr("requires \"expires\", which says where in the key the time is"));
    }
    const auto unit = members.text("unit");
    rule.seconds = unit == "s";
    if (unit && unit != "s" && unit != "ms")
        members.wrong("unit", Tr::tr("must be \"ms\" or \"s\""));
    rule.validFor = members.duration("valid_for").value_or(rule.validFor);
    rule.lease = members.duration("lease").value_or(rule.lease);
}

void takeLimit(RuleMembers &members, Rule &rule)
{
    const auto value = members.take("limit");
    if (!value)
        return;
    const bool many = rule.owner.kind == Where::FieldName || rule.owner.kind == Where::Member;
    const qint64 limit = value->toInteger(0);
    if (!many)
        members.wrong("limit", Tr::tr("does not apply to a lock with one holder"));
    else if (limit < 1 || limit > 1'000'000 || double(limit) != value->toDouble())
        members.wrong("limit", Tr::tr("must be a whole number from 1 to 1000000"));
    else
        rule.limit = limit;
}

void takeChannel(RuleMembers &members, Rule &rule)
{
    const bool channelSaid = members.has("channel");
    const bool messageSaid = members.has("message");
    rule.channel = members.text("channel", RuleMembers::LongestBytes).value_or(QByteArray());
    rule.message = members.text("message", RuleMembers::LongestBytes).value_or(QByteArray());
    if (channelSaid && !messageSaid)
        members.wrong("channel",
                      Tr::tr("requires \"message\": what its clients publish there, such as \"0\""));
    if (messageSaid && !channelSaid)
        members.wrong("message", Tr::tr("requires \"channel\", such as \"freed:{key}\""));
}

void takeCompanions(RuleMembers &members, Rule &rule)
{
    rule.companions = members.texts(
        "companions", Tr::tr("must be a list of names that contain {key}, such as [\"{key}:queue\"]"));
    for (const QByteArray &companion : std::as_const(rule.companions)) {
        if (!companion.contains("{key}") || companion == "{key}")
            members.wrong("companions", Tr::tr("%1 must contain {key} and more, such as \"{key}:queue\"")
                                            .arg(quoted(QString::fromUtf8(companion))));
    }
}

void takeRelease(RuleMembers &members, Rule &rule)
{
    const auto word = members.text("release");
    if (!word)
        return;
    rule.removesFields = *word == "fields";
    if (*word != "fields" && *word != "key")
        members.wrong("release", Tr::tr("must be \"key\" or \"fields\""));
    else if (rule.removesFields && rule.owner.kind != Where::Field)
        members.wrong("release",
                      Tr::tr("\"fields\" is allowed only in a hash whose \"owner\" is \"field:NAME\""));
}

void takeOwnKind(RuleMembers &members, Rule &rule)
{
    takeName(members, rule);
    rule.title = QString::fromUtf8(members.text("title", 60).value_or(QByteArray()));
    takeType(members, rule);
    if (rule.type == ValueType::None)
        return; // the other members depend on it
    const bool endSaid = members.has("expires");
    takePlaces(members, rule);
    takeTimes(members, endSaid, rule);
    takeLimit(members, rule);
    takeChannel(members, rule);
    takeCompanions(members, rule);
    takeRelease(members, rule);
    members.refuseRest(Tr::tr(
        "is unknown; a rule has name, title, note, pattern, type, owner, count, expires, unit, valid_for, "
        "limit, channel, message, companions, lease and release, or pattern, kind and note"));
}

Rule ruleFrom(RuleMembers &members)
{
    Rule rule;
    const bool known = members.has("kind");
    takePatterns(members, rule);
    rule.note = QString::fromUtf8(members.text("note").value_or(QByteArray()));
    if (known == members.has("name"))
        members.wrongRule(
            Tr::tr("a rule has either \"kind\", a known kind, or \"name\", the name of a kind of your own"));
    if (!known) {
        takeOwnKind(members, rule);
        return rule;
    }
    takeKind(members, rule);
    members.take("name");
    members.refuseRest(Tr::tr("is not allowed with \"kind\", which already defines how its keys are read"));
    return rule;
}

// Reports rules that contradict each other.
void refuseRepetitions(const std::vector<Rule> &rules, const QHash<QString, int> &lines,
                       QList<RuleProblem> &problems)
{
    const auto lineOf = [&lines](size_t rule, const char *member) {
        const QString path = QStringLiteral("rules/%1").arg(rule);
        return lines.value(path + QLatin1Char('/') + QLatin1String(member), lines.value(path, 1));
    };
    for (size_t i = 0; i < rules.size(); ++i) {
        for (size_t j = 0; j < i; ++j) {
            const Rule &rule = rules[i];
            const Rule &other = rules[j];
            if (!rule.name.isEmpty() && rule.name == other.name)
                problems << RuleProblem{.line = lineOf(i, "name"),
                                        .rule = qsizetype(i),
                                        .member = QStringLiteral("name"),
                                        .text = Tr::tr("is used by the rule on line %1; for more keys of "
                                                       "that kind, give that rule a list of patterns")
                                                    .arg(lineOf(j, "name"))};
            const bool sameKeys =
                std::any_of(rule.patterns.begin(), rule.patterns.end(),
                            [&other](const QByteArray &pattern) { return other.patterns.contains(pattern); });
            if (sameKeys && rule.isOwnKind() == other.isOwnKind() && rule.type == other.type)
                problems << RuleProblem{
                    .line = lineOf(i, "pattern"),
                    .rule = qsizetype(i),
                    .member = QStringLiteral("pattern"),
                    .text =
                        Tr::tr("is also in the rule on line %1, which would always win: change one of them")
                            .arg(lineOf(j, "pattern"))};
        }
    }
}

QJsonValue toJson(const QList<QByteArray> &texts)
{
    QJsonArray array;
    for (const QByteArray &text : texts)
        array.append(QString::fromUtf8(text));
    return array.size() == 1 ? array.first() : QJsonValue(array);
}

QByteArray asFile(const QJsonArray &rules)
{
    return QJsonDocument(
               QJsonObject{{QStringLiteral("version"), RulesVersion}, {QStringLiteral("rules"), rules}})
        .toJson();
}

void putPlaces(const Rule &rule, QJsonObject &object)
{
    const auto put = [&object](const char *member, const RulePlace &place) {
        object.insert(QLatin1String(member), QString::fromUtf8(placeText(place)));
    };
    put("owner", rule.owner);
    if (rule.count.kind != Where::Nowhere)
        put("count", rule.count);
    if (rule.expires.kind == Where::Expiry)
        return;
    put("expires", rule.expires);
    object.insert(QLatin1String("unit"), QLatin1String(rule.seconds ? "s" : "ms"));
    if (rule.validFor > milliseconds(0))
        object.insert(QLatin1String("valid_for"), durationText(rule.validFor));
}

} // namespace

QString RuleProblem::sentence() const
{
    QString words = member.isEmpty() ? text : QStringLiteral("\"%1\" %2").arg(member, text);
    return line > 0 ? Tr::tr("line %1: %2").arg(line).arg(words) : words;
}

QStringList knownKinds()
{
    QStringList names;
    for (const LockKind kind : Registry::builtIn().kinds())
        names << kindText(kind);
    names.sort();
    return names;
}

RuleBook rulesFromJson(const QByteArray &json)
{
    RuleBook book;
    QJsonParseError error;
    const auto document = QJsonDocument::fromJson(json, &error);
    if (error.error != QJsonParseError::NoError) {
        book.problems << RuleProblem{.line = lineAt(json, error.offset), .text = error.errorString()};
        return book;
    }
    const auto lines = jsonLines(json);
    RuleMembers file(document.object(), {}, -1, lines, book.problems);
    const auto version = file.take("version");
    if (!version || version->toInteger(0) < 1) {
        file.wrongRule(Tr::tr("not a rules file: it must be {\"version\": 1, \"rules\": [ … ]}"));
        return book;
    }
    if (version->toInteger() > RulesVersion) {
        file.wrong("version",
                   Tr::tr("is %1: written for a newer version of Lockscope").arg(version->toInteger()));
        return book;
    }
    const auto list = file.take("rules");
    if (!list || !list->isArray())
        file.wrong("rules", Tr::tr("must be a list of rules"));
    file.refuseRest(Tr::tr("is unknown; the file has \"version\" and \"rules\""));
    const QJsonArray entries = list ? list->toArray() : QJsonArray();
    std::vector<Rule> rules;
    for (qsizetype i = 0; i < entries.size(); ++i) {
        RuleMembers members(entries[i].toObject(), QStringLiteral("rules/%1").arg(i), i, lines,
                            book.problems);
        if (entries[i].isObject())
            rules.push_back(ruleFrom(members));
        else
            members.wrongRule(Tr::tr("a rule must be an object: { … }"));
    }
    if (qsizetype(rules.size()) == entries.size())
        refuseRepetitions(rules, lines, book.problems);
    std::stable_sort(book.problems.begin(), book.problems.end(),
                     [](const RuleProblem &a, const RuleProblem &b) { return a.line < b.line; });
    if (book.problems.isEmpty())
        book.rules = std::move(rules);
    return book;
}

QJsonObject ruleObject(const Rule &rule)
{
    QJsonObject object{{QStringLiteral("pattern"), toJson(rule.patterns)}};
    const auto put = [&object](const char *member, const QString &text) {
        if (!text.isEmpty())
            object.insert(QLatin1String(member), text);
    };
    put("note", rule.note);
    put("kind", QString::fromUtf8(rule.kind));
    if (!rule.isOwnKind())
        return object;
    object.insert(QStringLiteral("name"), QString::fromUtf8(rule.name));
    put("title", rule.title);
    for (const TypeWord &type : Types) {
        if (type.type == rule.type)
            put("type", QLatin1String(type.word));
    }
    putPlaces(rule, object);
    if (rule.limit > 0)
        object.insert(QStringLiteral("limit"), rule.limit);
    put("channel", QString::fromUtf8(rule.channel));
    put("message", QString::fromUtf8(rule.message));
    if (!rule.companions.isEmpty())
        object.insert(QStringLiteral("companions"), toJson(rule.companions));
    if (rule.lease != Rule().lease)
        put("lease", durationText(rule.lease));
    if (rule.removesFields)
        put("release", QStringLiteral("fields"));
    return object;
}

RuleBook withRuleOnTop(const std::vector<Rule> &rules, const QJsonObject &rule)
{
    QJsonArray array{rule};
    for (const Rule &other : rules)
        array.append(ruleObject(other));
    return rulesFromJson(asFile(array));
}

std::vector<Rule> withoutPattern(std::vector<Rule> rules, const QByteArray &pattern)
{
    std::erase_if(rules, [&pattern](Rule &rule) {
        return rule.patterns.removeAll(pattern) > 0 && rule.patterns.isEmpty();
    });
    return rules;
}

QByteArray rulesToJson(const std::vector<Rule> &rules)
{
    QJsonArray array;
    for (const Rule &rule : rules)
        array.append(ruleObject(rule));
    return asFile(array);
}

} // namespace lockscope
