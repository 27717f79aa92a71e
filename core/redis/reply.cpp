// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/reply.h"

#include "core/redis/readcommands.h"
#include "core/redis/servererror.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>

namespace lockscope
{

namespace
{

qsizetype digits(qsizetype number)
{
    qsizetype count = 1;
    while (number >= 10) {
        number /= 10;
        ++count;
    }
    return count;
}

char *writeHeader(char *at, char type, qsizetype number)
{
    *at++ = type;
    if (number < 10) // most are
        *at++ = char('0' + number);
    else
        at = std::to_chars(at, at + 20, number).ptr;
    *at++ = '\r';
    *at++ = '\n';
    return at;
}

// What a pass asks for each key, and so nearly all commands.
bool isOfEachPass(QByteArrayView name, QByteArrayView second)
{
    static constexpr std::array<QByteArrayView, 4> Names{"TYPE", "PTTL", "GETRANGE", "HGETALL"};
    static constexpr QByteArrayView Memory("MEMORY"), Usage("USAGE");
    return std::ranges::find(Names, name) != Names.end() || (name == Memory && second == Usage);
}

} // namespace

std::optional<qint64> Reply::number() const
{
    if (type == Type::Integer)
        return integer;
    if (type != Type::Bulk && type != Type::Status)
        return {};
    qint64 value = 0;
    const char *end = bytes.constData() + bytes.size();
    const auto [stop, error] = std::from_chars(bytes.constData(), end, value);
    if (error != std::errc() || stop != end || bytes.isEmpty())
        return {};
    return value;
}

template<class List> void Batch::encode(const List &command)
{
    const auto arguments = qsizetype(command.size());
    if (arguments == 0)
        return;
    qsizetype size = 3 + digits(arguments);
    for (const auto &argument : command)
        size += 5 + digits(argument.size()) + argument.size();

    const qsizetype start = m_wire.size();
    m_wire.resize(start + size);
    char *at = writeHeader(m_wire.data() + start, '*', arguments);
    for (const auto &argument : command) {
        at = writeHeader(at, '$', argument.size());
        if (!argument.isEmpty())
            std::memcpy(at, argument.data(), size_t(argument.size()));
        at += argument.size();
        *at++ = '\r';
        *at++ = '\n';
    }
    Q_ASSERT(at == m_wire.constData() + m_wire.size());
    ++m_count;
    const auto *first = std::data(command);
    classify(start, *first, arguments > 1 ? QByteArrayView(first[1]) : QByteArrayView());
}

void Batch::classify(qsizetype start, QByteArrayView name, QByteArrayView second)
{
    if (isOfEachPass(name, second)) { // reads with one reply
        m_onlyPings = false;
        return;
    }
    m_onlyPings = m_onlyPings && isCommand(name, "PING");
    if (!hasOneReply(name, second) && m_firstUnpaired.isEmpty())
        m_firstUnpaired = name.toByteArray().toUpper();
    if (m_mayWrite || isReadCommand(name, second))
        return;
    m_mayWrite = true;
    m_firstWriteAt = start;
}

// Decodes it from the wire, as it is only needed when a batch is refused.
QByteArray Batch::firstWrite() const
{
    if (!m_mayWrite)
        return {};
    qsizetype at = m_firstWriteAt;
    const auto next = [this, &at] {
        const qsizetype from = m_wire.indexOf('$', at) + 1;
        const qsizetype end = m_wire.indexOf('\r', from);
        const qsizetype size = m_wire.mid(from, end - from).toLongLong();
        at = end + 2 + size;
        return m_wire.mid(end + 2, size).toUpper();
    };
    const bool alone = m_wire.at(at + 1) == '1' && m_wire.at(at + 2) == '\r';
    const QByteArray name = next();
    // "CONFIG SET" says more than "CONFIG". For other commands the first argument is a key.
    return alone || !isContainerCommand(name) ? name : name + ' ' + next();
}

Outcome<Reply> singleReply(Outcome<Replies> outcome, const NodeId &node, const QByteArray &key)
{
    if (!outcome) {
        Failure failure = outcome.failure();
        failure.key = key;
        return failure;
    }
    Reply reply = std::move(outcome->items.back());
    if (reply.isError())
        return serverFailure(reply.bytes, node, key);
    return reply;
}

void Batch::add(const Command &command)
{
    encode(command);
}

void Batch::add(std::span<const QByteArrayView> command)
{
    encode(command);
}

} // namespace lockscope
