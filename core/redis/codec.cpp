// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/codec.h"

#include "core/base/tr.h"

#include <hiredis/hiredis.h>

#include <algorithm>
#include <climits>
#include <cstdlib>
#include <cstring>

namespace lockscope
{

namespace
{

constexpr qint64 LongestString = qint64(1) << 32; // eight times the default proto-max-bulk-len of Redis

// The reply that hiredis' object functions are building. A task's obj is the Reply that it fills; its address
// stays valid, because its parent gets no further item until it is complete.
struct Builder {
    ReplyCaps caps{};
    Reply root{};
    qint64 elements = 0;
    qint64 bytes = 0; // of the strings and of the elements themselves
    qint64 kept = 0;
    QString problem{};
    bool isDropping = false; // nothing more of this reply is kept
    Reply dropped{};         // what hiredis gets for it

    void drop()
    {
        isDropping = true;
        root = Reply();
    }
    void begin()
    {
        isDropping = false;
        elements = bytes = 0;
    }
};

Builder &builderOf(const redisReadTask *task)
{
    return *static_cast<Builder *>(task->privdata);
}

Reply *place(const redisReadTask *task, Reply::Type type, size_t length = 0)
{
    Builder &builder = builderOf(task);
    builder.bytes += qint64(sizeof(Reply) + length);
    const bool isTooLong = type == Reply::Type::Bulk && qint64(length) > builder.caps.bulkBytes;
    if (isTooLong || builder.bytes + builder.kept > builder.caps.replyBytes)
        builder.drop();
    if (builder.isDropping)
        return &builder.dropped;
    Reply *reply = nullptr;
    if (task->parent) {
        auto &items = static_cast<Reply *>(task->parent->obj)->items;
        items.emplace_back();
        reply = &items.back();
    } else {
        builder.root = Reply();
        reply = &builder.root;
    }
    reply->type = type;
    return reply;
}

Reply::Type stringType(int hiredisType)
{
    switch (hiredisType) {
    case REDIS_REPLY_STATUS:
        return Reply::Type::Status;
    case REDIS_REPLY_ERROR:
        return Reply::Type::Error;
    default:
        return Reply::Type::Bulk;
    }
}

// Returning null makes hiredis stop with its own error; `problem` has the real reason.
void *makeString(const redisReadTask *task, char *text, size_t length)
{
    Reply *reply = place(task, stringType(task->type), length);
    if (!builderOf(task).isDropping)
        reply->bytes = QByteArray(text, qsizetype(length));
    return reply;
}

void *makeArray(const redisReadTask *task, qint64 elements)
{
    Builder &builder = builderOf(task);
    builder.elements += elements;
    if (builder.elements > builder.caps.elements)
        builder.drop();
    int depth = 1;
    for (const redisReadTask *parent = task->parent; parent; parent = parent->parent)
        ++depth;
    if (depth > builder.caps.depth) {
        builder.problem = Tr::tr("arrays more than %1 deep").arg(builder.caps.depth);
        return nullptr;
    }
    Reply *reply = place(task, Reply::Type::Array);
    if (builder.isDropping)
        return reply;
    // The header may be wrong: reserve little, and grow with the elements that arrive.
    constexpr qint64 ReserveStep = 8192;
    reply->items.reserve(size_t(std::min(elements, ReserveStep)));
    return reply;
}

void *makeInteger(const redisReadTask *task, long long value)
{
    Reply *reply = place(task, Reply::Type::Integer);
    reply->integer = value;
    return reply;
}

void *makeNil(const redisReadTask *task)
{
    return place(task, Reply::Type::Nil);
}

void leaveObject(void *)
{
    // The builder owns the reply.
}

#if HIREDIS_MAJOR >= 1
void *makeSizedArray(const redisReadTask *task, size_t elements)
{
    return makeArray(task, elements > size_t(INT_MAX) ? qint64(INT_MAX) : qint64(elements));
}
void *makeDouble(const redisReadTask *task, double, char *text, size_t length)
{
    return makeString(task, text, length);
}
void *makeBool(const redisReadTask *task, int value)
{
    return makeInteger(task, value);
}
redisReplyObjectFunctions objectFunctions()
{
    return {makeString, makeSizedArray, makeInteger, makeDouble, makeNil, makeBool, leaveObject};
}
const redisReadTask &taskAt(const redisReader &reader, int depth)
{
    return *reader.task[depth];
}
#else
void *makeCountedArray(const redisReadTask *task, int elements)
{
    return makeArray(task, elements);
}
redisReplyObjectFunctions objectFunctions()
{
    return {makeString, makeCountedArray, makeInteger, makeNil, leaveObject};
}
const redisReadTask &taskAt(const redisReader &reader, int depth)
{
    return reader.rstack[depth];
}
#endif

struct ReaderDeleter {
    void operator()(redisReader *reader) const { redisReaderFree(reader); }
};

} // namespace

struct ReplyReader::Private {
    redisReplyObjectFunctions functions = objectFunctions();
    Builder builder{};
    std::unique_ptr<redisReader, ReaderDeleter> reader{};

    bool isComplete = false; // the last step gave a reply
    // After a string that is too long, the rest of the reply is skipped: bytes of the string, then values.
    bool isSkipping = false;
    qint64 bytesToSkip = 0;
    qint64 valuesToSkip = 0;

    void create()
    {
        reader.reset(redisReaderCreateWithFunctions(&functions));
        Q_CHECK_PTR(reader.get());
        reader->privdata = &builder;
    }
    void checkPartial();
    void skipString(qint64 length, qint64 arrived);
    Step give(Reply &reply);
};

// hiredis waits for a string of whatever length its header announces, and searches an endless line again with
// every piece. Check the partial data before more is kept.
void ReplyReader::Private::checkPartial()
{
    if (reader->ridx < 0)
        return;
    const char *at = reader->buf + reader->pos;
    const size_t left = reader->len - reader->pos;
    if (taskAt(*reader, reader->ridx).type != REDIS_REPLY_STRING) {
        if (qint64(left) > builder.caps.lineBytes)
            builder.problem = Tr::tr("a line of more than %1 bytes").arg(builder.caps.lineBytes);
        return;
    }
    constexpr size_t LongestHeader = 24;
    const void *end = std::memchr(at, '\r', std::min(left, LongestHeader));
    if (!end) {
        if (left >= LongestHeader)
            builder.problem = Tr::tr("a string length that is not a number");
        return;
    }
    const auto *newline = static_cast<const char *>(end) + 1;
    if (newline < at + left && *newline != '\n') {
        builder.problem = Tr::tr("a string length that is not a number");
        return;
    }
    const qint64 length = std::strtoll(at, nullptr, 10);
    const qint64 header = static_cast<const char *>(end) - at + 2;
    if (length > LongestString)
        builder.problem = Tr::tr("a string of more than %1 bytes").arg(LongestString);
    else if (length > builder.caps.bulkBytes && qint64(left) >= header)
        skipString(length, qint64(left) - header);
}

// hiredis would keep it whole. arrived: bytes of it that are there.
void ReplyReader::Private::skipString(qint64 length, qint64 arrived)
{
    qint64 behind = 0; // values of the arrays that it is in
    for (int depth = reader->ridx; depth > 0; --depth)
        behind += taskAt(*reader, depth - 1).elements - taskAt(*reader, depth).idx - 1;
    valuesToSkip = std::max<qint64>(valuesToSkip - 1, 0) + behind;
    constexpr qint64 LineEnd = 2;
    bytesToSkip = length + LineEnd - arrived;
    isSkipping = true;
    builder.drop();
    create();
}

ReplyReader::Step ReplyReader::Private::give(Reply &reply)
{
    if (builder.isDropping) {
        reply = Reply{.type = Reply::Type::Error,
                      .bytes = TooLarge.toByteArray() + QByteArray::number(builder.caps.replyBytes)};
        builder.bytes = qint64(sizeof(Reply));
    } else {
        reply = std::move(builder.root);
    }
    isComplete = true;
    return Step::HaveReply;
}

ReplyCaps ReplyCaps::ofMemory(qint64 bytes)
{
    ReplyCaps caps;
    caps.elements = std::max(caps.elements, bytes / 16);
    caps.bulkBytes = bytes / 2;
    caps.replyBytes = bytes;
    return caps;
}

ReplyReader::ReplyReader(ReplyCaps caps) : d(std::make_unique<Private>())
{
    d->builder.caps = caps;
    d->create();
}

ReplyReader::~ReplyReader() = default;

void ReplyReader::reset()
{
    const ReplyCaps caps = d->builder.caps;
    d->builder = Builder();
    d->builder.caps = caps;
    d->isComplete = d->isSkipping = false;
    d->bytesToSkip = d->valuesToSkip = 0;
    d->create();
}

void ReplyReader::feed(QByteArrayView bytes)
{
    const qint64 skipped = std::min<qint64>(d->bytesToSkip, bytes.size());
    d->bytesToSkip -= skipped;
    bytes = bytes.sliced(skipped);
    if (d->builder.problem.isEmpty() && !bytes.isEmpty())
        redisReaderFeed(d->reader.get(), bytes.data(), size_t(bytes.size()));
}

ReplyReader::Step ReplyReader::next(Reply &reply)
{
    Builder &builder = d->builder;
    if (!builder.problem.isEmpty())
        return Step::Broken;
    if (std::exchange(d->isComplete, false))
        builder.begin();
    for (;;) {
        if (d->isSkipping && d->bytesToSkip == 0 && d->valuesToSkip == 0) {
            d->isSkipping = false;
            return d->give(reply);
        }
        void *done = nullptr;
        const int result = redisReaderGetReply(d->reader.get(), &done);
        if (result != REDIS_OK && builder.problem.isEmpty())
            builder.problem = QString::fromLatin1(d->reader->errstr);
        if (result == REDIS_OK && done && !d->isSkipping)
            return d->give(reply);
        if (result == REDIS_OK && done) {
            --d->valuesToSkip;
            continue;
        }
        if (builder.problem.isEmpty())
            d->checkPartial();
        if (!builder.problem.isEmpty())
            return Step::Broken;
        return Step::NeedMore;
    }
}

qint64 ReplyReader::bytes() const
{
    return d->builder.bytes;
}

void ReplyReader::setKept(qint64 bytes)
{
    d->builder.kept = bytes;
}

QString ReplyReader::problem() const
{
    return d->builder.problem;
}

bool ReplyReader::isDropping() const
{
    return d->builder.isDropping;
}

} // namespace lockscope
