// SPDX-License-Identifier: GPL-3.0-or-later
// What a server sends, split anywhere: the first byte says how long the pieces are.
#include "core/redis/codec.h"
#include "tests/fuzz/target.h"

#include <QByteArrayList>

namespace fuzz_reply
{

using namespace lockscope;
using namespace lockscope::fuzz;

namespace
{

constexpr ReplyCaps Caps{.elements = 1000, .bulkBytes = 2000, .replyBytes = 3000};

QByteArray wireOf(const Reply &reply)
{
    switch (reply.type) {
    case Reply::Type::Nil:
        return "$-1\r\n";
    case Reply::Type::Status:
        return '+' + reply.bytes + "\r\n";
    case Reply::Type::Error:
        return '-' + reply.bytes + "\r\n";
    case Reply::Type::Integer:
        return ':' + QByteArray::number(reply.integer) + "\r\n";
    case Reply::Type::Bulk:
        return '$' + QByteArray::number(reply.bytes.size()) + "\r\n" + reply.bytes + "\r\n";
    case Reply::Type::Array:
        break;
    }
    QByteArray wire = '*' + QByteArray::number(qint64(reply.items.size())) + "\r\n";
    for (const Reply &item : reply.items)
        wire += wireOf(item);
    return wire;
}

struct Heard {
    QByteArrayList replies{};
    bool isBroken = false;
};

void demandWithinCaps(const Reply &reply, int depth, qint64 &elements, qint64 &bytes)
{
    elements += qint64(reply.items.size());
    bytes += reply.bytes.size();
    demand(reply.isArray() || reply.items.empty(), "only an array has items");
    demand(depth <= Caps.depth && elements <= Caps.elements && bytes <= Caps.replyBytes,
           "a reply is within its limits");
    for (const Reply &item : reply.items)
        demandWithinCaps(item, depth + 1, elements, bytes);
}

Heard hear(QByteArrayView wire, qsizetype piece)
{
    ReplyReader reader(Caps);
    Heard heard;
    for (qsizetype at = 0; at < wire.size() && !heard.isBroken; at += piece) {
        reader.feed(wire.sliced(at, std::min(piece, wire.size() - at)));
        Reply reply;
        ReplyReader::Step step = reader.next(reply);
        for (; step == ReplyReader::Step::HaveReply; step = reader.next(reply)) {
            qint64 elements = 0, bytes = 0;
            demandWithinCaps(reply, 0, elements, bytes);
            heard.replies << wireOf(reply);
        }
        heard.isBroken = step == ReplyReader::Step::Broken;
    }
    demand(heard.isBroken != reader.problem().isEmpty(), "what is broken is told");
    demandReadable(reader.problem());
    return heard;
}

void run(const QByteArray &input)
{
    if (input.isEmpty())
        return;
    const QByteArrayView wire = QByteArrayView(input).sliced(1);
    const Heard whole = hear(wire, ReplyReader::FeedSize);
    const Heard pieces = hear(wire, 1 + uchar(input[0]) % 64);
    // A broken one may be noticed earlier where it arrives in pieces.
    const qsizetype both = std::min(whole.replies.size(), pieces.replies.size());
    demand(whole.replies.first(both) == pieces.replies.first(both), "pieces make no difference");
    demand(whole.isBroken || pieces.isBroken || whole.replies.size() == pieces.replies.size(),
           "nothing is lost in pieces");
    for (const QByteArray &reply : whole.replies)
        demand(hear(reply, ReplyReader::FeedSize).replies == QByteArrayList{reply}, "read as it was written");
}

} // namespace

LOCKSCOPE_FUZZ_TARGET(reply);

} // namespace fuzz_reply
