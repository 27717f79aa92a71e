// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A RESP2 reply, and a command as a list of arguments. Values; any thread.

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
    // The integer, even if sent as text; nullopt if it is not a number.
    std::optional<qint64> number() const;
};

using Command = std::vector<QByteArray>;

// Commands to send in one write. Encoded when added, so that a page needs one buffer.
class Batch
{
public:
    // Ignores an empty command, as Redis does not answer it.
    void add(const Command &command);
    void add(std::span<const QByteArrayView> command);
    void add(std::initializer_list<QByteArrayView> command)
    {
        add(std::span(command.begin(), command.size()));
    }
    int count() const { return m_count; }
    bool isEmpty() const { return m_count == 0; }
    const QByteArray &wire() const { return m_wire; }
    // False if all commands are on the list of read commands (readcommands.h).
    bool mayWrite() const { return m_mayWrite; }
    QByteArray firstWrite() const; // name of the first command that may write
    // Name of the first command without exactly one reply (SUBSCRIBE, MONITOR, …). It would shift the replies
    // after it, so send() refuses the batch. Empty: there is none.
    QByteArray firstUnpaired() const { return m_firstUnpaired; }
    bool isOnlyPings() const { return m_count > 0 && m_onlyPings; }

private:
    template<class List> void encode(const List &command);
    void classify(qsizetype start, QByteArrayView name, QByteArrayView second);

    QByteArray m_wire;
    int m_count = 0;
    bool m_mayWrite = false;
    bool m_onlyPings = true;
    qsizetype m_firstWriteAt = 0; // its offset in m_wire
    QByteArray m_firstUnpaired;
};

struct Replies {
    std::vector<Reply> items{}; // one per command; an error reply is an item, not a Failure
    Instant sentAt{};
    Instant receivedAt{}; // the last reply
    // When the server replied: at this moment, give or take the uncertainty.
    Instant middle() const { return sentAt + (receivedAt - sentAt) / 2; }
    milliseconds uncertainty() const { return std::chrono::ceil<milliseconds>((receivedAt - sentAt) / 2); }
};

// The reply of a single command, possibly after ASKING, whose reply is ignored. An error becomes a Failure.
Outcome<Reply> singleReply(Outcome<Replies> outcome, const NodeId &node, const QByteArray &key);

} // namespace lockscope
