// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/families/ruleformat.h"

#include "core/formats/families/nolockformat.h"
#include "core/formats/families/ruleplan.h"
#include "core/formats/families/rulereader.h"
#include "core/formats/ownerparts.h"
#include "core/redis/glob.h"
#include "core/redis/patternset.h"
#include "core/values/kindname.h"

#include <QUuid>

#include <algorithm>
#include <mutex>
#include <set>

namespace lockscope
{

namespace
{

using Where = RulePlace::Kind;

constexpr QByteArrayView KeyWord("{key}");

struct KindNames {
    std::mutex guard{};
    std::set<std::string> names{};
    int stored = 0; // of storedKind()
};

KindNames &kindNames()
{
    static KindNames names;
    return names;
}

bool matchesAny(const QList<QByteArray> &globs, QByteArrayView key)
{
    return std::any_of(globs.begin(), globs.end(),
                       [key](const QByteArray &glob) { return globMatches(glob, key); });
}

} // namespace

QByteArray filledIn(const QByteArray &text, const QByteArray &key)
{
    const qsizetype at = text.indexOf(KeyWord);
    return at < 0 ? text : text.first(at) + key + text.mid(at + KeyWord.size());
}

std::optional<QByteArray> filledWith(const QByteArray &text, QByteArrayView filled)
{
    const qsizetype at = text.indexOf(KeyWord);
    if (at < 0)
        return {};
    const QByteArrayView front = QByteArrayView(text).first(at);
    const QByteArrayView back = QByteArrayView(text).sliced(at + KeyWord.size());
    if (filled.size() <= front.size() + back.size() || !filled.startsWith(front) || !filled.endsWith(back))
        return {};
    return filled.sliced(front.size(), filled.size() - front.size() - back.size()).toByteArray();
}

LockKind internKind(const QByteArray &name)
{
    KindNames &all = kindNames();
    const std::lock_guard lock(all.guard);
    return {*all.names.insert(name.toStdString()).first};
}

LockKind storedKind(const QByteArray &name)
{
    constexpr qsizetype LongestName = 100;
    constexpr int MostNames = 1000;
    if (const Format *family = Registry::builtIn().find(name))
        return family->kind();
    KindNames &all = kindNames();
    const std::lock_guard lock(all.guard);
    if (const auto known = all.names.find(name.toStdString()); known != all.names.end())
        return {*known};
    if (name.size() > LongestName || all.stored == MostNames)
        return {"unknown"};
    ++all.stored;
    return {*all.names.insert(name.toStdString()).first};
}

RuleFormat::RuleFormat(Rule rule) : m_rule(std::move(rule)), m_kind(internKind(m_rule.name)) {}

Nature RuleFormat::nature() const
{
    if (m_rule.type == ValueType::Set || m_rule.type == ValueType::SortedSet)
        return Nature::Semaphore;
    return m_rule.owner.kind == Where::Nowhere ? Nature::Bare : Nature::Mutex;
}

QString RuleFormat::title() const
{
    return m_rule.title.isEmpty() ? kindText(m_kind) : m_rule.title;
}

QString RuleFormat::legend() const
{
    if (!m_rule.note.isEmpty())
        return m_rule.note;
    return tr("Your own kind, described by a rule in rules.json. What else its clients do is unknown.");
}

const std::vector<std::string_view> &RuleFormat::libraries() const
{
    static const std::vector<std::string_view> none;
    return none;
}

std::vector<QByteArray> RuleFormat::patterns() const
{
    return {m_rule.patterns.begin(), m_rule.patterns.end()};
}

bool RuleFormat::reentrant() const
{
    return m_rule.owner.kind != Where::Nowhere && m_rule.count.kind != Where::Nowhere;
}

OwnerParts RuleFormat::ownerParts(const OwnerId &id) const
{
    return opaqueParts(id.bytes);
}

OwnerId RuleFormat::makeOwner() const
{
    return {QUuid::createUuid().toByteArray(QUuid::WithoutBraces)};
}

std::optional<LockName> RuleFormat::subjectOfCompanion(QByteArrayView key) const
{
    for (const QByteArray &text : m_rule.companions) {
        if (const auto name = filledWith(text, key); name && matchesAny(m_rule.patterns, *name))
            return LockName{*name};
    }
    return {};
}

NameRole RuleFormat::roleOf(QByteArrayView key) const
{
    if (const std::optional<LockName> subject = subjectOfCompanion(key))
        return {.kind = NameRole::Kind::Companion, .subject = *subject};
    return {};
}

bool RuleFormat::claims(QByteArrayView key) const
{
    return matchesAny(m_rule.patterns, key) && !subjectOfCompanion(key);
}

bool RuleFormat::mayBe(const KeySight &sight) const
{
    return sight.type == m_rule.type && claims(sight.key);
}

// True for a name that the rule claims, or a key to which the user assigned this kind.
bool RuleFormat::isMeant(const KeyReading &reading) const
{
    return reading.ruled == m_kind || claims(reading.key.bytes);
}

std::vector<CompanionKey> RuleFormat::companions(const KeyReading &reading) const
{
    std::vector<CompanionKey> keys;
    if (m_rule.companions.isEmpty() || !isMeant(reading))
        return keys;
    for (const QByteArray &text : m_rule.companions)
        keys.push_back({.key = {filledIn(text, reading.key.bytes)}});
    return keys;
}

std::optional<Decoded> RuleFormat::decode(const KeyReading &reading) const
{
    if (reading.type != m_rule.type || !isMeant(reading))
        return {};
    std::optional<Decoded> decoded = RuleReader(*this, m_rule).decode(reading);
    if (!decoded)
        return {};
    LockExtras extras = decoded->extras ? *decoded->extras : LockExtras();
    for (const KeyReading &companion : reading.companions) {
        if (companion.type != ValueType::None)
            extras.companions.push_back(companion.key);
    }
    if (extras != LockExtras())
        decoded->extras = std::make_shared<const LockExtras>(std::move(extras));
    return decoded;
}

Outcome<ActPlan> RuleFormat::plan(const ActRequest &request, const Lock *seen) const
{
    return RulePlanner(*this, m_rule).plan(request, seen);
}

QStringList RuleFormat::explain(const KeyReading &reading) const
{
    const std::optional<Decoded> decoded = decode(reading);
    if (!decoded)
        return {};
    QStringList lines;
    if (claims(reading.key.bytes))
        lines
            << tr("One of your rules says that keys like this one are of the kind %1").arg(kindText(m_kind));
    else
        lines << tr("It can be of the kind %1, described by one of your rules").arg(kindText(m_kind));
    if (m_rule.owner.kind == Where::Nowhere)
        lines << tr("It records no owner: its holder is unknown");
    else
        lines << tr("Its owner is read from: %1").arg(escapedText(placeText(m_rule.owner)));
    if (m_rule.count.kind != Where::Nowhere)
        lines << tr("Its count is read from: %1").arg(escapedText(placeText(m_rule.count)));
    if (m_rule.expires.kind != Where::Expiry)
        lines << tr("When it ends is read from: %1").arg(escapedText(placeText(m_rule.expires)));
    if (decoded->extras && decoded->extras->permits && decoded->extras->permits->overdue > 0)
        lines << tr("%n expired permit(s): no longer held, but kept until removed", nullptr,
                    int(decoded->extras->permits->overdue));
    if (m_rule.channel.isEmpty())
        lines << tr("No channel is specified: its waiters poll, or are unknown");
    if (!m_rule.note.isEmpty())
        lines << m_rule.note;
    return lines;
}

std::optional<QByteArray> RuleFormat::wakeChannel(const LockName &key) const
{
    if (m_rule.channel.isEmpty())
        return {};
    return filledIn(m_rule.channel, key.bytes);
}

QByteArray RuleFormat::channelPattern() const
{
    const qsizetype at = m_rule.channel.indexOf(KeyWord);
    if (at < 0)
        return {}; // one channel for all locks does not identify any
    return escapedGlob(QByteArrayView(m_rule.channel).first(at)) + '*' +
           escapedGlob(QByteArrayView(m_rule.channel).sliced(at + KeyWord.size()));
}

std::optional<LockName> RuleFormat::subjectOfChannel(QByteArrayView channel) const
{
    const auto name = filledWith(m_rule.channel, channel);
    if (!name || !claims(*name))
        return {};
    return LockName{*name};
}

RuledFamily::RuledFamily(const Format &family, std::vector<QByteArray> patterns)
    : m_family(family), m_patterns(std::move(patterns))
{
}

bool RuledFamily::claims(QByteArrayView key) const
{
    return matches(key);
}

bool RuledFamily::matches(QByteArrayView key) const
{
    return std::any_of(m_patterns.begin(), m_patterns.end(),
                       [key](const QByteArray &glob) { return globMatches(glob, key); });
}

bool RuledFamily::mayBe(const KeySight &sight) const
{
    return sight.type != ValueType::Other && sight.type != ValueType::Stream && claims(sight.key);
}

bool RuledFamily::isMeant(const KeyReading &reading) const
{
    return reading.ruled == kind() || claims(reading.key.bytes);
}

KeyReading RuledFamily::ruled(const KeyReading &reading) const
{
    KeyReading copy = reading;
    copy.ruled = kind();
    return copy;
}

std::vector<CompanionKey> RuledFamily::companions(const KeyReading &reading) const
{
    if (!isMeant(reading))
        return {};
    return m_family.companions(ruled(reading));
}

std::optional<Decoded> RuledFamily::decode(const KeyReading &reading) const
{
    return isMeant(reading) ? decodeAsRuled(reading) : std::nullopt;
}

std::optional<Decoded> RuledFamily::decodeAsRuled(const KeyReading &reading) const
{
    std::optional<Decoded> decoded = m_family.decode(ruled(reading));
    if (decoded)
        decoded->confidence = Confidence::Certain;
    return decoded;
}

QStringList RuledFamily::explain(const KeyReading &reading) const
{
    QStringList lines;
    if (claims(reading.key.bytes) && decode(reading))
        lines
            << tr("One of your rules says that keys like this one are of the kind %1").arg(kindText(kind()));
    if (isMeant(reading))
        lines << explainAsRuled(reading);
    return lines;
}

QStringList RuledFamily::explainAsRuled(const KeyReading &reading) const
{
    return m_family.explain(ruled(reading));
}

std::shared_ptr<const Registry> registryOfKey(const Format &family, const LockName &key)
{
    std::vector<std::unique_ptr<Format>> formats;
    formats.push_back(std::make_unique<RuledFamily>(family, std::vector{escapedGlob(key.bytes)}));
    return std::make_shared<const Registry>(std::move(formats));
}

// In file order: the first matching rule wins.
std::vector<std::unique_ptr<Format>> formatsOf(const std::vector<Rule> &rules)
{
    std::vector<std::unique_ptr<Format>> formats;
    for (size_t i = 0; i < rules.size(); ++i) {
        const Rule &rule = rules[i];
        if (rule.isOwnKind()) {
            formats.push_back(std::make_unique<RuleFormat>(rule));
            continue;
        }
        std::vector<QByteArray> patterns(rule.patterns.begin(), rule.patterns.end());
        while (i + 1 < rules.size() && rules[i + 1].kind == rule.kind) { // one family for neighbours
            ++i;
            patterns.insert(patterns.end(), rules[i].patterns.begin(), rules[i].patterns.end());
        }
        if (rule.saysNoLock())
            formats.push_back(std::make_unique<NoLockFormat>(std::move(patterns)));
        else if (const Format *family = Registry::builtIn().find(rule.kind))
            formats.push_back(std::make_unique<RuledFamily>(*family, std::move(patterns)));
    }
    return formats;
}

} // namespace lockscope
