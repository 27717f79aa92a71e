// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Bytes to replies: hiredis' reader, building Reply values directly, with our own limits, as hiredis trusts
// the lengths it receives. A reply that needs too much memory is dropped as it arrives, and becomes an error;
// the next ones are read as usual. Owned by one Session, on its thread. Once broken, it stays so until
// reset().

#include "core/redis/reply.h"

#include <QString>

#include <memory>

namespace lockscope
{

// Of the memory, one string may take half, because it is in memory twice for a moment.
struct ReplyCaps {
    int depth = 7;                        // nesting of arrays; the limit of hiredis 0.14
    qint64 elements = qint64(1) << 22;    // of one reply, in all its arrays
    qint64 bulkBytes = qint64(32) << 20;  // of one string
    qint64 replyBytes = qint64(64) << 20; // of memory for one reply
    qint64 lineBytes = qint64(64) << 10;  // of a status, an error or a number

    static ReplyCaps ofMemory(qint64 bytes);
};

class ReplyReader
{
public:
    enum class Step { NeedMore, HaveReply, Broken };

    explicit ReplyReader(ReplyCaps caps = {});
    ~ReplyReader();

    // Feed pieces of at most FeedSize: hiredis moves the rest to the front after each reply.
    static constexpr qsizetype FeedSize = 16 * 1024;
    void feed(QByteArrayView bytes);
    Step next(Reply &reply);
    qint64 bytes() const; // of memory for the last reply
    // Memory of earlier replies that are kept, which is then missing for the next ones.
    void setKept(qint64 bytes);
    QString problem() const; // one sentence; only when broken
    bool isDropping() const; // the reply that arrives, or has just arrived, needs too much memory
    // The text of the error that such a reply becomes begins so; the bytes of memory that it may use follow.
    static constexpr QByteArrayView TooLarge = "REPLYTOOLARGE ";
    void reset();

private:
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace lockscope
