// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/ruletrial.h"

#include "core/base/tr.h"
#include "core/config/rulejson.h"
#include "core/formats/families/ruleformat.h"
#include "core/formats/shapes.h"
#include "core/redis/glob.h"
#include "core/redis/patternset.h"

#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>

namespace lockscope
{
namespace
{

using Where = RulePlace::Kind;

constexpr QByteArrayView Separators(":/.|{}#,; ");

bool isId(QByteArrayView part)
{
    const bool hex = part.size() >= 8 && all(part, isHexDigit);
    return isUuid(part) || (hex && !all(part, isLetter));
}

// Replaces numbers in a part, or a whole id, by *.
QByteArray generalised(QByteArrayView part)
{
    if (isId(part))
        return "*";
    QByteArray glob;
    for (const char c : part) {
        const bool escaped = QByteArrayView("*?[]\\^").contains(c);
        if (!isDigit(c))
            glob += escaped ? QByteArray("\\") + c : QByteArray(1, c);
        else if (!glob.endsWith('*'))
            glob += '*';
    }
    return glob;
}

bool isAmong(const QByteArray &name, const QList<QByteArray> &words)
{
    return words.contains(name.toLower());
}

// Typical names of fields and members.
const QList<QByteArray> &ownerWords()
{
    static const QList<QByteArray> words{"owner",  "holder", "locked_by", "lockedby", "by",     "token",
                                         "client", "worker", "node",      "host",     "pid",    "id",
                                         "user",   "uuid",   "owner_id",  "ownerid",  "lock_id"};
    return words;
}
const QList<QByteArray> &countWords()
{
    static const QList<QByteArray> words{"count", "holds", "n", "depth", "reentrant", "entries"};
    return words;
}
const QList<QByteArray> &timeWords()
{
    static const QList<QByteArray> words{"expires",     "expires_at", "expiresat",    "expiry",
                                         "until",       "deadline",   "locked_until", "lockeduntil",
                                         "valid_until", "end",        "ttl",          "expire"};
    return words;
}

struct NamedPart {
    QByteArray name;
    QByteArray value;
};

// The first part with one of these names.
QByteArray namedAs(const std::vector<NamedPart> &parts, const QList<QByteArray> &words)
{
    for (const QByteArray &word : words) {
        for (const NamedPart &part : parts) {
            if (part.name.toLower() == word && !part.value.isEmpty())
                return part.name;
        }
    }
    return {};
}

bool isSeconds(const QByteArray &time)
{
    return time.split('.').first().size() <= 10;
}

void draftParts(const std::vector<NamedPart> &parts, Where where, const QByteArray &prefix, Rule &rule)
{
    const auto place = [&](const QByteArray &name) {
        return RulePlace{.kind = where, .argument = prefix + name};
    };
    QByteArray owner = namedAs(parts, ownerWords());
    if (owner.isEmpty() && !parts.empty())
        owner = parts.front().name;
    rule.owner = place(owner);
    for (const NamedPart &part : parts) {
        if (part.name == owner)
            continue;
        if (isAmong(part.name, countWords()) && decimal(part.value))
            rule.count = place(part.name);
        if (isAmong(part.name, timeWords()) && isEpochTime(part.value)) {
            rule.expires = place(part.name);
            rule.seconds = isSeconds(part.value);
        }
    }
}

// The members of the JSON in a string.
std::vector<NamedPart> membersOf(const QByteArray &json)
{
    const QJsonObject object = QJsonDocument::fromJson(json).object();
    std::vector<NamedPart> parts;
    for (auto member = object.begin(); member != object.end(); ++member) {
        if (member->isString() || member->isDouble())
            parts.push_back({member.key().toUtf8(), member->toVariant().toString().toUtf8()});
    }
    return parts;
}

void draftString(const KeyReading &reading, Rule &rule)
{
    const std::vector<NamedPart> parts = membersOf(reading.string);
    rule.owner.kind = Where::Nowhere;
    if (!parts.empty()) {
        draftParts(parts, Where::Json, "/", rule);
    } else if (isEpochTime(reading.string)) {
        rule.expires.kind = Where::Value;
        rule.seconds = isSeconds(reading.string);
    } else if (decimal(reading.string)) {
        rule.count.kind = Where::Value;
    } else {
        rule.owner.kind = Where::Value;
    }
}

void draftHash(const KeyReading &reading, Rule &rule)
{
    std::vector<NamedPart> parts;
    bool counts = !reading.fields.empty();
    for (const auto &[field, value] : reading.fields) {
        parts.push_back({field, value});
        counts = counts && decimal(value) && !isEpochTime(value);
    }
    const bool named = !namedAs(parts, ownerWords()).isEmpty();
    if (named || !counts) {
        draftParts(parts, Where::Field, {}, rule);
    } else {
        rule.owner.kind = Where::FieldName;
        rule.count.kind = Where::FieldValue;
    }
}

void draftSortedSet(const KeyReading &reading, Rule &rule)
{
    rule.owner.kind = Where::Member;
    if (reading.members.empty())
        return;
    const QByteArray score = QByteArray::number(reading.members.front().score, 'f', 0);
    if (isEpochTime(score)) {
        rule.expires.kind = Where::Score;
        rule.seconds = isSeconds(score);
    }
}

QByteArray draftName(const QByteArray &pattern)
{
    QByteArray name;
    for (const char c : pattern.toLower()) {
        const bool good = isDigit(c) || (c >= 'a' && c <= 'z');
        if (good && (!name.isEmpty() || !isDigit(c)))
            name += c;
        else if (!name.isEmpty() && !name.endsWith('-'))
            name += '-';
    }
    while (name.endsWith('-'))
        name.chop(1);
    name = name.left(27);
    if (name.isEmpty())
        name = "my";
    return name.endsWith("lock") ? name : name + "-lock";
}

} // namespace

namespace
{

struct NamePattern {
    QByteArray glob{};
    qsizetype lastPart = 0; // where it begins
};

NamePattern patternOf(const QByteArray &key)
{
    QByteArray pattern;
    qsizetype lastPart = 0; // its start in the pattern
    for (qsizetype at = 0; at < key.size();) {
        qsizetype end = at;
        while (end < key.size() && !Separators.contains(key[end]))
            ++end;
        if (end > at)
            lastPart = pattern.size();
        pattern += generalised(QByteArrayView(key).sliced(at, end - at));
        if (end < key.size())
            pattern += key[end++];
        at = end;
    }
    return {pattern, lastPart};
}

// Nothing of the name is left.
QByteArray orTheKey(const QByteArray &glob, const QByteArray &key)
{
    return isBoundless(glob) ? escapedGlob(key) : glob;
}

} // namespace

QByteArray draftPattern(const QByteArray &key)
{
    const auto [glob, lastPart] = patternOf(key);
    const bool isOneKey = !glob.contains('*');
    return orTheKey(isOneKey && lastPart > 0 ? glob.first(lastPart) + '*' : glob, key);
}

QByteArray draftNoLockPattern(const QByteArray &key)
{
    return orTheKey(patternOf(key).glob, key);
}

Rule draftRule(const KeyReading &reading)
{
    Rule rule{.patterns = {draftPattern(reading.key.bytes)}, .type = reading.type};
    rule.name = draftName(rule.patterns.front());
    switch (reading.type) {
    case ValueType::String:
        draftString(reading, rule);
        break;
    case ValueType::Hash:
        draftHash(reading, rule);
        break;
    case ValueType::SortedSet:
        draftSortedSet(reading, rule);
        break;
    case ValueType::Set:
        rule.owner.kind = Where::Member;
        break;
    default:
        rule.type = ValueType::None; // no rule can read this type
    }
    return rule;
}

RulePlaces placesIn(const KeyReading &reading)
{
    const QString none = QStringLiteral("none");
    const QString ttl = QStringLiteral("ttl");
    QStringList named;
    switch (reading.type) {
    case ValueType::String:
        for (const NamedPart &part : membersOf(reading.string))
            named << QStringLiteral("json:/") + QString::fromUtf8(part.name);
        named.prepend(QStringLiteral("value"));
        return {.owner = named + QStringList{none},
                .count = QStringList{none} + named,
                .expires = QStringList{ttl} + named};
    case ValueType::Hash:
        for (const auto &[field, value] : reading.fields) {
            if (isPlainText(field))
                named << QStringLiteral("field:") + QString::fromUtf8(field);
        }
        return {.owner = QStringList{QStringLiteral("field-name")} + named,
                .count = QStringList{none, QStringLiteral("field-value")} + named,
                .expires = QStringList{ttl, QStringLiteral("field-value")} + named};
    case ValueType::SortedSet:
        return {
            .owner = {QStringLiteral("member")}, .count = {none}, .expires = {ttl, QStringLiteral("score")}};
    case ValueType::Set:
        return {.owner = {QStringLiteral("member")}, .count = {none}, .expires = {ttl}};
    default:
        return {};
    }
}

bool isMeant(const Rule &rule, QByteArrayView key)
{
    return std::ranges::any_of(rule.patterns,
                               [key](const QByteArray &glob) { return globMatches(glob, key); });
}

RuleTrial tryRule(const Rule &rule, const KeyReading &reading)
{
    RuleTrial trial{.ofKnownKind = !rule.isOwnKind()};
    const auto formats = formatsOf({rule});
    if (!isMeant(rule, reading.key.bytes))
        trial.obstacle = Tr::tr("the pattern does not match this key");
    else if (reading.type == ValueType::None)
        trial.obstacle = Tr::tr("this key does not exist now");
    else if (rule.isOwnKind() && rule.type != reading.type)
        trial.obstacle = Tr::tr("this key is a %1").arg(QLatin1String(name(reading.type)));
    trial.saysNoLock = rule.saysNoLock();
    if (!trial.obstacle.isEmpty() || formats.empty() || trial.saysNoLock)
        return trial;
    const std::optional<Decoded> decoded = formats.front()->decode(reading);
    if (!decoded) {
        trial.obstacle =
            rule.isOwnKind()
                ? Tr::tr("this key does not contain what the rule describes: check where the rule reads")
                : Tr::tr("this key cannot be a lock of that kind: it has a different value");
        return trial;
    }
    trial.holders = decoded->holders;
    std::optional<Instant> end = decoded->deadline;
    if (!decoded->ownDeadline && reading.ttl)
        end = reading.readAt + *reading.ttl;
    if (!end && !decoded->holders.isEmpty())
        end = decoded->holders.front().expiresAt;
    if (end)
        trial.left = std::max(milliseconds(0), millisecondsBetween(reading.readAt, *end));
    if (decoded->extras)
        trial.permits = decoded->extras->permits;
    trial.channel = formats.front()->wakeChannel(reading.key).value_or(QByteArray());
    return trial;
}

} // namespace lockscope
