// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/workers.h"

#include "core/engine/lockclient.h"
#include "core/engine/wakeup.h"

#include <QRandomGenerator>

namespace lockscope
{

namespace
{

using namespace std::chrono_literals;

// How one worker treats one lock, over and over until it is stopped.
struct Habit {
    QByteArray key{};
    QByteArray kind = "rlock";
    milliseconds lease = 30s;
    milliseconds wait = 0ms;
    milliseconds holdFrom = 2s, holdTo = 6s; // time in the critical section
    milliseconds thinkFrom = 1s, thinkTo = 4s;
    int depth = 1;         // nested acquires
    bool watchdog = false; // renews while it holds
    bool crashes = false;  // stops renewing at the end of the hold and never releases
};

// What people meet in production, small enough to watch.
std::vector<Habit> habits()
{
    std::vector<Habit> all{
        {.key = "lock:orders:checkout", .lease = 30s, .holdFrom = 10min, .holdTo = 20min, .watchdog = true},
        {.key = "lock:billing:nightly-run", .lease = 12s, .holdFrom = 5min, .holdTo = 8min, .watchdog = true},
        {.key = "lock:invoice:{2024-10}", .lease = 15s, .holdFrom = 20s, .holdTo = 40s, .watchdog = true},
        {.key = "lock:cart:7781", .lease = 20s, .holdFrom = 2s, .holdTo = 4s, .depth = 3, .watchdog = true},
        {.key = "lock:ledger:eu",
         .lease = 18s,
         .holdFrom = 20s,
         .holdTo = 24s,
         .thinkFrom = 25s,
         .thinkTo = 30s,
         .watchdog = true,
         .crashes = true},
        {.key = "redlock:mail-digest",
         .kind = "token-lock",
         .lease = 15s,
         .holdFrom = 20s,
         .holdTo = 60s,
         .watchdog = true},
        {.key = "lock:export:csv", .kind = "token-lock", .lease = 45s, .holdFrom = 10s, .holdTo = 30s},
        {.key = "lock:thumbnails",
         .kind = "token-lock",
         .lease = 25s,
         .holdFrom = 3s,
         .holdTo = 5s,
         .thinkFrom = 35s,
         .thinkTo = 50s,
         .crashes = true},
        {.key = "lock:report:daily",
         .kind = "untokened-lock",
         .lease = 0ms,
         .holdFrom = 1s,
         .holdTo = 1s,
         .crashes = true},
    };
    for (int worker = 0; worker < 4; ++worker)
        all.push_back({.key = "lock:stock:1001",
                       .lease = 10s,
                       .wait = 30s,
                       .holdFrom = 600ms,
                       .holdTo = 2s,
                       .thinkFrom = 100ms,
                       .thinkTo = 800ms});
    for (int worker = 0; worker < 3; ++worker)
        all.push_back({.key = "lock:seat:A12",
                       .kind = "token-lock",
                       .lease = 8s,
                       .wait = 20s,
                       .holdFrom = 500ms,
                       .holdTo = 3s,
                       .thinkFrom = 200ms,
                       .thinkTo = 1500ms});
    for (int item = 1002; item <= 1009; ++item)
        all.push_back({.key = "lock:stock:" + QByteArray::number(item), .lease = 20s});
    return all;
}

milliseconds between(milliseconds from, milliseconds to)
{
    return from + milliseconds(QRandomGenerator::global()->bounded(int((to - from).count()) + 1));
}

// Ordinary keys, so that a scan has something to pass over.
Batch ordinaryKeys()
{
    Batch batch;
    for (int i = 0; i < 500; ++i) {
        const QByteArray n = QByteArray::number(i);
        batch.add({"SET", "cache:page:" + n, "<html>" + n + "</html>", "PX", "3600000"});
        batch.add({"HSET", "user:" + n, "name", "user " + n, "visits", n});
    }
    return batch;
}

} // namespace

struct Worker {
    Habit habit{};
    std::unique_ptr<Session> session{};
    std::unique_ptr<LockClient> client{};
};

struct Workers::Private {
    Workers *q;
    ConnectionSpec server{};
    std::vector<std::unique_ptr<Worker>> workers{};
    std::vector<std::shared_ptr<WakeUp>> pauses{};
    size_t settled = 0; // workers that tried their lock at least once
    bool stopping = false;

    void settle();
    static QCoro::Task<> work(QPointer<Workers> self, Worker *worker);
    static QCoro::Task<bool> pause(QPointer<Workers> self, milliseconds time);
};

Workers::Workers(const ConnectionSpec &server, QObject *parent)
    : QObject(parent), d(new Private{this, server})
{
    d->server.readOnly = false;
}

Workers::~Workers()
{
    stop();
}

void Workers::start()
{
    for (const Habit &habit : habits()) {
        auto worker = std::make_unique<Worker>();
        worker->habit = habit;
        ConnectionSpec spec = d->server;
        spec.clientName = QStringLiteral("worker-%1").arg(d->workers.size() + 1);
        worker->session = std::make_unique<Session>(spec);
        worker->client = std::make_unique<LockClient>(*worker->session, Registry::builtIn());
        worker->session->open();
        d->workers.push_back(std::move(worker));
    }
    d->workers.front()->session->send(ordinaryKeys());
    for (const auto &worker : d->workers)
        Private::work(this, worker.get());
}

void Workers::stop()
{
    d->stopping = true;
    const auto pauses = d->pauses;
    for (const auto &pause : pauses)
        pause->cancel();
    for (const auto &worker : d->workers) {
        worker->client->cancelWaiting();
        worker->session->close();
    }
    d->workers.clear();
}

void Workers::Private::settle()
{
    if (++settled == workers.size())
        emit q->populated();
}

// False when the workers stop.
QCoro::Task<bool> Workers::Private::pause(QPointer<Workers> self, milliseconds time)
{
    const auto wakeUp = std::make_shared<WakeUp>();
    self->d->pauses.push_back(wakeUp);
    const auto cause = co_await wakeUp->wait(time);
    if (!self || cause == WakeUp::Cause::Cancelled)
        co_return false;
    std::erase(self->d->pauses, wakeUp);
    co_return true;
}

QCoro::Task<> Workers::Private::work(QPointer<Workers> self, Worker *worker)
{
    const Habit habit = worker->habit;
    OwnerId owner = Registry::builtIn().find(habit.kind)->makeOwner();
    bool first = true;
    for (;;) {
        ActRequest request{.act = ActKind::Acquire,
                           .key = {habit.key},
                           .kind = habit.kind,
                           .owner = owner,
                           .lease = habit.lease,
                           .wait = first ? 0ms : habit.wait,
                           .watchdog = habit.watchdog};
        if (habit.lease == 0ms)
            request.lease.reset();
        int holds = 0;
        while (holds < habit.depth) {
            const Receipt receipt = co_await worker->client->act(request);
            if (!self || self->d->stopping)
                co_return;
            if (std::exchange(first, false))
                self->d->settle();
            if (receipt.result != ActResult::Done)
                break;
            ++holds;
            if (habit.depth > 1 && !co_await pause(self, between(500ms, 1500ms)))
                co_return;
        }
        if (holds > 0 && !co_await pause(self, between(habit.holdFrom, habit.holdTo)))
            co_return;
        if (habit.crashes)
            worker->client->abandon({habit.key});
        request.act = ActKind::Release;
        while (holds-- > 0 && !habit.crashes) {
            co_await worker->client->act(request);
            if (!self || self->d->stopping)
                co_return;
            if (habit.depth > 1 && holds > 0 && !co_await pause(self, between(500ms, 1500ms)))
                co_return;
        }
        if (!co_await pause(self, between(habit.thinkFrom, habit.thinkTo)))
            co_return;
    }
}

} // namespace lockscope
