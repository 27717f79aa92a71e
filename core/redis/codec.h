// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Bytes to replies: hiredis' reader, building Reply values directly. Caps of our own, because hiredis trusts
// the sender's lengths. Owner: one Session, on its thread. Once broken it stays so until reset().

#include "core/redis/reply.h"

#include <QString>

#include <memory>

namespace lockscope
{

struct ReplyCaps {
    int depth = 7;                         // arrays in arrays; hiredis 0.14 has no more
    qint64 elements = qint64(1) << 22;     // of one reply, all arrays together
    qint64 bulkBytes = qint64(64) << 20;   // of one string
    qint64 replyBytes = qint64(256) << 20; // of one reply, all strings together
    qint64 lineBytes = qint64(64) << 10;   // of a status, an error, a number
};

class ReplyReader
{
public:
    enum class Step { NeedMore, HaveReply, Broken };

    explicit ReplyReader(ReplyCaps caps = {});
    ~ReplyReader();

    // Feed in pieces of at most FeedSize: hiredis moves what is left to the front after each reply.
    static constexpr qsizetype FeedSize = 16 * 1024;
    void feed(QByteArrayView bytes);
    Step next(Reply &reply);
    QString problem() const; // one sentence, when broken
    void reset();

private:
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace lockscope
