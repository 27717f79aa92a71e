// SPDX-License-Identifier: GPL-3.0-or-later
// What a session costs beside hiredis' own blocking client, against the same server in the same run:
// pipelined reads of known locks, single commands, and many commands under way at once. Prints ratios.
#include "core/lab/sandbox/sandbox.h"
#include "core/redis/session.h"
#include "tests/support/finished.h"

#include <hiredis/hiredis.h>

#include <QCoreApplication>
#include <QTextStream>

#include <algorithm>
#include <functional>

using namespace lockscope;
using namespace lockscope::test;

namespace
{

constexpr int Locks = 100'000;
constexpr int PageSize = 1000;
constexpr int Singles = 20'000;
constexpr int Rounds = 5;

QByteArray lockName(int number)
{
    return "lock:" + QByteArray::number(number);
}

double secondsOf(const std::function<void()> &work)
{
    const Instant start = now();
    work();
    return std::chrono::duration<double>(now() - start).count();
}

QCoro::Task<bool> fill(Session *session)
{
    for (int first = 0; first < Locks; first += PageSize) {
        Batch batch;
        for (int i = first; i < first + PageSize; ++i) {
            batch.add({"HSET", lockName(i), "8743c9c0-0795-4907-87fd-6c719a6b4586:1", "1"});
            batch.add({"PEXPIRE", lockName(i), "3000000"});
        }
        if (!co_await session->send(std::move(batch)))
            co_return false;
    }
    co_return true;
}

QCoro::Task<qint64> readPages(Session *session)
{
    qint64 fields = 0;
    PendingReplies ahead = session->send({});
    for (int first = 0; first <= Locks; first += PageSize) {
        Batch batch;
        for (int i = first; i < std::min(first + PageSize, Locks); ++i) {
            batch.add({"PTTL", lockName(i)});
            batch.add({"HGETALL", lockName(i)});
        }
        PendingReplies next = session->send(std::move(batch));
        const Outcome<Replies> replies = co_await ahead;
        if (!replies)
            co_return -1;
        for (const Reply &reply : replies->items)
            fields += qint64(reply.items.size());
        ahead = next;
    }
    co_await ahead;
    co_return fields;
}

QCoro::Task<int> ask(Session *session, int times)
{
    int answered = 0;
    for (int i = 0; i < times; ++i) {
        Command command{"PTTL", QByteArrayLiteral("lock:1")};
        const Outcome<Reply> reply = co_await session->call(std::move(command));
        answered += reply.ok() ? 1 : 0;
    }
    co_return answered;
}

QCoro::Task<int> askSideBySide(Session *session, int width, int times)
{
    std::vector<QCoro::Task<int>> tasks;
    for (int i = 0; i < width; ++i)
        tasks.push_back(ask(session, times / width));
    int answered = 0;
    for (QCoro::Task<int> &task : tasks)
        answered += co_await task;
    co_return answered;
}

void readPagesBlocking(redisContext *context)
{
    redisReply *reply = nullptr;
    const auto append = [&](int first) {
        for (int i = first; i < first + PageSize; ++i) {
            const QByteArray key = lockName(i);
            redisAppendCommand(context, "PTTL %b", key.constData(), size_t(key.size()));
            redisAppendCommand(context, "HGETALL %b", key.constData(), size_t(key.size()));
        }
    };
    for (int first = 0; first < Locks; first += PageSize) {
        append(first);
        for (int i = 0; i < 2 * PageSize; ++i) {
            redisGetReply(context, reinterpret_cast<void **>(&reply));
            freeReplyObject(reply);
        }
    }
}

void askBlocking(redisContext *context, int times)
{
    for (int i = 0; i < times; ++i)
        freeReplyObject(redisCommand(context, "PTTL %s", "lock:1"));
}

double median(std::vector<double> values)
{
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

} // namespace

int main(int argc, char **argv)
{
    QCoreApplication application(argc, argv);
    QTextStream out(stdout);
    auto server = Sandbox::start();
    if (!server) {
        out << server.failure().line() << '\n';
        return 1;
    }
    Session session((*server)->tcp());
    session.open();
    if (!finished(fill(&session)))
        return 1;
    redisContext *context = redisConnect("127.0.0.1", (*server)->port());

    std::vector<double> pages, pagesBlocking, single, singleBlocking, wide;
    for (int round = 0; round < Rounds; ++round) {
        pagesBlocking.push_back(secondsOf([&] { readPagesBlocking(context); }));
        pages.push_back(secondsOf([&] { finished(readPages(&session)); }));
        singleBlocking.push_back(secondsOf([&] { askBlocking(context, Singles); }));
        single.push_back(secondsOf([&] { finished(ask(&session, Singles)); }));
        wide.push_back(secondsOf([&] { finished(askSideBySide(&session, 50, 5 * Singles)); }));
    }
    redisFree(context);
    out << "100,000 locks, PTTL+HGETALL in pages: session " << median(pages) * 1000
        << " ms, blocking hiredis " << median(pagesBlocking) * 1000 << " ms, speed ratio "
        << median(pagesBlocking) / median(pages) << '\n';
    out << "one command at a time: session " << Singles / median(single) << "/s, blocking hiredis "
        << Singles / median(singleBlocking) << "/s, speed ratio " << median(singleBlocking) / median(single)
        << '\n';
    out << "50 under way on one connection: " << 5 * Singles / median(wide) << "/s\n";
    return 0;
}
