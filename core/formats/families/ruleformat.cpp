// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/families/ruleformat.h"

#include "core/formats/ownerparts.h"
#include "core/formats/shapes.h"
#include "core/redis/glob.h"

#include <QJsonDocument>
#include <QJsonObject>
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
constexpr double LatestTime = 7e12; // ms since 1970: the year 2191, as far as an Instant reaches

QString words(LockKind kind)
{
    return QString::fromUtf8(kind.name.data(), qsizetype(kind.name.size()));
}

bool matchesAny(const QList<QByteArray> &globs, QByteArrayView key)
{
    return std::any_of(globs.begin(), globs.end(),
                       [key](const QByteArray &glob) { return globMatches(glob, key); });
}

std::optional<QByteArray> partOfJson(const QByteArray &value, const QByteArray &path)
{
    QJsonValue at = QJsonDocument::fromJson(value).object();
    for (const QByteArray &step : path.mid(1).split('/'))
        at = at.toObject().value(QString::fromUtf8(step));
    if (at.isString())
        return at.toString().toUtf8();
    const qint64 number = at.toInteger(0);
    if (at.isDouble() && double(number) == at.toDouble())
        return QByteArray::number(number);
    return {};
}

// Of a string; nothing: it is not there, and so this is no such lock. An owner cannot be empty.
std::optional<QByteArray> partOf(const QByteArray &value, const RulePlace &place)
{
    std::optional<QByteArray> part;
    if (place.kind == Where::Value)
        part = value;
    else if (place.kind == Where::Json)
        part = partOfJson(value, place.argument);
    else if (const qsizetype at = value.indexOf(place.argument); at >= 0)
        part = place.kind == Where::Before ? value.first(at) : value.mid(at + place.argument.size());
    if (part && part->isEmpty())
        return {};
    return part;
}

std::optional<QByteArray> fieldOf(const KeyReading &reading, const QByteArray &name)
{
    for (const auto &[field, value] : reading.fields) {
        if (field == name && !value.isEmpty())
            return value;
    }
    return {};
}

std::optional<milliseconds> timeOf(double written, bool seconds)
{
    const double time = seconds ? written * 1000 : written;
    if (!(time >= 0 && time <= LatestTime))
        return {};
    return milliseconds(qint64(time));
}

std::optional<milliseconds> timeOf(const QByteArray &text, bool seconds)
{
    bool ok = false;
    const double written = text.toDouble(&ok);
    return ok ? timeOf(written, seconds) : std::nullopt;
}

std::optional<Instant> keysEnd(const KeyReading &reading)
{
    if (!reading.ttl)
        return {};
    return reading.readAt + *reading.ttl;
}

std::optional<Instant> earlier(std::optional<Instant> a, std::optional<Instant> b)
{
    if (!a || !b)
        return a ? a : b;
    return std::min(*a, *b);
}

QByteArray asGlob(QByteArrayView bytes)
{
    QByteArray glob;
    for (const char c : bytes) {
        if (QByteArrayView("*?[]\\^").contains(c))
            glob += '\\';
        glob += c;
    }
    return glob;
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
    static std::mutex guard;
    static std::set<std::string> names;
    const std::lock_guard lock(guard);
    return {*names.insert(name.toStdString()).first};
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
    return m_rule.title.isEmpty() ? words(m_kind) : m_rule.title;
}

QString RuleFormat::legend() const
{
    if (!m_rule.note.isEmpty())
        return m_rule.note;
    return tr("A kind of your own, described by a rule in rules.json. What its clients do besides is not "
              "known here.");
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

// By its name, or because a person says so of a key with another one.
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
    std::optional<Decoded> decoded;
    if (m_rule.type == ValueType::String)
        decoded = decodeString(reading);
    else if (m_rule.type != ValueType::Hash)
        decoded = decodeMembers(reading);
    else if (m_rule.owner.kind == Where::FieldName)
        decoded = decodeHolders(reading);
    else
        decoded = decodeFields(reading);
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

std::optional<Instant> RuleFormat::endOf(const KeyReading &reading, milliseconds written) const
{
    return reading.instantOf(written + m_rule.validFor);
}

// A count of nothing, or a time that is over: the key is there, yet the lock is free.
Decoded RuleFormat::oneHolder(const KeyReading &reading, Holder holder, std::optional<Instant> end) const
{
    Decoded decoded{.kind = m_kind, .libraries = &libraries(), .confidence = Confidence::Certain};
    holder.expiresAt = earlier(end, keysEnd(reading));
    if (m_rule.expires.kind != Where::Expiry) {
        decoded.ownDeadline = true;
        decoded.deadline = holder.expiresAt;
    }
    if (holder.count > 0 && (!end || *end > reading.readAt))
        decoded.holders.append(std::move(holder));
    return decoded;
}

std::optional<Decoded> RuleFormat::decodeString(const KeyReading &reading) const
{
    if (reading.string.size() != reading.size) // too long to be read
        return {};
    Holder holder;
    if (m_rule.owner.kind != Where::Nowhere) {
        const auto owner = partOf(reading.string, m_rule.owner);
        if (!owner)
            return {};
        holder.id = {*owner};
    }
    if (m_rule.count.kind != Where::Nowhere) {
        const auto count = decimal(partOf(reading.string, m_rule.count).value_or(QByteArray()));
        if (!count)
            return {};
        holder.count = *count;
    }
    std::optional<Instant> end;
    if (m_rule.expires.kind != Where::Expiry) {
        const auto text = partOf(reading.string, m_rule.expires);
        const auto time = text ? timeOf(*text, m_rule.seconds) : std::nullopt;
        if (!time)
            return {};
        end = endOf(reading, *time);
    }
    return oneHolder(reading, std::move(holder), end);
}

std::optional<Decoded> RuleFormat::decodeFields(const KeyReading &reading) const
{
    Holder holder;
    const auto owner = fieldOf(reading, m_rule.owner.argument);
    if (!owner)
        return {};
    holder.id = {*owner};
    if (m_rule.count.kind != Where::Nowhere) {
        const auto count = decimal(fieldOf(reading, m_rule.count.argument).value_or(QByteArray()));
        if (!count)
            return {};
        holder.count = *count;
    }
    std::optional<Instant> end;
    if (m_rule.expires.kind == Where::Field) {
        const auto text = fieldOf(reading, m_rule.expires.argument);
        const auto time = text ? timeOf(*text, m_rule.seconds) : std::nullopt;
        if (!time)
            return {};
        end = endOf(reading, *time);
    }
    return oneHolder(reading, std::move(holder), end);
}

// Each field is a holder.
std::optional<Decoded> RuleFormat::decodeHolders(const KeyReading &reading) const
{
    if (reading.fields.empty() || qint64(reading.fields.size()) != reading.size)
        return {};
    QVarLengthArray<Holder, 1> holders;
    for (const auto &[field, value] : reading.fields) {
        Holder holder{.id = {field}, .expiresAt = keysEnd(reading)};
        if (m_rule.count.kind == Where::FieldValue) {
            const auto count = decimal(value);
            if (!count || *count < 1)
                return {};
            holder.count = *count;
        }
        if (m_rule.expires.kind == Where::FieldValue) {
            const auto time = timeOf(value, m_rule.seconds);
            if (!time)
                return {};
            holder.expiresAt = earlier(endOf(reading, *time), holder.expiresAt);
        }
        holders.append(holder);
    }
    return manyHolders(reading, std::move(holders));
}

std::optional<Decoded> RuleFormat::decodeMembers(const KeyReading &reading) const
{
    if (reading.members.empty())
        return {};
    QVarLengthArray<Holder, 1> holders;
    for (const Member &member : reading.members) {
        Holder holder{.id = {member.bytes}, .mode = HoldMode::Permit, .expiresAt = keysEnd(reading)};
        if (m_rule.expires.kind == Where::Score) {
            const auto time = timeOf(member.score, m_rule.seconds);
            if (!time)
                return {};
            holder.expiresAt = earlier(endOf(reading, *time), holder.expiresAt);
        }
        holders.append(holder);
    }
    return manyHolders(reading, std::move(holders));
}

// Who is past his time keeps his place until somebody takes it away, but holds nothing any more.
Decoded RuleFormat::manyHolders(const KeyReading &reading, QVarLengthArray<Holder, 1> holders) const
{
    Decoded decoded{.kind = m_kind, .libraries = &libraries(), .confidence = Confidence::Certain};
    decoded.lasting = m_rule.expires.kind != Where::Expiry;
    const qsizetype all = holders.size();
    holders.removeIf(
        [&reading](const Holder &holder) { return holder.expiresAt && *holder.expiresAt <= reading.readAt; });
    const qint64 overdue = all - holders.size();
    if (m_rule.type != ValueType::Hash || m_rule.limit > 0) {
        Permits permits{.held = std::max<qint64>(reading.size, all) - overdue, .overdue = overdue};
        if (m_rule.limit > 0) {
            permits.total = m_rule.limit;
            permits.available = std::max<qint64>(0, m_rule.limit - *permits.held);
        }
        decoded.extras = std::make_shared<const LockExtras>(LockExtras{.permits = permits});
    }
    decoded.holders = std::move(holders);
    return decoded;
}

QStringList RuleFormat::explain(const KeyReading &reading) const
{
    const std::optional<Decoded> decoded = decode(reading);
    if (!decoded)
        return {};
    QStringList lines;
    if (claims(reading.key.bytes))
        lines << tr("A rule of yours says that keys like this one are of the kind %1").arg(words(m_kind));
    else
        lines << tr("It can be of the kind %1, which a rule of yours describes").arg(words(m_kind));
    if (m_rule.owner.kind == Where::Nowhere)
        lines << tr("It names no owner: who holds it cannot be told");
    else
        lines << tr("Its owner is read from: %1").arg(escapedText(placeText(m_rule.owner)));
    if (m_rule.count.kind != Where::Nowhere)
        lines << tr("Its count is read from: %1").arg(escapedText(placeText(m_rule.count)));
    if (m_rule.expires.kind != Where::Expiry)
        lines << tr("When it ends is read from: %1").arg(escapedText(placeText(m_rule.expires)));
    if (decoded->extras && decoded->extras->permits && decoded->extras->permits->overdue > 0)
        lines << tr(
            "%n permit(s) past their time: nobody holds them, and they stay until somebody takes them "
            "away",
            nullptr, int(decoded->extras->permits->overdue));
    if (m_rule.channel.isEmpty())
        lines << tr("No channel is named: who waits for it asks again and again, or is not known");
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
        return {}; // one for all locks: it tells of none
    return asGlob(QByteArrayView(m_rule.channel).first(at)) + '*' +
           asGlob(QByteArrayView(m_rule.channel).sliced(at + KeyWord.size()));
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
    if (!isMeant(reading))
        return {};
    std::optional<Decoded> decoded = m_family.decode(ruled(reading));
    if (decoded)
        decoded->confidence = Confidence::Certain;
    return decoded;
}

QStringList RuledFamily::explain(const KeyReading &reading) const
{
    QStringList lines;
    if (claims(reading.key.bytes) && decode(reading))
        lines << tr("A rule of yours says that keys like this one are of the kind %1").arg(words(kind()));
    if (isMeant(reading))
        lines << m_family.explain(ruled(reading));
    return lines;
}

std::shared_ptr<const Registry> registryOfKey(const Format &family, const LockName &key)
{
    std::vector<std::unique_ptr<Format>> formats;
    formats.push_back(std::make_unique<RuledFamily>(family, std::vector{asGlob(key.bytes)}));
    return std::make_shared<const Registry>(std::move(formats));
}

// In the order of the file: the first that fits wins.
std::vector<std::unique_ptr<Format>> formatsOf(const std::vector<Rule> &rules)
{
    std::vector<std::unique_ptr<Format>> formats;
    std::set<QByteArray> known;
    for (const Rule &rule : rules) {
        if (rule.isOwnKind()) {
            formats.push_back(std::make_unique<RuleFormat>(rule));
            continue;
        }
        const Format *family = Registry::builtIn().find(rule.kind);
        if (!family || !known.insert(rule.kind).second) // one family for all its rules
            continue;
        std::vector<QByteArray> patterns;
        for (const Rule &other : rules) {
            if (other.kind == rule.kind)
                patterns.insert(patterns.end(), other.patterns.begin(), other.patterns.end());
        }
        formats.push_back(std::make_unique<RuledFamily>(*family, std::move(patterns)));
    }
    return formats;
}

} // namespace lockscope
