// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/families/rulereader.h"

#include "core/formats/shapes.h"

#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>

namespace lockscope
{

namespace
{

using Where = RulePlace::Kind;

constexpr double LatestTime = 7e12; // ms since 1970, in the year 2191: the limit of an Instant

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

// The part of a string at place. None: absent or empty, so this is no such lock.
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

} // namespace

std::optional<Decoded> RuleReader::decode(const KeyReading &reading) const
{
    if (m_rule.type == ValueType::String)
        return decodeString(reading);
    if (m_rule.type != ValueType::Hash)
        return decodeMembers(reading);
    return m_rule.owner.kind == Where::FieldName ? decodeHolders(reading) : decodeFields(reading);
}

std::optional<Instant> RuleReader::endOf(const KeyReading &reading, milliseconds written) const
{
    return reading.instantOf(written + m_rule.validFor);
}

// With a count of 0, or an end that has passed, the lock is free although its key exists.
Decoded RuleReader::oneHolder(const KeyReading &reading, Holder holder, std::optional<Instant> end) const
{
    Decoded decoded{
        .kind = m_format.kind(), .libraries = &m_format.libraries(), .confidence = Confidence::Certain};
    holder.expiresAt = earlier(end, keysEnd(reading));
    if (m_rule.expires.kind != Where::Expiry) {
        decoded.ownDeadline = true;
        decoded.deadline = holder.expiresAt;
    }
    if (holder.count > 0 && (!end || *end > reading.readAt))
        decoded.holders.append(std::move(holder));
    return decoded;
}

std::optional<Decoded> RuleReader::decodeString(const KeyReading &reading) const
{
    if (reading.string.size() != reading.size) // too long to read
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

std::optional<Decoded> RuleReader::decodeFields(const KeyReading &reading) const
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
std::optional<Decoded> RuleReader::decodeHolders(const KeyReading &reading) const
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

std::optional<Decoded> RuleReader::decodeMembers(const KeyReading &reading) const
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

// An expired holder keeps its place until a client removes it, but no longer holds anything.
Decoded RuleReader::manyHolders(const KeyReading &reading, QVarLengthArray<Holder, 1> holders) const
{
    Decoded decoded{
        .kind = m_format.kind(), .libraries = &m_format.libraries(), .confidence = Confidence::Certain};
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

} // namespace lockscope
