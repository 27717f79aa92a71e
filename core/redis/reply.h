// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A RESP2 reply as a value, and a command as argument list. Values; any thread.

#include "core/base/clock.h"
#include "core/base/outcome.h"

#include <QByteArray>
#include <QByteArrayView>

#include <initializer_list>
#include <span>
#include <vector>

namespace lockscope
{

struct Reply {
    enum class Type : quint8 { Nil, Status, Error, Integer, Bulk, Array };
    Type type = Type::Nil;
    qint64 integer = 0;
    QByteArray bytes{};         // Status, Error, Bulk
    std::vector<Reply> items{}; // Array

    bool isNil() const { return type == Type::Nil; }
    bool isError() const { return type == Type::Error; }
    bool isArray() const { return type == Type::Array; }
    // The integer, also when it came as text; nothing if it is no number.
    std::optional<qint64> number() const;
};

using Command = std::vector<QByteArray>;

// Many commands in one write. Encoded when added, so a page costs one buffer.
class Batch
{
public:
    // An empty command is left out: Redis does not answer it.
    void add(const Command &command);
    void add(std::span<const QByteArrayView> command);
    void add(std::initializer_list<QByteArrayView> command)
    {
        add(std::span(command.begin(), command.size()));
    }
    int count() const { return m_count; }
    bool isEmpty() const { return m_count == 0; }
    const QByteArray &wire() const { return m_wire; }
    // False when every command added is on the list of those that change nothing (readcommands.h).
    bool mayWrite() const { return m_mayWrite; }
    QByteArray firstWrite() const; // name of the first command that may write
    // Name of the first command that is not answered by exactly one reply (SUBSCRIBE, MONITOR, …): such a
    // batch would shift the replies of those after it, so send() refuses it. Empty: there is none.
    QByteArray firstUnpaired() const { return m_firstUnpaired; }
    bool isOnlyPings() const { return m_count > 0 && m_onlyPings; }

private:
    template<class List> void encode(const List &command);
    void classify(qsizetype start, QByteArrayView name, QByteArrayView second);

    QByteArray m_wire;
    int m_count = 0;
    bool m_mayWrite = false;
    bool m_onlyPings = true;
    qsizetype m_firstWriteAt = 0; // where that command begins in the wire
    QByteArray m_firstUnpaired;
};

struct Replies {
    std::vector<Reply> items{}; // one a command; an error reply is an item, not a Failure
    Instant sentAt{};
    Instant receivedAt{}; // of the last
};

// Of one command, after ASKING perhaps, whose own reply tells nothing. An error becomes a Failure.
Outcome<Reply> singleReply(Outcome<Replies> outcome, const NodeId &node, const QByteArray &key);

} // namespace lockscope
