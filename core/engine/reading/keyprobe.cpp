// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/reading/keyprobe.h"

#include "core/base/tr.h"
#include "core/engine/reading/decodedlock.h"
#include "core/redis/codec.h"
#include "core/redis/servererror.h"

#include <algorithm>
#include <array>

namespace lockscope
{

namespace
{

constexpr qint64 LightHash = 4096;
constexpr qint64 HeavyHash = 64 * 1024;
constexpr qint64 HeavyMembers = 64 * 1024; // of the members to be read
constexpr QByteArrayView LastStringByte("512");
constexpr QByteArrayView LastMember("255");
constexpr QByteArrayView MostMembers("256");
static_assert(MaxLockStringBytes == 512 && MaxLockHashFields == 256 && MaxLockMembers == 256);

ValueType typeOf(const QByteArray &name)
{
    constexpr std::array<std::pair<std::string_view, ValueType>, 7> Names{{{"string", ValueType::String},
                                                                           {"hash", ValueType::Hash},
                                                                           {"none", ValueType::None},
                                                                           {"list", ValueType::List},
                                                                           {"set", ValueType::Set},
                                                                           {"zset", ValueType::SortedSet},
                                                                           {"stream", ValueType::Stream}}};
    for (const auto &[text, type] : Names) {
        if (std::string_view(name.constData(), size_t(name.size())) == text)
            return type;
    }
    return ValueType::Other;
}

// Five times type, size, weight and value: a key may change its type three times, and be redirected once.
constexpr quint8 MostRounds = 24;

// A server may answer any number. A larger size is as much too large, and can be calculated with.
qint64 plausibleSize(qint64 told)
{
    return std::clamp<qint64>(told, 0, qint64(1) << 48);
}

bool isCollection(ValueType type)
{
    return type == ValueType::List || type == ValueType::Set || type == ValueType::SortedSet;
}

QByteArrayView sizeCommand(ValueType type)
{
    switch (type) {
    case ValueType::String:
        return "STRLEN";
    case ValueType::Hash:
        return "HLEN";
    case ValueType::List:
        return "LLEN";
    case ValueType::Set:
        return "SCARD";
    case ValueType::SortedSet:
        return "ZCARD";
    case ValueType::Stream:
        return "XLEN";
    case ValueType::None:
    case ValueType::Other: // a module type has no size command
        break;
    }
    Q_UNREACHABLE();
}

} // namespace

KeyProbe::KeyProbe(Purpose purpose, LockName key, ValueType knownType, bool weighable, bool sizeFirst)
    : m_purpose(purpose), m_weighable(weighable), m_sizeFirst(sizeFirst)
{
    m_reading.key = std::move(key);
    m_reading.type = knownType;
    m_reading.isNameOpen = purpose == Purpose::Scan;
    if (purpose == Purpose::Scan)
        m_asks = Type | Ttl;
    else if (knownType == ValueType::String)
        m_asks = Type | Ttl | Value;
    else if (knownType == ValueType::Hash)
        m_asks = Type | Ttl | Glance;
    else if (isCollection(knownType))
        m_asks = Type | Ttl | Size | Value;
    else
        m_asks = quint8(Type | (weighable ? Weight : 0));
}

void KeyProbe::ask(Batch &batch) const
{
    static constexpr QByteArrayView TypeOf("TYPE"), TtlOf("PTTL"); // for each key of a scan
    static constexpr std::array<QByteArrayView, 4> Weigh{"MEMORY", "USAGE", "SAMPLES", "256"};
    const QByteArrayView key = m_reading.key.bytes;
    if (m_asks & Type)
        add(batch, {TypeOf, key});
    if (m_asks & Ttl)
        add(batch, {TtlOf, key});
    if (m_asks & Weight)
        add(batch, {Weigh[0], Weigh[1], key, Weigh[2], Weigh[3]});
    if (m_asks & Size)
        add(batch, {sizeCommand(m_reading.type), key});
    if (m_asks & Value) {
        askForValue(batch);
    }
    if (m_asks & Glance)
        add(batch, {"HSCAN", key, "0", "COUNT", "256"});
}

// ASKING applies to one command only.
void KeyProbe::add(Batch &batch, std::initializer_list<QByteArrayView> command) const
{
    if (m_reading.isImported)
        batch.add({"ASKING"});
    batch.add(command);
}

void KeyProbe::askForValue(Batch &batch) const
{
    static constexpr QByteArrayView Range("GETRANGE"), First("0"), Fields("HGETALL");
    const QByteArrayView key = m_reading.key.bytes;
    if (m_reading.type == ValueType::String)
        add(batch, {Range, key, First, LastStringByte});
    else if (m_reading.type == ValueType::Hash)
        add(batch, {Fields, key});
    else if (m_reading.type == ValueType::List)
        add(batch, {"LRANGE", key, "0", LastMember});
    else if (m_reading.type == ValueType::SortedSet)
        add(batch, {"ZRANGE", key, "0", LastMember, "WITHSCORES"});
    else
        add(batch, {"SSCAN", key, "0", "COUNT", MostMembers});
}

// Reads both clocks together, so that times in a value do not depend on the length of the round trip.
void KeyProbe::noteRead(Instant readAt, milliseconds uncertainty)
{
    if (m_reading.readAt == readAt)
        return;
    m_reading.readAt = readAt;
    m_reading.uncertainty = uncertainty;
    m_reading.wallAt = wallNow() - std::chrono::duration_cast<WallTime::duration>(now() - readAt);
}

size_t KeyProbe::take(const Reply *replies, Instant readAt, const Registry *registry,
                      milliseconds uncertainty)
{
    size_t taken = 0;
    const quint8 asked = m_asks;
    const size_t step = m_reading.isImported ? 2 : 1; // each reply follows the reply to ASKING
    m_retyped = false;
    m_again = false;
    for (const Question question : {Type, Ttl, Weight, Size, Value, Glance}) {
        if (!(asked & question))
            continue;
        taken += step;
        takeOne(question, replies[taken - 1], readAt, uncertainty);
    }
    if (m_state == State::Asking)
        decide(registry);
    if (m_state == State::Asking && ++m_rounds >= MostRounds)
        m_state = State::Refused;
    return taken;
}

Failure KeyProbe::failure(const NodeId &node) const
{
    if (!m_refusal.isEmpty())
        return serverFailure(m_refusal, node, m_reading.key.bytes);
    return {.kind = ErrorKind::Protocol,
            .text = Tr::tr("the server's replies do not answer what it was asked"),
            .node = node,
            .key = m_reading.key.bytes};
}

void KeyProbe::takeOne(Question question, const Reply &reply, Instant readAt, milliseconds uncertainty)
{
    const bool ofOldType = m_retyped && (question == Size || question == Value || question == Glance);
    if (m_state != State::Asking || ofOldType || m_again)
        return;
    if (reply.isError()) {
        takeError(question, reply);
        return;
    }
    switch (question) {
    case Type: {
        const ValueType type = typeOf(reply.bytes);
        m_hasType = true;
        m_retyped = type != m_reading.type;
        m_reading.type = type;
        noteRead(readAt, uncertainty);
        if (type == ValueType::None)
            gone();
        break;
    }
    case Ttl:
        noteRead(readAt, uncertainty);
        m_reading.ttl.reset();
        if (const auto ttl = reply.number(); ttl == -2)
            gone();
        else if (ttl >= 0)
            m_reading.ttl = boundedTtl(milliseconds(*ttl), readAt);
        break;
    case Weight:
        m_weight = plausibleSize(reply.integer); // nil: gone
        break;
    case Size:
        m_measured = plausibleSize(reply.integer);
        m_reading.size = m_measured;
        break;
    case Value:
        takeValue(reply);
        break;
    case Glance:
        takeGlance(reply);
        break;
    }
}

void KeyProbe::takeError(Question question, const Reply &reply)
{
    const ErrorKind kind = classifyServerError(reply.bytes);
    if (kind == ErrorKind::WrongType && m_restarts < 3) { // its type changed since it was asked
        startAnew();
        return;
    }
    if (kind == ErrorKind::Moved && !m_reading.isImported) {
        m_reading.isImported = m_again = true;
        startAnew();
        return;
    }
    // The only difference between NOPERM for the key and for the command.
    const bool ofThisKey = kind == ErrorKind::NoPerm && !reply.bytes.contains("to run the");
    const bool mayDoWithout =
        kind == ErrorKind::NoPerm || kind == ErrorKind::UnknownCommand || kind == ErrorKind::ServerError;
    if (question == Weight && mayDoWithout && !ofThisKey) {
        m_weighable = false;
        return;
    }
    const bool isTooLarge = reply.bytes.startsWith(ReplyReader::TooLarge);
    if (isTooLarge && question == Glance)
        return; // decideHash() asks for its weight next
    const bool elsewhere = kind == ErrorKind::WrongType || kind == ErrorKind::Moved ||
                           kind == ErrorKind::Ask || kind == ErrorKind::TryAgain ||
                           kind == ErrorKind::CrossSlot;
    // The command that reads another type may be allowed. A scan that leaves a type out would look complete.
    const bool ofThisType =
        m_purpose == Purpose::Read && kind == ErrorKind::NoPerm && question != Type && question != Ttl;
    m_refusal = reply.bytes;
    m_state = ofThisKey || elsewhere || ofThisType || isTooLarge ? State::Refused : State::Failed;
}

void KeyProbe::takeValue(const Reply &reply)
{
    if (m_reading.type == ValueType::String && reply.type == Reply::Type::Bulk) {
        m_hasValue = true;
        m_reading.string = reply.bytes;
        m_reading.size = reply.bytes.size();
    } else if (m_reading.type == ValueType::Hash && reply.isArray()) {
        takeFields(reply.items);
    } else if (isCollection(m_reading.type) && reply.isArray()) {
        takeMembers(reply);
    }
}

void KeyProbe::takeMembers(const Reply &reply)
{
    const bool scored = m_reading.type == ValueType::SortedSet;
    const bool cursored = m_reading.type == ValueType::Set;
    if (cursored && reply.items.size() != 2)
        return;
    const std::vector<Reply> &items = cursored ? reply.items[1].items : reply.items;
    m_hasValue = true;
    m_reading.members.clear();
    for (size_t i = 0; i < items.size() && m_reading.members.size() < size_t(MaxLockMembers);
         i += scored ? 2 : 1) {
        Member member{.bytes = items[i].bytes};
        if (scored && i + 1 < items.size())
            member.score = items[i + 1].bytes.toDouble();
        m_reading.members.push_back(std::move(member));
    }
    m_reading.size = std::max(m_reading.size, qint64(m_reading.members.size()));
}

void KeyProbe::takeGlance(const Reply &reply)
{
    if (m_reading.type != ValueType::Hash || !reply.isArray() || reply.items.size() != 2)
        return;
    // An incomplete scan: many fields, or a hash table that is being resized. Count them first.
    if (reply.items[0].bytes == "0")
        takeFields(reply.items[1].items);
}

void KeyProbe::takeFields(const std::vector<Reply> &items)
{
    m_hasValue = true;
    m_reading.fields.clear();
    m_reading.size = qint64(items.size() / 2);
    if (m_reading.size > MaxLockHashFields)
        return;
    m_reading.fields.reserve(items.size() / 2);
    for (size_t i = 0; i + 1 < items.size(); i += 2)
        m_reading.fields.emplace_back(items[i].bytes, items[i + 1].bytes);
}

void KeyProbe::decide(const Registry *registry)
{
    m_asks = 0;
    if (!m_hasType) {
        // A scan asks the expiry only together with the type.
        const quint8 further = m_purpose == Purpose::Scan ? Ttl : m_weighable && m_weight < 0 ? Weight : 0;
        m_asks = quint8(Type | further);
        return;
    }
    if (m_purpose == Purpose::Scan && !m_sighted && !sight(*registry))
        return;
    if (m_reading.type == ValueType::String)
        decideString();
    else if (m_reading.type == ValueType::Hash)
        decideHash();
    else if (isCollection(m_reading.type))
        decideCollection();
    else if (m_purpose == Purpose::Scan)
        m_state = State::Done; // the format needs only the type
    else if (m_measured < 0)
        askForSize();
    else
        m_state = State::Done;
}

// False: nothing more to decide now, as the key was dropped or its size is asked first.
bool KeyProbe::sight(const Registry &registry)
{
    const bool sized = m_measured >= 0;
    KeySight sight{m_reading.key.bytes, m_reading.type, m_reading.ttl};
    if (sized)
        sight.size = m_measured;
    if (!registry.mayBeLock(sight)) {
        m_state = State::Dropped;
        return false;
    }
    m_sighted = sized || !m_sizeFirst || m_reading.type == ValueType::Other;
    if (!m_sighted)
        m_asks = Size;
    return m_sighted;
}

void KeyProbe::askForSize()
{
    m_asks = Ttl | Size;
    if (m_reading.type == ValueType::Other) {
        m_asks = Ttl;
        m_measured = 0;
    }
}

void KeyProbe::decideString()
{
    const quint8 ttl = m_purpose == Purpose::Read ? Ttl : 0;
    if (!m_hasValue) {
        m_asks = quint8(ttl | Value);
    } else if (m_reading.size <= MaxLockStringBytes || m_reading.string.isEmpty()) {
        m_state = State::Done;
    } else if (m_purpose == Purpose::Scan) {
        m_state = State::Dropped;
    } else {
        m_reading.string.clear();
        m_asks = Size;
    }
}

void KeyProbe::decideHash()
{
    const quint8 ttl = m_purpose == Purpose::Read ? Ttl : 0;
    const bool scan = m_purpose == Purpose::Scan;
    if (m_hasValue) {
        m_state = scan && m_reading.size > MaxLockHashFields ? State::Dropped : State::Done;
    } else if (m_weight < 0 && m_weighable) {
        m_asks = Weight;
    } else if (m_weight >= 0 && m_weight <= LightHash) {
        m_asks = quint8(ttl | Value);
    } else if (m_weight > HeavyHash && scan) {
        m_state = State::Dropped;
    } else if (m_measured < 0) {
        m_asks = quint8(ttl | Size);
    } else if (m_measured <= MaxLockHashFields && m_weight <= HeavyHash) {
        m_asks = quint8(ttl | Value);
    } else {
        m_state = scan ? State::Dropped : State::Done;
    }
}

// Reads at most 256 members, if their average weight keeps them within 64 KiB.
void KeyProbe::decideCollection()
{
    const quint8 ttl = m_purpose == Purpose::Read ? Ttl : 0;
    const bool unweighed = m_weight < 0 && m_weighable;
    if (m_hasValue || m_measured == 0)
        m_state = State::Done;
    else if (m_measured < 0 || unweighed)
        m_asks = quint8(ttl | (m_measured < 0 ? Size : 0) | (unweighed ? Weight : 0));
    else if (m_weight * std::min(m_measured, MaxLockMembers) / m_measured > HeavyMembers)
        m_state = State::Done;
    else
        m_asks = quint8(ttl | Value);
}

void KeyProbe::startAnew()
{
    ++m_restarts;
    m_retyped = true;
    m_hasType = false;
    m_hasValue = false;
    m_reading.members.clear();
    m_weight = -1;
    m_measured = -1;
}

void KeyProbe::gone()
{
    m_reading.type = ValueType::None;
    m_reading.ttl.reset();
    m_reading.string.clear();
    m_reading.fields.clear();
    m_reading.members.clear();
    m_reading.size =
        m_reading.isImported ? RefusedSize : 0; // the node that hands the slot over may have it still
    m_state = m_purpose == Purpose::Scan ? State::Dropped : State::Done;
}

} // namespace lockscope
