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

// The reply that hiredis' object functions are building. A task's obj is the Reply that it fills; its address
// stays valid, because its parent gets no further item until it is complete.
struct Builder {
    ReplyCaps caps{};
    Reply root{};
    qint64 elements = 0;
    qint64 bytes = 0; // of the strings and of the elements themselves
    qint64 kept = 0;
    QString problem{};
    bool isTooLarge = false;

    void endAsTooLarge(const QString &what)
    {
        problem = what;
        isTooLarge = true;
    }
};

Builder &builderOf(const redisReadTask *task)
{
    return *static_cast<Builder *>(task->privdata);
}

// Null: there is no memory left for it.
Reply *place(const redisReadTask *task, Reply::Type type, size_t length = 0)
{
    Builder &builder = builderOf(task);
    builder.bytes += qint64(sizeof(Reply) + length);
    if (builder.bytes + builder.kept > builder.caps.replyBytes) {
        builder.endAsTooLarge(Tr::tr("replies of more than %1 bytes").arg(builder.caps.replyBytes));
        return nullptr;
    }
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
    if (reply)
        reply->bytes = QByteArray(text, qsizetype(length));
    return reply;
}

void *makeArray(const redisReadTask *task, qint64 elements)
{
    Builder &builder = builderOf(task);
    builder.elements += elements;
    if (elements > builder.caps.elements || builder.elements > builder.caps.elements) {
        builder.endAsTooLarge(Tr::tr("a reply of more than %1 elements").arg(builder.caps.elements));
        return nullptr;
    }
    int depth = 1;
    for (const redisReadTask *parent = task->parent; parent; parent = parent->parent)
        ++depth;
    if (depth > builder.caps.depth) {
        builder.problem = Tr::tr("arrays more than %1 deep").arg(builder.caps.depth);
        return nullptr;
    }
    Reply *reply = place(task, Reply::Type::Array);
    if (!reply)
        return nullptr;
    // The header may be wrong: reserve little, and grow with the elements that arrive.
    constexpr qint64 ReserveStep = 8192;
    reply->items.reserve(size_t(std::min(elements, ReserveStep)));
    return reply;
}

void *makeInteger(const redisReadTask *task, long long value)
{
    Reply *reply = place(task, Reply::Type::Integer);
    if (reply)
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
const redisReadTask &currentTask(const redisReader &reader)
{
    return *reader.task[reader.ridx];
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
const redisReadTask &currentTask(const redisReader &reader)
{
    return reader.rstack[reader.ridx];
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

    void create()
    {
        reader.reset(redisReaderCreateWithFunctions(&functions));
        Q_CHECK_PTR(reader.get());
        reader->privdata = &builder;
    }
    void checkPartial();
};

// hiredis waits for a string of whatever length its header announces, and searches an endless line again with
// every piece. Check the partial data before more is kept.
void ReplyReader::Private::checkPartial()
{
    if (reader->ridx < 0)
        return;
    const char *at = reader->buf + reader->pos;
    const size_t left = reader->len - reader->pos;
    if (currentTask(*reader).type != REDIS_REPLY_STRING) {
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
    if (std::strtoll(at, nullptr, 10) > builder.caps.bulkBytes)
        builder.endAsTooLarge(Tr::tr("a string of more than %1 bytes").arg(builder.caps.bulkBytes));
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
    d->isComplete = false;
    d->create();
}

void ReplyReader::feed(QByteArrayView bytes)
{
    if (d->builder.problem.isEmpty())
        redisReaderFeed(d->reader.get(), bytes.data(), size_t(bytes.size()));
}

ReplyReader::Step ReplyReader::next(Reply &reply)
{
    Builder &builder = d->builder;
    if (!builder.problem.isEmpty())
        return Step::Broken;
    if (std::exchange(d->isComplete, false))
        builder.elements = builder.bytes = 0;
    void *done = nullptr;
    const int result = redisReaderGetReply(d->reader.get(), &done);
    if (result == REDIS_OK && done) {
        reply = std::move(builder.root);
        d->isComplete = true;
        return Step::HaveReply;
    }
    if (result != REDIS_OK && builder.problem.isEmpty())
        builder.problem = QString::fromLatin1(d->reader->errstr);
    else if (result == REDIS_OK)
        d->checkPartial();
    return builder.problem.isEmpty() ? Step::NeedMore : Step::Broken;
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

bool ReplyReader::isTooLarge() const
{
    return d->builder.isTooLarge;
}

} // namespace lockscope
