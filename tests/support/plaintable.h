// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A table with one simple format, and readings and keyspace events in a short notation; times count from
// Start. Header only; each test case creates a new table.

#include "core/engine/table/locktable.h"
#include "core/formats/format.h"

#include <QTest>

namespace lockscope::test
{

using namespace std::chrono_literals;

inline const Instant Start = Instant() + 1000h;
inline const NodeId Node{QByteArrayLiteral("127.0.0.1:6379")};
inline const NodeId OtherNode{QByteArrayLiteral("127.0.0.1:6380")};

// A format with everything a table can meet. In a hash, each field is a holder with its hold count, after an
// @ the milliseconds that are left of its own time, and a hash with only the field "free" is a lock without
// holder; a string is the token of one holder.
class PlainFormat final : public Format
{
public:
    LockKind kind() const override { return {"rlock"}; } // a kind that its library renews
    QString title() const override { return {}; }
    QString legend() const override { return {}; }
    int rank() const override { return 50; }
    const std::vector<std::string_view> &libraries() const override
    {
        static const std::vector<std::string_view> names{"plain"};
        return names;
    }
    std::vector<QByteArray> patterns() const override { return {QByteArrayLiteral("lock:*")}; }
    milliseconds defaultLease() const override { return 30s; }
    std::optional<milliseconds> watchdogPeriod(milliseconds lease) const override { return lease / 3; }
    bool reentrant() const override { return true; }
    OwnerId makeOwner() const override { return {QByteArrayLiteral("me")}; }
    bool mayBe(const KeySight &sight) const override { return sight.type != ValueType::None; }
    std::optional<Decoded> decode(const KeyReading &reading) const override
    {
        Decoded decoded;
        decoded.kind = kind();
        decoded.libraries = &libraries();
        decoded.confidence = Confidence::Certain;
        if (reading.type == ValueType::String && reading.string != "no lock") {
            decoded.holders.append(Holder{.id = {reading.string}});
            return decoded;
        }
        if (reading.type != ValueType::Hash)
            return {};
        for (const auto &[field, value] : reading.fields) {
            if (field == "free")
                continue;
            const QByteArrayList parts = value.split('@');
            Holder holder{.id = {field}, .count = parts.front().toLongLong()};
            if (parts.size() > 1)
                holder.expiresAt = reading.readAt + milliseconds(parts.back().toLongLong());
            if (field.endsWith(":read")) {
                holder.id.bytes.chop(5);
                holder.mode = HoldMode::Read;
            }
            decoded.holders.append(holder);
        }
        return decoded;
    }
    QStringList explain(const KeyReading &) const override { return {}; }
    std::optional<QByteArray> wakeChannel(const LockName &) const override { return {}; }
    Outcome<ActPlan> plan(const ActRequest &, const Lock *) const override
    {
        return Failure{.kind = ErrorKind::Unsupported};
    }
};

inline Registry plainRegistry()
{
    std::vector<std::unique_ptr<Format>> formats;
    formats.push_back(std::make_unique<PlainFormat>());
    return Registry(std::move(formats));
}

using Fields = std::vector<std::pair<QByteArray, QByteArray>>;

inline KeyReading token(const char *key, const char *owner, std::optional<milliseconds> ttl, milliseconds at)
{
    KeyReading reading;
    reading.key.bytes = key;
    reading.type = ValueType::String;
    reading.string = owner;
    reading.size = reading.string.size();
    reading.ttl = ttl;
    reading.readAt = Start + at;
    return reading;
}

inline KeyReading hash(const char *key, const Fields &fields, std::optional<milliseconds> ttl,
                       milliseconds at)
{
    KeyReading reading = token(key, "", ttl, at);
    reading.type = ValueType::Hash;
    reading.string.clear();
    reading.fields = fields;
    reading.size = qint64(fields.size());
    return reading;
}

inline KeyReading gone(const char *key, milliseconds at)
{
    KeyReading reading = token(key, "", {}, at);
    reading.type = ValueType::None;
    return reading;
}

inline LockName key(const char *name)
{
    return {QByteArray(name)};
}

// "acquired me 1, released me 0".
inline QByteArray story(const std::vector<LockEvent> &events)
{
    QByteArrayList lines;
    for (const LockEvent &event : events) {
        QByteArray line = name(event.kind);
        if (!event.owner.isEmpty())
            line += ' ' + event.owner.bytes;
        lines += line + ' ' + QByteArray::number(event.count);
    }
    return lines.join(", ");
}

class TableTest : public QObject
{
    Q_OBJECT
protected:
    const Registry m_registry = plainRegistry();
    std::unique_ptr<LockTable> m_table;

    void read(const KeyReading &reading, EventSource source = EventSource::Tracking)
    {
        m_table->apply(reading, Node, 0, source);
    }
    void hear(const char *name, const char *event, milliseconds at)
    {
        m_table->noteHappened(key(name), event, Node, Start + at);
    }
    QByteArray happened() { return story(m_table->takeDelta(Start + 1000h).events); }
    const Lock &lockA() { return *m_table->find(key("lock:a")); }
    // Completes an empty first pass, so that locks that appear later are new.
    void passOverNothing() { m_table->dropUnseen(Node, {}, Start, Start); }

private slots:
    void init() { m_table = std::make_unique<LockTable>(m_registry); }
};

} // namespace lockscope::test
